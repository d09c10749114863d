/**
 * The picture of “from 1 to 10” for one seat. Nobody sees face-down cards, not even their owner.
 */

import type { Picture, View } from "../../table/board";

export interface TenPicture extends Picture {
  readonly phase: "starter" | "rows" | "turn" | "over";
  readonly turn: number;
  /** Cards by seat and place; `?` is face down. */
  readonly rows: readonly (readonly (string | null)[])[];
  /** By seat: the highest card found; cards 1 to this number are face up. */
  readonly found: readonly number[];
  /** A player has found all ten cards. */
  readonly ending: boolean;
  /** Only in halts: a wrong card before it turns face down again. */
  readonly missed?: Miss;
}

export interface Miss {
  readonly seat: number;
  readonly place: number;
  readonly card: string;
  /** Whether the whole row turns face down. */
  readonly all: boolean;
}

export type TenView = View<TenPicture>;

/** Return the face-up cards of a row, by place. */
export function openIn(view: TenView, seat: number): ReadonlyMap<number, string> {
  const open = new Map<number, string>();
  view.picture.rows[seat]?.forEach((card, index) => {
    if (card !== null && card !== "?") open.set(index + 1, card);
  });
  return open;
}

/** Return the card that a seat looks for; null when it has all ten. */
export function soughtBy(view: TenView, seat: number): string | null {
  const found = view.picture.found[seat] ?? 0;
  return found < 10 ? String(found + 1) : null;
}

/** Return the other seats in the order of play; for a watcher, all seats. */
export function othersOf(view: TenView): readonly number[] {
  const { players } = view.table;
  const own = view.seat === null ? 0 : 1;
  const first = view.seat === null ? 0 : view.seat + 1;
  return Array.from({ length: players - own }, (_, step) => (first + step) % players);
}

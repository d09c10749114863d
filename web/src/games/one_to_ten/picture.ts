/** What a seat sees of “from 1 to 10”. Nobody, not even its owner, sees what lies face down. */

import type { Picture, View } from "../../table/board";

export interface TenPicture extends Picture {
  readonly phase: "starter" | "rows" | "turn" | "over";
  readonly turn: number;
  /** By seat and place; `?` face down. */
  readonly rows: readonly (readonly (string | null)[])[];
  /** By seat: cards that lie open, 1 to this number. */
  readonly found: readonly number[];
  /** Somebody has found all ten. */
  readonly ending: boolean;
  /** On the way only: a wrong card that lies open before it goes back, and what goes with it. */
  readonly missed?: Miss;
}

export interface Miss {
  readonly seat: number;
  readonly place: number;
  readonly card: string;
  /** The whole row goes face down. */
  readonly all: boolean;
}

export type TenView = View<TenPicture>;

/** Of a row, which places lie open with which card. */
export function openIn(view: TenView, seat: number): ReadonlyMap<number, string> {
  const open = new Map<number, string>();
  view.picture.rows[seat]?.forEach((card, index) => {
    if (card !== null && card !== "?") open.set(index + 1, card);
  });
  return open;
}

/** The number that a seat looks for; null when it has all ten. */
export function soughtBy(view: TenView, seat: number): string | null {
  const found = view.picture.found[seat] ?? 0;
  return found < 10 ? String(found + 1) : null;
}

/** The others in the order of play; for those who only watch, everybody. */
export function othersOf(view: TenView): readonly number[] {
  const { players } = view.table;
  const own = view.seat === null ? 0 : 1;
  const first = view.seat === null ? 0 : view.seat + 1;
  return Array.from({ length: players - own }, (_, step) => (first + step) % players);
}

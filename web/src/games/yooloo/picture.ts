/** What a seat sees of YOOLOO. */

import type { Picture, View } from "../../table/board";

export interface YoolooPicture extends Picture {
  readonly phase: "starter" | "points" | "stacking" | "choosing" | "showdown" | "over";
  /** Of the series, from 1. */
  readonly game: number;
  /** Of the game, from 1; 11 when all ten have been rated. */
  readonly round: number;
  readonly opener: number;
  /** Seats that have still to stack or to choose. */
  readonly waiting: readonly number[];
  /** The points card in play; `?` before it has been uncovered. */
  readonly prize: string | null;
  readonly parked: readonly string[];
  /** Of this game, by seat; null where they are hidden. */
  readonly points: readonly (number | null)[];
  /** Of the games that are over, by seat. */
  readonly totals: readonly number[];
  readonly hand: readonly string[];
  /** One's own stack, top first. */
  readonly stack: readonly string[];
  /** Cards in each stack. */
  readonly stacked: readonly number[];
  /** By seat; `?` for a card that lies face down. */
  readonly chosen: readonly (string | null)[];
}

export type YoolooView = View<YoolooPicture>;

/** Seats in the order of play, the one whose eyes these are last, nearest to the hand. */
export function seatsRound(view: View): readonly number[] {
  const { players } = view.table;
  const first = view.seat === null ? 0 : view.seat + 1;
  return Array.from({ length: players }, (_, step) => (first + step) % players);
}

/** How many games make the series. */
export function gamesOf(view: View): number {
  const games = view.table.options["games"];
  return typeof games === "number" ? games : 1;
}

/** The card that a seat has laid: open where one may see it, `?` face down, null for none. */
export function laidBy(view: YoolooView, seat: number): string | null {
  return view.all?.[seat]?.chosen[seat] ?? view.picture.chosen[seat] ?? null;
}

/** The table with everything laid and nothing uncovered, between what was and what came of it. */
export function laidDown(before: YoolooPicture, after: YoolooPicture): YoolooPicture {
  const asked = (seat: number) => before.waiting.includes(seat);
  return {
    ...before,
    hand: after.hand,
    waiting: [],
    stacked: before.stacked.map((cards, seat) => (asked(seat) ? Math.max(1, cards) : cards)),
    chosen: before.chosen.map((card, seat) => card ?? (asked(seat) ? "?" : null)),
  };
}

/** In a replay with all hands: a seat's stack while stacks are made, or else its hand. */
export function handsOf(view: YoolooView, seat: number): readonly string[] {
  const seen = view.all?.[seat];
  if (!seen) return [];
  return seen.phase === "stacking" ? seen.stack : seen.hand;
}

/** Seats by their score, the highest first. */
export function ranked(view: YoolooView): readonly number[] {
  const { scores } = view.picture;
  return [...seatsRound(view)].sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0));
}

/** How many stand side by side where not all have room in one line. */
export function across(count: number): number {
  return count <= 4 ? count : Math.ceil(count / 2);
}

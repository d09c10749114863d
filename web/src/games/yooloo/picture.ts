/** YOOLOO's picture for one seat. */

import type { Picture, View } from "../../table/board";

export interface YoolooPicture extends Picture {
  readonly phase: "starter" | "points" | "stacking" | "choosing" | "showdown" | "over";
  /** Number of the game in the series, from 1. */
  readonly game: number;
  /** Number of the round, from 1; 11 when all ten are scored. */
  readonly round: number;
  readonly opener: number;
  /** Seats that still have to stack or choose. */
  readonly waiting: readonly number[];
  /** The points card in play; `?` before it has been uncovered. */
  readonly prize: string | null;
  readonly parked: readonly string[];
  /** Points of this game, by seat; null if hidden. */
  readonly points: readonly (number | null)[];
  /** Points of the finished games, by seat. */
  readonly totals: readonly number[];
  readonly hand: readonly string[];
  /** The viewer's own stack, top first. */
  readonly stack: readonly string[];
  /** Number of cards in each stack. */
  readonly stacked: readonly number[];
  /** Chosen card by seat; `?` for a face-down card. */
  readonly chosen: readonly (string | null)[];
}

export type YoolooView = View<YoolooPicture>;

/** Return the seats in the order of play, the viewer's own last, nearest to the hand. */
export function seatsRound(view: View): readonly number[] {
  const { players } = view.table;
  const first = view.seat === null ? 0 : view.seat + 1;
  return Array.from({ length: players }, (_, step) => (first + step) % players);
}

/** Return the number of games in the series. */
export function gamesOf(view: View): number {
  const games = view.table.options["games"];
  return typeof games === "number" ? games : 1;
}

/** Return the card that a seat has played: its name if visible, `?` if face down, null if none. */
export function laidBy(view: YoolooView, seat: number): string | null {
  return view.all?.[seat]?.chosen[seat] ?? view.picture.chosen[seat] ?? null;
}

/** Return the table between two pictures, with all cards played and none revealed. */
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

/** Return a seat's stack while players stack, else its hand; for replays with all hands. */
export function handsOf(view: YoolooView, seat: number): readonly string[] {
  const seen = view.all?.[seat];
  if (!seen) return [];
  return seen.phase === "stacking" ? seen.stack : seen.hand;
}

/** Return the seats by score, highest first. */
export function ranked(view: YoolooView): readonly number[] {
  const { scores } = view.picture;
  return [...seatsRound(view)].sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0));
}

/** Return the number of items per row if they do not fit in one row. */
export function across(count: number): number {
  return count <= 4 ? count : Math.ceil(count / 2);
}

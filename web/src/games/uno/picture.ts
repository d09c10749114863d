/** UNO's picture for one seat, and the parts of a card's name. */

import type { View } from "../../table/board";

export interface UnoPicture {
  readonly phase:
    | "dealer"
    | "deck"
    | "reshuffle"
    | "shuffle_hands"
    | "opening"
    | "naming"
    | "turn"
    | "drawn"
    | "answer"
    | "discarding"
    | "hand_over"
    | "swapping"
    | "over";
  readonly scores: readonly number[];
  readonly turn: number;
  readonly dealer: number;
  readonly direction: number;
  /** The current colour. */
  readonly colour: Suit | null;
  readonly top: string | null;
  readonly drawPile: number;
  readonly discards: number;
  readonly sizes: readonly number[];
  /** Seats that have not called UNO yet. */
  readonly debts: readonly number[];
  /** The viewer's own cards; empty for a watcher. */
  readonly hand: readonly string[];
  /** The card just drawn, while it may be played. */
  readonly drawn: string | null;
  /** The seat that played the wild +4 which can be challenged. */
  readonly bluffer: number | null;
  /** With stacking: the number of cards that the seat on turn must draw or pass on. */
  readonly stacked: number;
  /** The seat that chooses a partner for a swap of hands. */
  readonly swapper: number | null;
  /** The card with which the viewer may jump in. */
  readonly jump: string | null;
}

export type UnoView = View<UnoPicture>;

export const SUITS = ["r", "y", "g", "b"] as const;
export type Suit = (typeof SUITS)[number];

/** The agreed effect of a customizable card. */
export type Effect =
  "plain" | "none" | "draw_until" | "dump_wilds" | "draw_three" | "extra_turn" | "exactly_seven";

/** The parts of a card's name: the suit (null for a wild) and the rank. */
export interface Reading {
  readonly suit: Suit | null;
  readonly rank: string;
}

export function isSuit(letter: unknown): letter is Suit {
  return SUITS.some((suit) => suit === letter);
}

export function readCard(card: string): Reading {
  const first = card[0];
  // No wild's name starts with the letter of a suit.
  return isSuit(first) ? { suit: first, rank: card.slice(1) } : { suit: null, rank: card };
}

/** Return the agreed effect of a customizable card; null for any other card. */
export function effectOf(
  card: string,
  options: Readonly<Record<string, unknown>> | undefined,
): Effect | null {
  if (!card.startsWith("custom")) return null;
  const agreed = options?.["custom"];
  const found: unknown = Array.isArray(agreed) ? agreed[Number(card.slice(6)) - 1] : null;
  return typeof found === "string" ? (found as Effect) : "plain";
}

/** Games drawn under water; each registers itself when it is loaded. */
const WATER = new Set<string>();

/** Register a game whose cards are drawn under water. */
export function playUnderWater(game: string): void {
  WATER.add(game);
}

export function isWater(view: UnoView): boolean {
  return WATER.has(view.table.game);
}

/** Return the target score; null if one round is the whole match. */
export function targetOf(view: UnoView): number | null {
  const { scoring, target } = view.table.options;
  if (scoring === "hand") return null;
  if (scoring === undefined && !isWater(view)) return null;
  return typeof target === "number" ? target : 500;
}

/** The table of UNO as one seat sees it, and what a card's name says. */

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
  /** The colour in play. */
  readonly colour: Suit | null;
  readonly top: string | null;
  readonly drawPile: number;
  readonly discards: number;
  readonly sizes: readonly number[];
  /** Seats that owe the call. */
  readonly debts: readonly number[];
  /** One's own cards; empty for somebody who only watches. */
  readonly hand: readonly string[];
  /** The card just drawn, while it may be played. */
  readonly drawn: string | null;
  /** Who has played the wild +4 that is to be answered. */
  readonly bluffer: number | null;
  /** With stacking: the cards that the seat on turn has to draw or pass on. */
  readonly stacked: number;
  /** Who chooses with whom to swap hands. */
  readonly swapper: number | null;
  /** The card with which one may jump in oneself. */
  readonly jump: string | null;
}

export type UnoView = View<UnoPicture>;

export const SUITS = ["r", "y", "g", "b"] as const;
export type Suit = (typeof SUITS)[number];

/** What each of the three customizable cards does, as agreed at the table. */
export type Effect =
  "plain" | "none" | "draw_until" | "dump_wilds" | "draw_three" | "extra_turn" | "exactly_seven";

/** A card's name, read: the suit (null: a wild) and what stands in its corner. */
export interface Reading {
  readonly suit: Suit | null;
  readonly rank: string;
}

export function isSuit(letter: unknown): letter is Suit {
  return SUITS.some((suit) => suit === letter);
}

export function readCard(card: string): Reading {
  const first = card[0];
  // No wild begins with the letter of a suit.
  return isSuit(first) ? { suit: first, rank: card.slice(1) } : { suit: null, rank: card };
}

/** The effect agreed for a customizable card; null for any other card. */
export function effectOf(
  card: string,
  options: Readonly<Record<string, unknown>> | undefined,
): Effect | null {
  if (!card.startsWith("custom")) return null;
  const agreed = options?.["custom"];
  const found: unknown = Array.isArray(agreed) ? agreed[Number(card.slice(6)) - 1] : null;
  return typeof found === "string" ? (found as Effect) : "plain";
}

/** The games of this package whose cards lie under water; each names itself when it is loaded. */
const WATER = new Set<string>();

/** Declare that a game is played with the cards under water. */
export function playUnderWater(game: string): void {
  WATER.add(game);
}

export function isWater(view: UnoView): boolean {
  return WATER.has(view.table.game);
}

/** Whether rounds are counted, and up to which sum; null: one round is the match. */
export function targetOf(view: UnoView): number | null {
  const { scoring, target } = view.table.options;
  if (scoring === "hand") return null;
  if (scoring === undefined && !isWater(view)) return null;
  return typeof target === "number" ? target : 500;
}

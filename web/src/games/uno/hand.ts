/** Layout of a hand: sorted, and spread so that every corner is readable and can be tapped. */

import { readCard, SUITS } from "./picture";

/** One card of a hand; `copy` distinguishes equal cards. */
export interface HeldCard {
  readonly card: string;
  readonly copy: number;
}

const RANKS = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "skip", "rev", "+2"];
const WILDS = ["wild", "wild+4", "shuffle", "custom1", "custom2", "custom3"];

function order(card: string): number {
  const { suit, rank } = readCard(card);
  if (suit === null) return 1000 + WILDS.indexOf(rank);
  return SUITS.indexOf(suit) * 100 + RANKS.indexOf(rank);
}

/** Sort by colour, then by rank; wilds last. */
export function sorted(hand: readonly string[]): readonly HeldCard[] {
  const copies = new Map<string, number>();
  return [...hand]
    .sort((a, b) => order(a) - order(b))
    .map((card) => {
      const copy = copies.get(card) ?? 0;
      copies.set(card, copy + 1);
      return { card, copy };
    });
}

/** Return the anchor name of a card in the hand. */
export function placeOfCard({ card, copy }: HeldCard): string {
  return copy === 0 ? `hand:${card}` : `hand:${card}:${copy}`;
}

/** Positions of the cards of a hand: rows of equal length, with a fixed step between cards. */
export interface Spread {
  readonly card: number; // width of a card in px
  readonly perRow: number;
  readonly rows: number;
  readonly stepX: number;
  readonly stepY: number;
  readonly height: number;
}

const RATIO = 1.4;
const SMALLEST = 56;
/**
 * Minimum visible width of a covered card in px, enough for a thumb. Very large hands go below it.
 */
export const THUMB = 44;
/** Size of the corner with number and sign, as a share of the card's width. */
const CORNER_X = 0.35;
const CORNER_Y = 0.5;
const MOST_ROWS = 6;

/**
 * Return the best layout of `count` cards in a field of this width and height, none wider than
 * `widest`.
 */
export function spread(count: number, width: number, height: number, widest: number): Spread {
  let best: Spread | null = null;
  let bestWorth = -Infinity;
  for (let rows = 1; rows <= Math.min(MOST_ROWS, Math.max(1, count)); rows++) {
    for (let card = Math.floor(widest); card >= Math.min(SMALLEST, widest); card -= 2) {
      const laid = lay(count, rows, card, width, height);
      const seenX = laid.perRow === 1 ? Infinity : laid.stepX;
      const seenY = rows === 1 ? Infinity : laid.stepY;
      const fits =
        seenX >= Math.max(THUMB, card * CORNER_X) && seenY >= Math.max(THUMB, card * CORNER_Y);
      if (!fits || laid.height > height) continue;
      const worth = card - 9 * rows;
      if (worth > bestWorth) [best, bestWorth] = [laid, worth];
      break;
    }
  }
  return best ?? tightest(count, width, height);
}

function lay(count: number, rows: number, card: number, width: number, height: number): Spread {
  const perRow = Math.max(1, Math.ceil(count / rows));
  const tall = card * RATIO;
  const stepX = perRow === 1 ? card : Math.min(card + 6, (width - card) / (perRow - 1));
  const stepY = rows === 1 ? 0 : Math.min(tall * 0.62, (height - tall) / (rows - 1));
  return { card, perRow, rows, stepX, stepY, height: tall + stepY * (rows - 1) };
}

/** Return the visible part of a covered card, in its smaller direction. */
export function seen({ stepX, stepY, rows }: Spread): number {
  return Math.min(stepX, rows === 1 ? Infinity : stepY);
}

/** Lay out a very large hand: maximize the visible part of each card. */
function tightest(count: number, width: number, height: number): Spread {
  let best = lay(count, 1, SMALLEST, width, height);
  for (let rows = 2; rows <= MOST_ROWS; rows++) {
    const laid = lay(count, rows, SMALLEST, width, height);
    if (seen(laid) > seen(best)) best = laid;
  }
  return best;
}

/**
 * Return centres of equally wide items in a row: each as near as possible to its wanted position,
 * without overlap.
 */
export function apart(wanted: readonly number[], room: number, width: number): readonly number[] {
  const places: number[] = [];
  for (const at of wanted) places.push(Math.max(at, (places.at(-1) ?? room / 2 - room) + room));
  let end = width - room / 2;
  for (let index = places.length - 1; index >= 0; index--) {
    places[index] = Math.min(places[index] ?? 0, end);
    end = (places[index] ?? 0) - room;
  }
  return places;
}

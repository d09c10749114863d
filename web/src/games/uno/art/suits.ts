/** The signs of the suits, drawn in a circle of radius 10 around the origin. */

import type { Suit } from "../picture";

export const SHAPES: Readonly<Record<Suit, string>> = {
  r: "M0-10A10 10 0 0 1 0 10A10 10 0 0 1 0-10Z",
  y: "M0-10.60L3.82-4.66L10.65-2.86L6.18 2.61L6.58 9.66L0 7.10L-6.58 9.66L-6.18 2.61L-10.65-2.86L-3.82-4.66Z",
  g: "M0-9.6L10.6 8.4H-10.6Z",
  b: "M-8.8-8.8H8.8V8.8H-8.8Z",
};

/** The colour of a suit, and the colour that contrasts with it. */
export const TONES: Readonly<Record<Suit, string>> = {
  r: "var(--red)",
  y: "var(--yellow)",
  g: "var(--green)",
  b: "var(--blue)",
};
export const ON_TONES: Readonly<Record<Suit, string>> = {
  r: "var(--card)",
  y: "var(--card-ink)",
  g: "var(--card)",
  b: "var(--card)",
};

/** The neutral shape, used for all suits when signs are off. */
export const PEBBLE = SHAPES.r;

/**
 * A suit's sign in the middle of a card: its scale, and the size and vertical offset of its number.
 */
export const HEROES: Readonly<Record<Suit, { scale: number; size: number; down: number }>> = {
  r: { scale: 2.65, size: 0.58, down: 0 },
  y: { scale: 2.75, size: 0.44, down: 0.4 },
  g: { scale: 2.6, size: 0.44, down: 2.4 },
  b: { scale: 2.5, size: 0.6, down: 0 },
};

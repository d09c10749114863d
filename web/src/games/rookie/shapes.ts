/** Inner shapes of the six kinds, centred on (0, 0) in a disc of radius 10. */

import type { Kind } from "./picture";

export const SHAPES: Readonly<Record<Kind, string>> = {
  R: "M-4.4 0a4.4 4.4 0 1 0 8.8 0a4.4 4.4 0 1 0-8.8 0z",
  G: "M0 -6.2L5.9 4.1H-5.9z",
  B: "M-4.5 -4.5h9v9h-9z",
  Y: "M0 -6.8L1.9 -2.2L6.5 -2.1L2.9 .9L4 5.5L0 3L-4 5.5L-2.9 .9L-6.5 -2.1L-1.9 -2.2z",
  P: "M0 5.9C-8.4 .6 -6.4 -5.7 -2.9 -5.4C-1.4 -5.2 -.3 -4.2 0 -3.1C.3 -4.2 1.4 -5.2 2.9 -5.4C6.4 -5.7 8.4 .6 0 5.9z",
  X: "M-8.4 -6.2L-5.8 -8.8L.1 -2.2L6.4 -8.6L8.4 -6L2.4 .1L8.9 9.2L4.6 7.6L-.2 2.4L-6.6 9.6L-7.9 5.4L-2.3 -.2z",
};

export const COLOURS: Readonly<Record<Kind, string>> = {
  R: "var(--red)",
  G: "var(--green)",
  B: "var(--blue)",
  Y: "var(--yellow)",
  P: "var(--pink)",
  X: "var(--card-ink)",
};

/** Colour of the inner shape: white, except on yellow, where it would be hard to see. */
export const INNER: Readonly<Record<Kind, string>> = {
  R: "var(--card)",
  G: "var(--card)",
  B: "var(--card)",
  Y: "var(--card-ink)",
  P: "var(--card)",
  X: "var(--card)",
};

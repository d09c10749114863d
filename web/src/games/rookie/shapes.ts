/** The signs of the six kinds, drawn around (0, 0) in a disc of radius 10. */

import type { Kind } from "./picture";

export const SHAPES: Readonly<Record<Kind, string>> = {
  R: "M-4.4 0a4.4 4.4 0 1 0 8.8 0a4.4 4.4 0 1 0-8.8 0z",
  G: "M0 -6.2L5.9 4.1H-5.9z",
  B: "M-4.5 -4.5h9v9h-9z",
  Y: "M0 -6.8L1.9 -2.2L6.5 -2.1L2.9 .9L4 5.5L0 3L-4 5.5L-2.9 .9L-6.5 -2.1L-1.9 -2.2z",
  P: "M0 5.9C-8.4 .6 -6.4 -5.7 -2.9 -5.4C-1.4 -5.2 -.3 -4.2 0 -3.1C.3 -4.2 1.4 -5.2 2.9 -5.4C6.4 -5.7 8.4 .6 0 5.9z",
  X: "M-7 -7.8L.3 -2.2L7.6 -7.2L2.4 .1L7 7.9L-.2 2.3L-7.7 7L-2.3 -.2z",
};

/** Ink that was spilt in anger: what the X stands on instead of a disc. */
export const SPLASH =
  "M0 -10.6L2 -8.6L5 -9.6L5.6 -7L9 -7.2L8 -4L10.6 -2L8.8 0L10.4 2.6L8 4L8.6 7.6L5.4 7L4 9.8L1.6 8.6L-1 10.6L-2.6 8.4L-6 9.4L-6 6.4L-9.6 6L-8.2 3L-10.6 .6L-8.6 -1.2L-9.8 -4.4L-7 -5L-6.6 -8.4L-3.6 -7.6z";

export const COLOURS: Readonly<Record<Kind, string>> = {
  R: "var(--red)",
  G: "var(--green)",
  B: "var(--blue)",
  Y: "var(--yellow)",
  P: "var(--pink)",
  X: "var(--card-ink)",
};

/** White would not stand out from yellow. */
export const INNER: Readonly<Record<Kind, string>> = {
  R: "var(--card)",
  G: "var(--card)",
  B: "var(--card)",
  Y: "var(--card-ink)",
  P: "var(--card)",
  X: "var(--card)",
};

/**
 * Backs of the eight sets of cards: a colour and a motif for each seat, so that colour is never the
 * only difference.
 */

export interface Back {
  /** Dark enough for white text on it, and for numerals on white paper. */
  readonly colour: string;
  /** A motif centred on 0, 0, about 10 wide, drawn as a line. */
  readonly motif: string;
  readonly filled: boolean;
}

export const BACKS: readonly [Back, ...Back[]] = [
  { colour: "#b23a2b", motif: "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z", filled: true },
  {
    colour: "#2a5f9e",
    motif: "M-4.5 4.5L4.5 -4.5M-4.5 -0.5L-0.5 -4.5M0.5 4.5L4.5 0.5",
    filled: false,
  },
  { colour: "#2f7547", motif: "M0 -5L5 0L0 5L-5 0z", filled: true },
  { colour: "#8a5800", motif: "M-6 1.5Q-3 -4 0 0T6 -1.5", filled: false },
  { colour: "#6d4a93", motif: "M0 -4.6L4.8 3.8H-4.8z", filled: true },
  { colour: "#14737a", motif: "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z", filled: false },
  { colour: "#a83f72", motif: "M-4 -4L4 4M4 -4L-4 4", filled: false },
  { colour: "#4a5561", motif: "M-5.5 2L-2.75 -3L0 2L2.75 -3L5.5 2", filled: false },
];

export function backOfSeat(seat: number): Back {
  return BACKS[seat % BACKS.length] ?? BACKS[0];
}

/** Positions of the motifs on a back of 100 × 140, in staggered rows. */
export const PLACES: readonly { readonly x: number; readonly y: number }[] = Array.from(
  { length: 9 },
  (_, row) =>
    Array.from({ length: row % 2 ? 5 : 4 }, (__, column) => ({
      x: (row % 2 ? 18 : 26) + column * 16,
      y: 14 + row * 14,
    })),
).flat();

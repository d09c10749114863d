/** Where people sit: play goes anticlockwise, so the next one is on the right, partners face each other. */

export type Side = "left" | "top" | "right";

export interface Sitter {
  readonly seat: number;
  readonly side: Side;
}

const SIDES: Readonly<Record<number, readonly Side[]>> = {
  1: ["top"],
  2: ["right", "left"],
  3: ["right", "top", "left"],
  4: ["right", "right", "left", "left"],
  5: ["right", "right", "top", "left", "left"],
};

/** The others as `me` sees them, from my left round to my right. */
export function others(players: number, me: number): readonly Sitter[] {
  const sides = SIDES[players - 1] ?? [];
  return sides.map((side, step) => ({ seat: (me + 1 + step) % players, side })).reverse();
}

/** The seat opposite, in teams. */
export function partnerOf(seat: number, players: number): number {
  return (seat + players / 2) % players;
}

/** A team by a letter: A is that of seats 0 and opposite. */
export function teamOf(seat: number, players: number): string {
  return String.fromCharCode(65 + (seat % (players / 2)));
}

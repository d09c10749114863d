/**
 * Seating: play goes anticlockwise, so the next player is on the right. Partners face each other.
 */

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

/** Return the other players as `me` sees them, from left to right. */
export function others(players: number, me: number): readonly Sitter[] {
  const sides = SIDES[players - 1] ?? [];
  return sides.map((side, step) => ({ seat: (me + 1 + step) % players, side })).reverse();
}

/** Return the partner: the seat opposite. */
export function partnerOf(seat: number, players: number): number {
  return (seat + players / 2) % players;
}

/** Return the letter of a team; A is the team of seat 0. */
export function teamOf(seat: number, players: number): string {
  return String.fromCharCode(65 + (seat % (players / 2)));
}

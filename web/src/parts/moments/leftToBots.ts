import type { GamePage, View } from "../../table/board";

/**
 * Whether only bots still act in a match, and these eyes need not wait for them: one's own seats are
 * out, or one watches, and everybody else who is in it is a bot or has a stand-in.
 */
export function isLeftToBots(page: GamePage, view: View, own: readonly number[]): boolean {
  if (view.table.phase !== "playing") return false;
  return view.table.seats.every(
    ({ kind, standIn }, seat) =>
      page.isOut?.(view, seat) || (!own.includes(seat) && (kind === "bot" || standIn)),
  );
}

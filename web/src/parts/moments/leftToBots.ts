import type { GamePage, View } from "../../table/board";

/**
 * Return whether only bots still play: the viewer watches or is out, and every other active seat is
 * a bot or has a stand-in.
 */
export function isLeftToBots(page: GamePage, view: View, own: readonly number[]): boolean {
  if (view.table.phase !== "playing") return false;
  return view.table.seats.every(
    ({ kind, standIn }, seat) =>
      page.isOut?.(view, seat) || (!own.includes(seat) && (kind === "bot" || standIn)),
  );
}

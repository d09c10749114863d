/** Pauses the animation after my own wrong card, not after those of other players. */

import type { Halt } from "../../table/board";
import type { EventInfo } from "../../wire/messages";
import type { TenPicture, TenView } from "./picture";

export const MISS_MS = 1700;

export function haltsOf(
  events: readonly EventInfo[],
  before: TenView,
): readonly Halt<TenPicture>[] {
  const halts: Halt<TenPicture>[] = [];
  let { picture } = before;
  events.forEach(({ kind, seat, a, b }, index) => {
    if (seat !== before.seat || (kind !== "found" && kind !== "missed")) return;
    const rows = picture.rows.map((row, owner) =>
      owner === seat ? row.map((card, at) => (at + 1 === Number(b) ? String(a) : card)) : row,
    );
    if (kind === "found") {
      picture = { ...picture, rows };
      return;
    }
    const all = events[index + 1]?.kind === "covered";
    const missed = { seat, place: Number(b), card: String(a), all };
    halts.push({ after: index + 1, picture: { ...picture, rows, missed }, holdMs: MISS_MS });
  });
  return halts;
}

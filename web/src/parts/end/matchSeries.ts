/** A series of matches at one table: agreement to a rematch. */

import type { TableInfo } from "../../wire/messages";

/** Return the present people who have not agreed to a rematch yet. */
export function undecidedSeats(table: TableInfo): readonly number[] {
  return table.seats.flatMap(({ kind, agreed, mine, away }, number) =>
    kind === "person" && !agreed && !mine && !away ? [number] : [],
  );
}

/** A series of matches at one table: wins, and agreement to a rematch. */

import type { TableInfo } from "../../wire/messages";

/** Count the matches won, by seat. Only matches of the present player count. */
export function winsOf(table: TableInfo): readonly number[] {
  return table.seats.map(
    (seat, number) =>
      table.evening.filter(
        ({ winners, seats }) => winners.includes(number) && seats[number] === seat.name,
      ).length,
  );
}

/** Return the present people who have not agreed to a rematch yet. */
export function undecidedSeats(table: TableInfo): readonly number[] {
  return table.seats.flatMap(({ kind, agreed, mine, away }, number) =>
    kind === "person" && !agreed && !mine && !away ? [number] : [],
  );
}

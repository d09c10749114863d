/** An evening of several matches: who has won how often, and whether there is another one. */

import type { TableInfo } from "../wire/messages";

/** By seat: how many matches of the evening the one who sits there has won. */
export function winsOf(table: TableInfo): readonly number[] {
  return table.seats.map(
    (seat, number) =>
      table.evening.filter(
        ({ winners, seats }) => winners.includes(number) && seats[number] === seat.name,
      ).length,
  );
}

/** The seats that have not said yet whether they play on; who has gone is not waited for. */
export function hesitating(table: TableInfo): readonly number[] {
  return table.seats.flatMap(({ kind, agreed, mine, away }, number) =>
    kind === "person" && !agreed && !mine && !away ? [number] : [],
  );
}

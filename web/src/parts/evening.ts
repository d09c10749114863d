/** The score of an evening: who has won how often, by the names that sit here now. */

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

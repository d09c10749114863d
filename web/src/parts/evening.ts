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

/** Seats from the best to the last: winners first, then by points as the winners have them. */
export function ranked(scores: readonly number[], winners: readonly number[]): readonly number[] {
  const best = winners.map((seat) => scores[seat] ?? 0);
  const others = scores.filter((_, seat) => !winners.includes(seat));
  const lowWins = best.length > 0 && others.length > 0 && Math.max(...best) < Math.min(...others);
  return scores
    .map((_, seat) => seat)
    .sort((one, other) => {
      const won = Number(winners.includes(other)) - Number(winners.includes(one));
      const points = (scores[other] ?? 0) - (scores[one] ?? 0);
      return won || (lowWins ? -points : points) || one - other;
    });
}

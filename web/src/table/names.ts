/** The names of people and bots at the table. */

import { characterOf } from "../avatars/characters";
import type { SeatInfo, TableInfo } from "../wire/messages";

/** Return the name of a seat: a nickname, or the name of a bot's character. */
export function nameOf(seat: SeatInfo, number: number): string {
  if (seat.kind === "bot") return characterOf(number).name;
  return seat.kind === "open" ? "…" : seat.name;
}

export function namesOf(table: TableInfo): readonly string[] {
  return table.seats.map(nameOf);
}

/** Return the level of a bot: the part before the colon in e.g. `hard:ms=500`. */
export function levelOf(seat: SeatInfo): string {
  return seat.name.split(":")[0] ?? seat.name;
}

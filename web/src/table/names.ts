/** What people and bots are called at the table. */

import type { SeatInfo, TableInfo } from "../wire/messages";

const BOTS = ["Ada", "Beppe", "Cleo", "Dino", "Elsa", "Furio", "Gina", "Ugo", "Mina", "Otto"];

/** A bot has a name of its own; its level stands beside it. */
export function nameOf(seat: SeatInfo, number: number): string {
  if (seat.kind === "bot") return BOTS[number % BOTS.length] ?? "Bot";
  return seat.kind === "open" ? "…" : seat.name;
}

export function namesOf(table: TableInfo): readonly string[] {
  return table.seats.map(nameOf);
}

/** The level of a bot: the first word of how it is written, e.g. `hard:ms=500`. */
export function levelOf(seat: SeatInfo): string {
  return seat.name.split(":")[0] ?? seat.name;
}

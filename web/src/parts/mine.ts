/** The tables of one person as a list: those that wait for the person first. */

import { namesOf } from "../table/names";
import { namesIn } from "../table/outcome";
import type { Mine } from "../wire/http";
import type { TableInfo } from "../wire/messages";
import type { Words } from "../words/words.svelte";

/** Of a table, who is to move. */
export type Turns = Mine["turns"];

const PHASES: readonly TableInfo["phase"][] = ["playing", "starting", "waiting", "over", "closed"];

/** Whether it is my turn at a table; of several people at this device: that of one of them. */
export function isMyTurn(table: TableInfo, turns: Turns): boolean {
  return (turns[table.id] ?? []).some((seat) => table.seats[seat]?.mine);
}

/** Tables where it is my turn, then the others that are played, then those that wait or are over. */
export function arranged(tables: readonly TableInfo[], turns: Turns): readonly TableInfo[] {
  const rank = (table: TableInfo) =>
    isMyTurn(table, turns) ? -1 : Math.max(0, PHASES.indexOf(table.phase));
  return [...tables].sort((one, other) => rank(one) - rank(other));
}

/** How things are at a table, in a few words. */
export function stateOf(table: TableInfo, turns: Turns, words: Words): string {
  const seats = turns[table.id] ?? [];
  if (table.phase !== "playing" || seats.length === 0) return words.phases[table.phase];
  const own = table.seats.filter((seat) => seat.mine).length;
  if (own === 1 && isMyTurn(table, turns)) return words.home.yourTurn;
  return words.home.theirTurn(namesIn(namesOf(table), seats, words.end.and));
}

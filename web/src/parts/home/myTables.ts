/** The tables of one person, sorted by urgency. */

import { ask } from "../../net/api";
import { namesOf } from "../../table/names";
import { namesIn } from "../../table/outcome";
import type { Mine } from "../../wire/http";
import type { TableInfo } from "../../wire/messages";
import type { Words } from "../../words/words.svelte";

/** The seats to move, by table. */
export type Turns = Mine["turns"];

const PHASES: readonly TableInfo["phase"][] = ["playing", "starting", "waiting", "over", "closed"];

/** Return whether a seat of this device is to move. */
export function isMyTurn(table: TableInfo, turns: Turns): boolean {
  return (turns[table.id] ?? []).some((seat) => table.seats[seat]?.mine);
}

/** Sort tables: my turn first, then running, waiting and finished ones. */
export function sortTables(tables: readonly TableInfo[], turns: Turns): readonly TableInfo[] {
  const rank = (table: TableInfo) =>
    isMyTurn(table, turns) ? -1 : Math.max(0, PHASES.indexOf(table.phase));
  return [...tables].sort((one, other) => rank(one) - rank(other));
}

/** Describe the state of a table in a few words. */
export function stateOf(table: TableInfo, turns: Turns, words: Words): string {
  const seats = turns[table.id] ?? [];
  if (table.phase !== "playing" || seats.length === 0) return words.phases[table.phase];
  const own = table.seats.filter((seat) => seat.mine).length;
  if (own === 1 && isMyTurn(table, turns)) return words.home.yourTurn;
  return words.home.theirTurn(namesIn(namesOf(table), seats, words.end.and));
}

/** Return how this person can quit a table: the host closes it, others leave between matches. */
export function wayOut(table: TableInfo): "close" | "leave" | null {
  if (table.seats.some(({ mine, host }) => mine && host)) return "close";
  return table.phase === "waiting" || table.phase === "over" ? "leave" : null;
}

/** Close a table as its host, or leave all of one's seats. */
export async function quitTable(table: TableInfo): Promise<void> {
  const path = { table: table.id };
  if (wayOut(table) === "close") return ask("DELETE /api/tables/{table}", { path });
  for (const [seat, { mine }] of table.seats.entries())
    if (mine) await ask("DELETE /api/tables/{table}/seats/{seat}", { path: { ...path, seat } });
}

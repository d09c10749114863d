/** What can be asked of a table while it waits. */

import { ask } from "../../net/api";
import { attempt } from "../attempt";
import type { AskedSettings } from "../../wire/http";
import type { TableInfo } from "../../wire/messages";

export const LEVELS = ["random", "easy", "normal", "hard", "master"] as const;
export type Level = (typeof LEVELS)[number];

interface Change {
  readonly players?: number;
  readonly options?: Readonly<Record<string, unknown>>;
  readonly settings?: Partial<AskedSettings>;
}

/** What came of the last change. */
let arranged: Promise<TableInfo | null> = Promise.resolve(null);

/**
 * Change what is agreed; everything else stays as it is, also what was changed a moment ago and has
 * not been shown yet.
 */
export function arrange(table: TableInfo, change: Change): Promise<TableInfo | null> {
  arranged = arranged
    .catch(() => null)
    .then((last) => put(last?.id === table.id && last.seq > table.seq ? last : table, change));
  return arranged;
}

function put(table: TableInfo, change: Change): Promise<TableInfo | null> {
  return attempt(
    ask("PUT /api/tables/{table}", {
      path: { table: table.id },
      body: {
        players: change.players ?? table.players,
        options: { ...table.options, ...change.options },
        settings: { ...asked(table), ...change.settings },
      },
    }),
  );
}

/** The settings as they were asked for. Of hints we see only the outcome: where it is the usual one
 *  (for a person alone with bots) nobody has asked for another. */
export function asked(table: TableInfo): AskedSettings {
  const { settings } = table;
  return {
    ...settings,
    standIn: (LEVELS as readonly string[]).includes(settings.standIn)
      ? (settings.standIn as Level)
      : "normal",
    hints: settings.hints === isAlone(table) ? null : settings.hints,
  };
}

function isAlone(table: TableInfo): boolean {
  return table.seats.filter((seat) => seat.kind === "person").length <= 1;
}

export function seatBot(table: string, seat: number, bot: string): Promise<TableInfo | null> {
  return attempt(
    ask("PUT /api/tables/{table}/seats/{seat}", { path: { table, seat }, body: { bot } }),
  );
}

/** A bot on every free seat. */
export async function fill(table: TableInfo): Promise<void> {
  for (const [seat, { kind }] of table.seats.entries())
    if (kind === "open" && !(await seatBot(table.id, seat, "normal"))) return;
}

export function sit(table: string, nick: string, seat?: number): Promise<TableInfo | null> {
  return attempt(
    ask("POST /api/tables/{table}/seats", {
      path: { table },
      body: { nick, seat: seat ?? null },
    }),
  );
}

export function clear(table: string, seat: number): Promise<TableInfo | null> {
  return attempt(ask("DELETE /api/tables/{table}/seats/{seat}", { path: { table, seat } }));
}

/** Let somebody sit down again whom the host has removed. */
export function letIn(table: string, removed: number): Promise<TableInfo | null> {
  const way = "DELETE /api/tables/{table}/removed/{removed}";
  return attempt(ask(way, { path: { table, removed } }));
}

export function handOver(table: string, seat: number): Promise<TableInfo | null> {
  return attempt(ask("POST /api/tables/{table}/host", { path: { table }, body: { seat } }));
}

export function start(table: string, named: number | null): Promise<TableInfo | null> {
  return attempt(ask("POST /api/tables/{table}/start", { path: { table }, body: { named } }));
}

/** A code of eight letters by which another device takes a seat. */
export async function lend(table: string, seat: number): Promise<string | null> {
  const way = "POST /api/tables/{table}/seats/{seat}/code";
  return (await attempt(ask(way, { path: { table, seat } })))?.code ?? null;
}

export function take(table: string, code: string): Promise<TableInfo | null> {
  return attempt(
    ask("POST /api/tables/{table}/take", {
      path: { table },
      body: { code: code.replace(/\s/g, "").toUpperCase() },
    }),
  );
}

/** Requests of the lobby to the server. Each resolves to null when it was refused. */

import { ownAnimal } from "../../avatars/avatars";
import { isCalmGame } from "../../games/boxes";
import { ask } from "../../net/api";
import { BOT_MS, paceOf } from "../../speed";
import { attempt } from "../notices/attempt";
import type { AskedSettings, Lent } from "../../wire/http";
import type { TableInfo } from "../../wire/messages";
import { book } from "../../words/rules.svelte";

export const LEVELS = ["random", "easy", "normal", "hard", "master"] as const;
export type Level = (typeof LEVELS)[number];

interface Change {
  readonly players?: number;
  /** Options that change. The name of the mix goes with them, unless a new one comes along. */
  readonly options?: Readonly<Record<string, unknown>>;
  readonly settings?: Partial<AskedSettings>;
}

/** The result of the last change. */
let arranged: Promise<TableInfo | null> = Promise.resolve(null);

/**
 * Change players, options or settings. Changes run one after the other, so that a quick second
 * change
 * does not undo the first.
 */
export function changeTable(table: TableInfo, change: Change): Promise<TableInfo | null> {
  arranged = arranged
    .catch(() => null)
    .then((last) => put(last?.id === table.id && last.seq > table.seq ? last : table, change));
  return arranged;
}

function put(table: TableInfo, change: Change): Promise<TableInfo | null> {
  const options = { ...table.options, ...change.options };
  return attempt(
    ask("PUT /api/tables/{table}", {
      path: { table: table.id },
      body: {
        players: change.players ?? table.players,
        options,
        settings: {
          ...requestedSettings(table),
          ...pacedFor(table, options),
          ...(change.options ? { mix: "" } : {}),
          ...change.settings,
        },
      },
    }),
    limitOf(table.game, change.options),
  );
}

/** Return the game's own words for a refused option, where it has a limit of its own. */
function limitOf(game: string, options: Change["options"] = {}): Readonly<Record<string, string>> {
  const said = book.of(game)?.options;
  const limit = Object.keys(options)
    .map((name) => said?.[name]?.["limit"])
    .find((text) => text !== undefined);
  return limit === undefined ? {} : { bad_option: limit };
}

/** If options turn a game for children on or off, return the default pace of bots for it. */
function pacedFor(
  table: TableInfo,
  options: Readonly<Record<string, unknown>>,
): Partial<AskedSettings> {
  const [before, after] = [table.options, options].map(
    (one) => BOT_MS[paceOf(isCalmGame(table.game, one))],
  );
  return after !== undefined && before === table.settings.paceMs ? { paceMs: after } : {};
}

/**
 * Return the settings in the form of a request. The table tells only whether hints are on: where
 * that
 * equals the default (on for one person with bots), the request leaves it to the server.
 */
export function requestedSettings(table: TableInfo): AskedSettings {
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

/** Put a bot on every free seat. */
export async function fillWithBots(table: TableInfo): Promise<void> {
  for (const [seat, { kind }] of table.seats.entries())
    if (kind === "open" && !(await seatBot(table.id, seat, "normal"))) return;
}

/**
 * Sit down with the face of this device; further people at the device have no face of their own.
 */
export function sit(table: string, nick: string, seat?: number): Promise<TableInfo | null> {
  const avatar = seat === undefined ? ownAnimal() : "";
  return attempt(
    ask("POST /api/tables/{table}/seats", {
      path: { table },
      body: { nick, seat: seat ?? null, avatar },
    }),
  );
}

/** Ask the host for the seat of a bot, with the face of this device. */
export function askForSeat(table: string, nick: string): Promise<TableInfo | null> {
  const body = { nick, avatar: ownAnimal() };
  return attempt(ask("POST /api/tables/{table}/requests", { path: { table }, body }));
}

/** Withdraw a request for a seat, or decline one as the host. */
export function refuseRequest(table: string, request: number): Promise<TableInfo | null> {
  const way = "DELETE /api/tables/{table}/requests/{request}";
  return attempt(ask(way, { path: { table, request } }));
}

/** Give the seat of a bot to somebody who has asked for one. */
export function admit(table: string, request: number, seat: number): Promise<TableInfo | null> {
  const way = "PUT /api/tables/{table}/requests/{request}";
  return attempt(ask(way, { path: { table, request }, body: { seat } }));
}

/** Ask the bots to play the rest of the match quickly. */
export function hurryBots(table: string, seat: number): Promise<TableInfo | null> {
  return attempt(ask("POST /api/tables/{table}/hurry", { path: { table }, body: { seat } }));
}

export function clearSeat(table: string, seat: number): Promise<TableInfo | null> {
  return attempt(ask("DELETE /api/tables/{table}/seats/{seat}", { path: { table, seat } }));
}

/** Allow a removed person to sit down again. */
export function readmit(table: string, removed: number): Promise<TableInfo | null> {
  const way = "DELETE /api/tables/{table}/removed/{removed}";
  return attempt(ask(way, { path: { table, removed } }));
}

export function handOver(table: string, seat: number): Promise<TableInfo | null> {
  return attempt(ask("POST /api/tables/{table}/host", { path: { table }, body: { seat } }));
}

export function start(table: string, named: number | null): Promise<TableInfo | null> {
  return attempt(ask("POST /api/tables/{table}/start", { path: { table }, body: { named } }));
}

/** Request the code with which another device takes over a seat. */
export function requestSeatCode(table: string, seat: number): Promise<Lent | null> {
  return attempt(ask("POST /api/tables/{table}/seats/{seat}/code", { path: { table, seat } }));
}

export function takeSeat(table: string, code: string): Promise<TableInfo | null> {
  return attempt(
    ask("POST /api/tables/{table}/take", {
      path: { table },
      body: { code: code.replace(/\s/g, "").toUpperCase() },
    }),
  );
}

/** Ways to open a table. Each resolves to its address, or null if the server refused. */

import { ownAnimal } from "../../avatars/avatars";
import type { GameId } from "../../games";
import { companyOf, isCalmGame } from "../../games/boxes";
import { ask } from "../../net/api";
import { BOT_MS, paceOf } from "../../speed";
import { attempt } from "../notices/attempt";
import { nickOrGuest } from "./guestName";

const USUAL_BOT = "normal";
/** Settings that a new table takes from this device. */
const paced = (game: GameId) => ({ paceMs: BOT_MS[paceOf(isCalmGame(game, {}))] });
/** Called with the limit that refused a table; null if it was another reason. */
type OnLimit = (limit: string | null) => void;

/** Commit this device's part of the deal, then start. */
async function begin(table: string): Promise<void> {
  const { pledgeBeforeStart } = await import("../../fair/pledgeBeforeStart");
  await pledgeBeforeStart(table);
  await ask("POST /api/tables/{table}/start", { path: { table }, body: {} });
}

/** Open and start a table with bots. */
export async function playNow(game: GameId, onlimit?: OnLimit): Promise<string | null> {
  const players = companyOf(game);
  const bots = Array.from({ length: players - 1 }, () => USUAL_BOT);
  return attempt(
    (async () => {
      const table = await ask("POST /api/tables", {
        body: {
          game,
          nick: nickOrGuest(),
          avatar: ownAnimal(),
          players,
          bots,
          settings: paced(game),
        },
      });
      await begin(table.id);
      return `/t/${table.id}`;
    })(),
    {},
    onlimit,
  );
}

/** Open a table that waits for friends. */
export async function inviteTo(
  game: GameId,
  nick: string,
  onlimit: OnLimit,
): Promise<string | null> {
  const players = companyOf(game);
  const body = { game, nick, avatar: ownAnimal(), players, settings: paced(game) };
  const table = await attempt(ask("POST /api/tables", { body }), {}, onlimit);
  return table && `/t/${table.id}`;
}

/** Open a table for several people at this device, with bots; `start` skips the lobby. */
export async function passAround(
  game: GameId,
  names: readonly string[],
  bots: number,
  start: boolean,
  onlimit: OnLimit,
): Promise<string | null> {
  const [nick = "", ...others] = names;
  return attempt(
    (async () => {
      const players = names.length + bots;
      const table = await ask("POST /api/tables", {
        body: { game, nick, avatar: ownAnimal(), players, settings: paced(game) },
      });
      const path = { table: table.id };
      for (const other of others)
        await ask("POST /api/tables/{table}/seats", { path, body: { nick: other } });
      for (let seat = names.length; seat < players; seat++)
        await ask("PUT /api/tables/{table}/seats/{seat}", {
          path: { ...path, seat },
          body: { bot: USUAL_BOT },
        });
      if (start) await begin(table.id);
      return `/t/${table.id}`;
    })(),
    {},
    onlimit,
  );
}

/** Opening a table in one of the three ways. Each answers with where to go, or null if refused. */

import { FACTS } from "../art/boxes";
import type { GameId } from "../games";
import { ask } from "../net/api";
import { attempt } from "./attempt";
import { nickOrGuest } from "./guest";

const USUAL_BOT = "normal";

/** Start at once, with this device's part in the deal promised before. */
async function begin(table: string): Promise<void> {
  const { promiseFirst } = await import("../fair/first");
  await promiseFirst(table);
  await ask("POST /api/tables/{table}/start", { path: { table }, body: {} });
}

/** Against bots, at once. */
export async function playNow(game: GameId): Promise<string | null> {
  const players = FACTS[game].company;
  const bots = Array.from({ length: players - 1 }, () => USUAL_BOT);
  return attempt(
    (async () => {
      const table = await ask("POST /api/tables", {
        body: { game, nick: nickOrGuest(), players, bots },
      });
      await begin(table.id);
      return `/t/${table.id}`;
    })(),
  );
}

/** With friends: a table that waits for them. */
export async function inviteTo(game: GameId, nick: string): Promise<string | null> {
  const body = { game, nick, players: FACTS[game].company };
  const table = await attempt(ask("POST /api/tables", { body }));
  return table && `/t/${table.id}`;
}

/** Several people around this device, with bots if they like; started, or still to be arranged. */
export async function passAround(
  game: GameId,
  names: readonly string[],
  bots: number,
  start: boolean,
): Promise<string | null> {
  const [nick = "", ...others] = names;
  return attempt(
    (async () => {
      const players = names.length + bots;
      const table = await ask("POST /api/tables", { body: { game, nick, players } });
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
  );
}

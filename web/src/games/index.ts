/** The games' pages: one folder for each game, loaded when it is needed. */

import type { GamePage } from "../table/board";

/** The id of a game, which is also the name of its folder. */
export type GameId = string;

const PAGES = import.meta.glob<{ readonly page: unknown }>("./*/index.ts");
/** Draws every game that has no folder here. */
const GENERIC = "generic";
const pathOf = (folder: string) => `./${folder}/index.ts`;

/** Return whether a game has a page of its own. */
export function hasPage(game: GameId): boolean {
  return Object.hasOwn(PAGES, pathOf(game));
}

/** Load the page of a game. Only the page itself knows the form of the game's pictures. */
export async function pageOf(game: GameId): Promise<GamePage> {
  const load = PAGES[pathOf(game)] ?? PAGES[pathOf(GENERIC)];
  if (!load) throw new Error(`no page: ${game}`);
  return (await load()).page as GamePage;
}

/** The games' pages, each loaded when it is needed. */

import type { GamePage } from "../table/board";

export type GameId = "yooloo" | "one_to_ten" | "rookie" | "uno" | "uno_h2o" | "dieci";
export const GAMES: readonly GameId[] = [
  "yooloo",
  "one_to_ten",
  "rookie",
  "uno",
  "uno_h2o",
  "dieci",
];

const PAGES: Readonly<Record<GameId, () => Promise<{ readonly page: unknown }>>> = {
  yooloo: () => import("./yooloo"),
  one_to_ten: () => import("./one_to_ten"),
  rookie: () => import("./rookie"),
  uno: () => import("./uno"),
  uno_h2o: () => import("./uno/h2o"),
  dieci: () => import("./dieci"),
};

export function isGame(id: string): id is GameId {
  return id in PAGES;
}

/** The page of a game. A game knows the form of its own pictures; nobody else looks inside. */
export async function pageOf(game: GameId): Promise<GamePage> {
  return (await PAGES[game]()).page as GamePage;
}

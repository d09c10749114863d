/** The boxes on the home screen: data about each game that is known before its page is loaded. */

import type { Component } from "svelte";

import { shelf } from "../words/games.svelte";
import { language, type Lang } from "../words/words.svelte";
import type { GameId } from ".";
import GenericArt from "./generic/Art.svelte";

/** The declaration of a game in its `box.ts`. */
export interface GameBox {
  readonly title: Readonly<Record<Lang, string>>;
  readonly tagline: Readonly<Record<Lang, string>>;
  /** The picture on the lid. */
  readonly Art: Component;
  /** Position on the shelf: lower numbers come first. */
  readonly place: number;
  /** The game that shares its box with this one, if this one has no box of its own. */
  readonly sharesBoxOf?: GameId;
  /** Length of a match with the default options. */
  readonly minutes: number;
  /** Minimum age: from the booklet, or from the box where the booklet is silent. */
  readonly age: number;
  /** Number of players in a quick game against bots. */
  readonly company: number;
  /** Whether bots and moments are slow by default, because children play. */
  readonly isCalm?: (options: Readonly<Record<string, unknown>>) => boolean;
}

/** A box on the shelf, with one or more games in it. */
export interface ShelfBox {
  readonly games: readonly GameId[];
  readonly Art: Component;
}

const USUAL_COMPANY = 3;

const FOUND = import.meta.glob<GameBox>("./*/box.ts", { eager: true, import: "box" });
const BOXES: ReadonlyMap<GameId, GameBox> = new Map(
  Object.entries(FOUND)
    .map(([path, box]) => [path.split("/")[1] ?? "", box] as const)
    .sort(([, one], [, other]) => one.place - other.place),
);

/** The games that have a folder in the page, in the order of the shelf. */
export const GAMES: readonly GameId[] = [...BOXES.keys()];

/** Return the box of a game; null if the game has no folder in the page. */
export function boxOf(game: GameId): GameBox | null {
  return BOXES.get(game) ?? null;
}

/** Return the picture on the lid of a game. */
export function artOf(game: GameId): Component {
  return boxOf(game)?.Art ?? GenericArt;
}

/** Return whether calm is the default pace of a game with some options. */
export function isCalmGame(game: GameId, options: Readonly<Record<string, unknown>>): boolean {
  return boxOf(game)?.isCalm?.(options) ?? false;
}

/** Return all boxes: those of the page, then one for each other game that the server lists. */
export function shelfBoxes(listed: readonly GameId[]): readonly ShelfBox[] {
  const own = GAMES.filter((game) => !boxOf(game)?.sharesBoxOf);
  const others = listed.filter((game) => !BOXES.has(game));
  return [
    ...own.map((game) => ({
      games: [game, ...GAMES.filter((one) => boxOf(one)?.sharesBoxOf === game)],
      Art: artOf(game),
    })),
    ...others.map((game) => ({ games: [game], Art: artOf(game) })),
  ];
}

/** Return the title of a game: the page's, or the server's, or the id until the server answers. */
export function titleOf(game: GameId): string {
  const box = boxOf(game);
  return box ? language.of(box.title) : (shelf.of(game)?.title ?? game);
}

/** Return the number of players in a quick game against bots. */
export function companyOf(game: GameId): number {
  const box = boxOf(game);
  if (box) return box.company;
  const counts = shelf.of(game)?.players ?? [];
  return counts.includes(USUAL_COMPANY) ? USUAL_COMPANY : (counts[0] ?? USUAL_COMPANY);
}

/** Return whether a game exists; null until the server's list is loaded. */
export function isGame(game: GameId): boolean | null {
  if (BOXES.has(game)) return true;
  return shelf.all && shelf.all.some((one) => one.id === game);
}

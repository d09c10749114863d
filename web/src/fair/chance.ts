/** Compares chance steps with their random streams. Knows no rules: see docs/fairness.md. */

import type { GameInfo } from "../wire/http";
import { STEP_FIELDS, type Dealt, type Json } from "./proof";
import type { Stream } from "./stream";

/** The cards of a game and its own ways to write a chance step, declared in the game's `deal.ts`. */
export interface GameDeal {
  /** Cards, indexed by number. */
  readonly cards: readonly string[];
  /**
   * Checks of the fields that only this game writes into a chance step, by field. A seat may stand
   * beside such a field. The fields of all games are checked here. Null: the page has no check.
   */
  readonly steps?: Readonly<Record<string, ((step: Json, draw: Draw) => boolean) | null>>;
  /** Fields of steps that a host cannot give: they are always drawn. */
  readonly byLot?: readonly string[];
}

/** The random stream of one chance step. */
export interface Draw {
  readonly players: number;
  readonly stream: Stream;
  /** Draw the order of these cards; null if one is no card of the game. */
  readonly ordered: (cards: unknown) => readonly string[] | null;
  /** Return whether these cards are in the order that is drawn for them. */
  readonly isOrdered: (cards: unknown) => boolean;
}

/** Loaded with the page, so that the check works offline. */
const DEALS = import.meta.glob<GameDeal>("../games/*/deal.ts", { eager: true, import: "deal" });

/** Return the cards and chance steps of a game; null if the game has no folder in the page. */
export function dealOf(game: string): GameDeal | null {
  const path = `../games/${game}/deal.ts`;
  return Object.hasOwn(DEALS, path) ? (DEALS[path] ?? null) : null;
}

/** Build the deal of a game that has no folder in the page from what the server tells. */
export function dealFrom({ cards, stepFields, byLot }: GameInfo): GameDeal {
  const own = stepFields.filter((name) => !STEP_FIELDS.includes(name));
  return { cards, steps: Object.fromEntries(own.map((name) => [name, null])), byLot };
}

/** Return the fields of a game's steps that determine the match. */
export function stepFields({ steps = {} }: GameDeal): readonly string[] {
  return [...STEP_FIELDS, ...Object.keys(steps)];
}

/**
 * Return whether a chance step equals the one that its stream produces; null if the page has no
 * check for the step's field.
 */
export function isAsDrawn(
  { players, stepFields }: Dealt,
  { cards: names, steps = {} }: GameDeal,
  step: Json,
  stream: Stream,
): boolean | null {
  const draw = drawFrom(names, players, stream);
  const fields = stepFields.filter((name) => name !== "chance" && name in step);
  const own = fields.find((name) => Object.hasOwn(steps, name));
  if (own !== undefined) {
    if (fields.some((name) => name !== own && name !== "seat")) return false;
    const isDrawn = steps[own];
    return isDrawn ? isDrawn(step, draw) : null;
  }
  // Exactly one field: a second one could hide a wrong one
  const [field = "", ...more] = fields;
  return more.length === 0 && isDrawnInAllGames(field, step, draw);
}

function drawFrom(names: readonly string[], players: number, stream: Stream): Draw {
  const ordered = (cards: unknown): readonly string[] | null => {
    if (!Array.isArray(cards)) return null;
    const numbers = cards.map((card) => names.indexOf(card as string));
    if (numbers.includes(-1)) return null;
    return stream.order(numbers).map((number) => names[number] as string);
  };
  const isOrdered = (cards: unknown): boolean => {
    const drawn = ordered(cards);
    return drawn !== null && isSameList(drawn, cards as readonly unknown[]);
  };
  return { players, stream, ordered, isOrdered };
}

/** Check a step of a form that all games use: a seat, cards, or a row of cards for each seat. */
function isDrawnInAllGames(field: string, step: Json, { players, stream, isOrdered }: Draw) {
  const value = step[field];
  switch (field) {
    case "seat": {
      const seats = Array.from({ length: players }, (_, seat) => seat);
      return stream.order(seats)[0] === value;
    }
    case "cards":
      return isOrdered(value);
    case "rows":
      return Array.isArray(value) && value.length === players && value.every(isOrdered);
    default:
      return false;
  }
}

export function isSameList(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((value, place) => value === other[place]);
}

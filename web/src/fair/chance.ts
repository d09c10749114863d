/** Compares chance steps with their random streams. Knows no rules: see docs/fairness.md. */

import type { Dealt, Json } from "./proof";
import type { Stream } from "./stream";

/** The cards of a game and its special chance steps, declared in the game's `deal.ts`. */
export interface GameDeal {
  /** Cards, indexed by number. */
  readonly cards: readonly string[];
  /** Checks of the game's own chance steps, by name. Steps that all games have are checked here. */
  readonly steps?: Readonly<Record<string, (step: Json, draw: Draw) => boolean>>;
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

/** Return whether a chance step equals the one that its stream produces. */
export function isAsDrawn(
  { players }: Dealt,
  { cards: names, steps }: GameDeal,
  step: Json,
  stream: Stream,
): boolean {
  const draw = drawFrom(names, players, stream);
  const kind = String(step["chance"]);
  const own = steps && Object.hasOwn(steps, kind) ? steps[kind] : undefined;
  return own ? own(step, draw) : isUsual(kind, step, draw);
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

/** Check a common step: a seat, cards, or a row of cards for each seat. */
function isUsual(kind: string, step: Json, { players, stream, isOrdered }: Draw): boolean {
  switch (kind) {
    case "starter":
    case "dealer": {
      const seats = Array.from({ length: players }, (_, seat) => seat);
      return stream.order(seats)[0] === step["seat"];
    }
    case "points":
    case "deck":
    case "reshuffle":
    case "shuffle_hands":
      return isOrdered(step["cards"]);
    case "rows": {
      const rows = step["rows"];
      return Array.isArray(rows) && rows.length === players && rows.every(isOrdered);
    }
    default:
      return false;
  }
}

export function isSameList(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((value, place) => value === other[place]);
}

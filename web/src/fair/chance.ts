/** What a chance step orders, and whether it is what its stream gives. No rules: see fairness.md. */

import { isObject } from "./canonical";
import { isWhole, type Dealt, type Json } from "./proof";
import type { Stream } from "./stream";

const FACES = [..."0123456789", "skip", "rev", "+2"];
const COLOURS = [..."rygb"];
const SUITS = COLOURS.flatMap((colour) => FACES.map((face) => colour + face));
const H2O = [...SUITS, "wild", "wild+4"];
const TEN = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"];

/** The cards of each game in the order of their numbers. */
const CARDS: Readonly<Record<string, readonly string[]>> = {
  yooloo: TEN,
  one_to_ten: TEN,
  rookie: [..."RGBYPX"],
  uno: [...H2O, "shuffle", "custom1", "custom2", "custom3"],
  uno_h2o: H2O,
  dieci: [..."10 9 8 7 6 5 4 3 2 1 0 00 000 0000 cat".split(" ")],
};

/** What is drawn from to decide who deals: the whole pack of UNO H2O. */
const PACK = H2O.flatMap((card) => {
  const count = card.startsWith("wild") ? 4 : card.endsWith("0") ? 1 : 2;
  return Array.from({ length: count }, () => card);
});
const PLACES = [0, 1, 2, 3, 4, 5, 6, 7, 8];

export function cardsOf(game: string): readonly string[] | null {
  return Object.hasOwn(CARDS, game) ? (CARDS[game] ?? null) : null;
}

/** Whether a chance step is the one that its stream gives. */
export function isAsDrawn(
  { game, players }: Dealt,
  names: readonly string[],
  step: Json,
  stream: Stream,
): boolean {
  /** The cards in the order that is drawn for them; nothing if one is no card of the game. */
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
  switch (step["chance"]) {
    case "starter":
    case "dealer": {
      if (game === "uno_h2o") return isDrawnFor(step["draws"], players, () => ordered(PACK));
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
    case "piles":
      return isLaidOut(step["piles"], stream, isOrdered);
    default:
      return false;
  }
}

/** ROOKIE: first which places are taller, then the cards, which fill place after place. */
function isLaidOut(
  piles: unknown,
  stream: Stream,
  isOrdered: (cards: unknown) => boolean,
): boolean {
  if (!Array.isArray(piles) || piles.length !== PLACES.length) return false;
  if (!piles.every((pile): pile is unknown[] => Array.isArray(pile))) return false;
  const cards = piles.flat();
  const taller = stream.order(PLACES).slice(0, cards.length % PLACES.length);
  const least = Math.floor(cards.length / PLACES.length);
  const sizes = PLACES.map((place) => least + Number(taller.includes(place)));
  return (
    isSameList(
      piles.map((pile) => pile.length),
      sizes,
    ) && isOrdered(cards)
  );
}

/** UNO H2O: in each round of draws the seats, ascending, get the first cards of a whole pack. */
function isDrawnFor(
  draws: unknown,
  players: number,
  pack: () => readonly string[] | null,
): boolean {
  if (!Array.isArray(draws) || draws.length === 0) return false;
  return draws.every((round: unknown) => {
    const first = pack();
    if (!first || !isObject(round)) return false;
    const seats = Object.keys(round)
      .map(Number)
      .sort((one, other) => one - other);
    if (!seats.every((seat) => isWhole(seat) && seat >= 0 && seat < players)) return false;
    return seats.every((seat, place) => round[seat] === first[place]);
  });
}

function isSameList(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((value, place) => value === other[place]);
}

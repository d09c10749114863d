/** From a touched card to a move: finds the choices that are still open among the legal moves. */

import { isSuit, readCard, SUITS, type Suit } from "./picture";

/** The next question after a card was touched. */
export type CardQuestion =
  | { readonly ask: "nothing"; readonly move: string }
  | { readonly ask: "colour"; readonly colours: readonly Suit[] }
  | { readonly ask: "call"; readonly loud: string; readonly quiet: string };

const CALL = " uno";

function isCardVerb(verb: string | undefined): boolean {
  return verb === "play" || verb === "discard" || verb === "jump";
}

/** Return the moves that play, discard or jump in with this card. */
function movesOf(moves: ReadonlySet<string>, card: string): readonly string[] {
  return [...moves].filter((move) => {
    const [verb, named] = move.split(" ");
    return isCardVerb(verb) && named === card;
  });
}

export function isLegal(moves: ReadonlySet<string>, card: string): boolean {
  return movesOf(moves, card).length > 0;
}

/** Return whether some card can be played together with the UNO call. */
export function mayCallAlong(moves: ReadonlySet<string>): boolean {
  return [...moves].some((move) => move.endsWith(CALL));
}

/**
 * Return the next question for a card, given the colour named so far and whether UNO! was
 * announced.
 */
export function nextQuestion(
  moves: ReadonlySet<string>,
  card: string,
  colour: Suit | null,
  called: boolean,
): CardQuestion {
  const all = movesOf(moves, card);
  const colours = SUITS.filter((suit) => all.some((move) => move.split(" ")[2] === suit));
  if (colours.length > 0 && colour === null) return { ask: "colour", colours };
  const quiet = all.find((move) => move.split(" ")[2] === colour || colour === null);
  if (!quiet) return { ask: "nothing", move: natural(card, colour) };
  const plain = quiet.endsWith(CALL) ? quiet.slice(0, -CALL.length) : quiet;
  const loud = plain + CALL;
  if (!moves.has(loud)) return { ask: "nothing", move: plain };
  // A jump is a race: it leaves no time for a question.
  if (plain.startsWith("jump ")) return { ask: "nothing", move: loud };
  return called ? { ask: "nothing", move: loud } : { ask: "call", loud, quiet: plain };
}

/** Return the move for a card that cannot be played now; its refusal names the rule. */
function natural(card: string, colour: Suit | null): string {
  return readCard(card).suit === null ? `play ${card} ${colour ?? "r"}` : `play ${card}`;
}

/** Return the move that a tap on this card makes; undefined if a question comes first. */
export function onlyMove(
  moves: ReadonlySet<string>,
  card: string,
  called: boolean,
): string | undefined {
  const step = nextQuestion(moves, card, null, called);
  return step.ask === "nothing" ? step.move : undefined;
}

/** Return the card of a move. */
export function cardOf(move: string): string | null {
  const [verb, card] = move.split(" ");
  return isCardVerb(verb) && card ? card : null;
}

/** Return the colour that a move names. */
export function colourOf(move: string): Suit | null {
  const [verb, first, second] = move.split(" ");
  const letter = verb === "name" ? first : second;
  return isSuit(letter) ? letter : null;
}

/** Return the seats to swap hands with. */
export function partners(moves: ReadonlySet<string>): readonly number[] {
  return [...moves]
    .filter((move) => move.startsWith("swap "))
    .map((move) => Number(move.slice(5)))
    .sort((a, b) => a - b);
}

/** Return the seats that can be caught without the UNO call. */
export function catchable(moves: ReadonlySet<string>): readonly number[] {
  return [...moves]
    .filter((move) => move.startsWith("catch "))
    .map((move) => Number(move.slice(6)))
    .sort((a, b) => a - b);
}

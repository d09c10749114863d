/** From a touched card to a move: finds the choices that are still open among the legal moves. */

import { isSuit, readCard, SUITS, type Suit } from "./picture";

/** The next question after a card was touched. */
export type Step =
  | { readonly ask: "nothing"; readonly move: string }
  | { readonly ask: "colour"; readonly colours: readonly Suit[] }
  | { readonly ask: "call"; readonly loud: string; readonly quiet: string };

const CALL = " uno";

function isCardVerb(verb: string | undefined): boolean {
  return verb === "play" || verb === "discard" || verb === "jump";
}

/** The moves that play, throw away or jump in with this card. */
function movesOf(moves: ReadonlySet<string>, card: string): readonly string[] {
  return [...moves].filter((move) => {
    const [verb, named] = move.split(" ");
    return isCardVerb(verb) && named === card;
  });
}

export function isLegal(moves: ReadonlySet<string>, card: string): boolean {
  return movesOf(moves, card).length > 0;
}

/** Whether some card can be played with the call. */
export function mayCallAlong(moves: ReadonlySet<string>): boolean {
  return [...moves].some((move) => move.endsWith(CALL));
}

/** What comes next for a card, with the colour named so far and UNO! called beforehand or not. */
export function nextStep(
  moves: ReadonlySet<string>,
  card: string,
  colour: Suit | null,
  called: boolean,
): Step {
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

/** The one move that a touch of this card makes; undefined if something is still asked. */
export function onlyMove(
  moves: ReadonlySet<string>,
  card: string,
  called: boolean,
): string | undefined {
  const step = nextStep(moves, card, null, called);
  return step.ask === "nothing" ? step.move : undefined;
}

/** The card that a move is about. */
export function cardOf(move: string): string | null {
  const [verb, card] = move.split(" ");
  return isCardVerb(verb) && card ? card : null;
}

/** The colour that a move names. */
export function colourOf(move: string): Suit | null {
  const [verb, first, second] = move.split(" ");
  const letter = verb === "name" ? first : second;
  return isSuit(letter) ? letter : null;
}

/** Seats with which hands may be swapped now. */
export function partners(moves: ReadonlySet<string>): readonly number[] {
  return [...moves]
    .filter((move) => move.startsWith("swap "))
    .map((move) => Number(move.slice(5)))
    .sort((a, b) => a - b);
}

/** Seats that may be caught now. */
export function catchable(moves: ReadonlySet<string>): readonly number[] {
  return [...moves]
    .filter((move) => move.startsWith("catch "))
    .map((move) => Number(move.slice(6)))
    .sort((a, b) => a - b);
}

/** Texts of the generic board. */

import { sentence, type Who } from "../../table/outcome";
import type { Lang } from "../../words/words.svelte";

interface Words {
  readonly prompt: {
    readonly mine: string;
    readonly theirs: (name: string) => string;
    readonly soon: string;
    readonly over: string;
  };
  readonly moves: string;
  readonly hand: string;
  readonly seats: string;
  readonly back: string;
  readonly tally: string;
  readonly points: (count: number) => string;
  readonly won: (who: Who, standing: string) => string;
  readonly and: string;
}

const WINS = { one: "Vince", many: "Vincono", both: "Vincete" } as const;

export const words: Readonly<Record<Lang, Words>> = {
  en: {
    prompt: {
      mine: "Your turn. Choose a move.",
      theirs: (name) => `Waiting for ${name}.`,
      soon: "One moment…",
      over: "The match is over.",
    },
    moves: "Your moves",
    hand: "Your cards",
    seats: "The seats",
    back: "a card face down",
    tally: "Points",
    points: (count) => (count === 1 ? "1 point" : `${count} points`),
    won: ({ subject, person }, standing) =>
      sentence(`${subject}${person === "one" ? "wins" : "win"}${standing}.`),
    and: "and",
  },
  it: {
    prompt: {
      mine: "Tocca a te. Scegli una mossa.",
      theirs: (name) => `Si aspetta ${name}.`,
      soon: "Un attimo…",
      over: "La partita è finita.",
    },
    moves: "Le tue mosse",
    hand: "Le tue carte",
    seats: "I posti",
    back: "una carta coperta",
    tally: "Punti",
    points: (count) => (count === 1 ? "1 punto" : `${count} punti`),
    won: ({ names, person }, standing) =>
      person === "you" ? `Vinci tu${standing}.` : `${WINS[person]} ${names}${standing}.`,
    and: "e",
  },
};

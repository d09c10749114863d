/** The words of the page of “from 1 to 10”. */

import { sentence, type Who } from "../../table/outcome";
import type { Lang } from "../../words/words.svelte";

interface Texts {
  readonly and: string;
  /** A card with its definite article. */
  readonly the: (card: string) => string;
  readonly points: string;
  /** The result; `more` is the standing, with its colon. */
  readonly outcome: {
    readonly found: (who: Who, more: string) => string;
    readonly run: (who: Who, more: string) => string;
  };
  readonly row: string;
  readonly others: string;
  readonly closed: (door: string) => string;
  readonly closedDoors: (pictures: string) => string;
  readonly sought: (card: string) => string;
  readonly open: (door: string, card: string) => string;
  readonly seek: string;
  readonly found: (count: number) => string;
  readonly run: (count: number) => string;
  readonly miss: (card: string) => string;
  readonly back: string;
  readonly allBack: string;
  readonly complete: string;
  readonly move: (door: string) => string;
  readonly prompt: {
    readonly begins: string;
    readonly mine: (card: string) => string;
    readonly onward: (card: string) => string;
    readonly theirs: (name: string, card: string) => string;
    readonly keep: string;
    readonly last: string;
    readonly over: string;
  };
  readonly completed: (name: string) => string;
  readonly youCompleted: string;
}

export const words = {
  en: {
    and: "and",
    the: (card) => `the ${card}`,
    points: "Points",
    outcome: {
      found: ({ subject, has }, more) =>
        sentence(`${subject}${has} the most cards in order, from 1 on${more}.`),
      run: ({ subject, has }, more) =>
        sentence(`${subject}${has} the longest run in one go${more}.`),
    },
    row: "Your ten doors",
    others: "The others’ rows",
    closed: (door) => sentence(`${door}, closed`),
    closedDoors: (pictures) => `Closed doors: ${pictures}.`,
    sought: (card) => `Find ${card}.`,
    open: (door, card) => sentence(`${door}, open: ${card}`),
    seek: "Find the",
    found: (count) => `Found: ${count} of 10`,
    run: (count) => `Longest run: ${count}`,
    miss: (card) => `Behind it: ${card}.`,
    back: "It closes again.",
    allBack: "All doors close again.",
    complete: "All ten",
    move: (door) => `Open ${door}`,
    prompt: {
      begins: "Laying out the rows…",
      mine: (card) => `Your turn. Open a door: where is ${card}?`,
      onward: (card) => `Right. Now find ${card}.`,
      theirs: (name, card) => `${name} is looking for ${card}.`,
      keep: "Remember where it was.",
      last: "The last round.",
      over: "The match is over.",
    },
    completed: (name) => `${name} has found all ten.`,
    youCompleted: "You have found all ten.",
  },
  it: {
    and: "e",
    the: (card) => (card === "1" || card === "8" ? `l’${card}` : `il ${card}`),
    points: "Punti",
    outcome: {
      found: ({ subject, has }, more) =>
        sentence(`${subject}${has} più carte di tutti in ordine, dall’1 in su${more}.`),
      run: ({ subject, has }, more) =>
        sentence(`${subject}${has} la serie più lunga in un solo turno${more}.`),
    },
    row: "Le tue dieci porte",
    others: "Le file degli altri",
    closed: (door) => sentence(`${door}, chiusa`),
    closedDoors: (pictures) => `Porte chiuse: ${pictures}.`,
    sought: (card) => `Trova ${card}.`,
    open: (door, card) => sentence(`${door}, aperta: ${card}`),
    seek: "Trova",
    found: (count) => `Trovate: ${count} su 10`,
    run: (count) => `Serie più lunga: ${count}`,
    miss: (card) => `Dietro c’è ${card}.`,
    back: "Si richiude.",
    allBack: "Si richiudono tutte.",
    complete: "Tutte e dieci",
    move: (door) => `Apri ${door}`,
    prompt: {
      begins: "Si preparano le file…",
      mine: (card) => `Tocca a te. Apri una porta: dov’è ${card}?`,
      onward: (card) => `Giusto. Ora trova ${card}.`,
      theirs: (name, card) => `${name} cerca ${card}.`,
      keep: "Ricordati dov’era.",
      last: "Ultimo giro.",
      over: "La partita è finita.",
    },
    completed: (name) => `${name} ha trovato tutte e dieci le carte.`,
    youCompleted: "Hai trovato tutte e dieci le carte.",
  },
} satisfies Record<Lang, Texts>;

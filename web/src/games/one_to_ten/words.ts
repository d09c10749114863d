/** The words of the page of “from 1 to 10”. */

import type { Lang } from "../../words/words.svelte";

interface Texts {
  readonly and: string;
  /** A card with its definite article. */
  readonly the: (card: string) => string;
  readonly points: string;
  /** The result; `more` is the standing, with its colon. */
  readonly outcome: {
    readonly found: (who: string, many: boolean, more: string) => string;
    readonly run: (who: string, many: boolean, more: string) => string;
  };
  readonly row: string;
  readonly others: string;
  readonly closed: (place: string) => string;
  readonly closedDoors: (places: string) => string;
  readonly sought: (card: string) => string;
  readonly open: (place: string, card: string) => string;
  readonly seek: string;
  readonly found: (count: number) => string;
  readonly run: (count: number) => string;
  readonly miss: (card: string) => string;
  readonly back: string;
  readonly allBack: string;
  readonly complete: string;
  readonly move: (place: string) => string;
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
      found: (who, many, more) =>
        `${who} ${many ? "have" : "has"} the most cards in order, from 1 on${more}.`,
      run: (who, many, more) => `${who} ${many ? "have" : "has"} the longest run in one go${more}.`,
    },
    row: "Your ten doors",
    others: "The others’ rows",
    closed: (place) => `Door ${place}, closed`,
    closedDoors: (places) => `Closed doors: ${places}.`,
    sought: (card) => `Find ${card}.`,
    open: (place, card) => `Door ${place}, open: ${card}`,
    seek: "Find the",
    found: (count) => `Found: ${count} of 10`,
    run: (count) => `Longest run: ${count}`,
    miss: (card) => `Behind it: ${card}.`,
    back: "It closes again.",
    allBack: "All doors close again.",
    complete: "All ten",
    move: (place) => `Open door ${place}`,
    prompt: {
      begins: "The rows are being laid out.",
      mine: (card) => `Your turn. Open a door: where is ${card}?`,
      onward: (card) => `Right. Now find ${card}.`,
      theirs: (name, card) => `${name} looks for ${card}.`,
      keep: "Keep it in mind.",
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
      found: (who, many, more) =>
        `${who} ${many ? "hanno" : "ha"} più carte di tutti in ordine, dall’1 in su${more}.`,
      run: (who, many, more) =>
        `${who} ${many ? "hanno" : "ha"} la serie più lunga in un solo turno${more}.`,
    },
    row: "Le tue dieci porte",
    others: "Le file degli altri",
    closed: (place) => `Porta ${place}, chiusa`,
    closedDoors: (places) => `Porte chiuse: ${places}.`,
    sought: (card) => `Trova ${card}.`,
    open: (place, card) => `Porta ${place}, aperta: ${card}`,
    seek: "Trova",
    found: (count) => `Trovate: ${count} su 10`,
    run: (count) => `Serie più lunga: ${count}`,
    miss: (card) => `Dietro c’è ${card}.`,
    back: "Si richiude.",
    allBack: "Si richiudono tutte.",
    complete: "Tutte e dieci",
    move: (place) => `Apri la porta ${place}`,
    prompt: {
      begins: "Si preparano le file.",
      mine: (card) => `Tocca a te. Apri una porta: dov’è ${card}?`,
      onward: (card) => `Giusta. Adesso trova ${card}.`,
      theirs: (name, card) => `${name} cerca ${card}.`,
      keep: "Tienila a mente.",
      last: "Ultimo giro.",
      over: "La partita è finita.",
    },
    completed: (name) => `${name} ha trovato tutte e dieci le carte.`,
    youCompleted: "Hai trovato tutte e dieci le carte.",
  },
} satisfies Record<Lang, Texts>;

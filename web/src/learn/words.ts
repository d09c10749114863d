/** The words of the lessons' frame; what is said in a lesson is its own. */

import type { Lang } from "../words/words.svelte";

interface Texts {
  readonly title: (game: string) => string;
  /** What the learner is called without a name of their own. */
  readonly guest: string;
  readonly next: string;
  readonly leave: string;
  readonly steps: (made: number, all: number) => string;
  readonly part: (part: number, all: number) => string;
  readonly opening: string;
  readonly failed: string;
  readonly again: string;
  /** Another move that would be allowed. */
  readonly later: (move: string) => string;
  readonly watch: string;
  readonly rule: (rule: string) => string;
  readonly doneTitle: string;
  readonly done: string;
  readonly playNow: string;
  readonly rules: string;
  readonly other: string;
  readonly home: string;
  readonly games: Readonly<Record<string, string>>;
}

export const words = {
  en: {
    title: (game) => `Learn ${game}`,
    guest: "Guest",
    next: "Go on",
    leave: "Leave the lesson",
    steps: (made, all) => `${made} of ${all} moves`,
    part: (part, all) => `Part ${part} of ${all}`,
    opening: "The cards are laid out …",
    failed: "The table could not be opened.",
    again: "Try again",
    later: (move) => `That would be allowed, too. But first: ${move}.`,
    watch: "Watch what the others do.",
    rule: (rule) => `Rule ${rule}`,
    doneTitle: "Well done",
    done: "That is all you need to begin.",
    playNow: "Play now",
    rules: "The rules",
    other: "Learn another game",
    home: "To the games",
    games: {
      yooloo: "YOOLOO",
      one_to_ten: "From 1 to 10",
      rookie: "ROOKIE",
      uno: "UNO",
      uno_h2o: "UNO H2O",
      dieci: "DIECI",
    },
  },
  it: {
    title: (game) => `Impara ${game}`,
    guest: "Ospite",
    next: "Avanti",
    leave: "Lascia la lezione",
    steps: (made, all) => `${made} mosse su ${all}`,
    part: (part, all) => `Parte ${part} di ${all}`,
    opening: "Si preparano le carte…",
    failed: "Non si riesce ad aprire il tavolo.",
    again: "Riprova",
    later: (move) => `Si potrebbe anche così. Ma prima: ${move}.`,
    watch: "Guarda che cosa fanno gli altri.",
    rule: (rule) => `Regola ${rule}`,
    doneTitle: "Ben fatto",
    done: "Per cominciare non ti serve altro.",
    playNow: "Gioca subito",
    rules: "Le regole",
    other: "Impara un altro gioco",
    home: "Ai giochi",
    games: {
      yooloo: "YOOLOO",
      one_to_ten: "Da 1 a 10",
      rookie: "ROOKIE",
      uno: "UNO",
      uno_h2o: "UNO H2O",
      dieci: "DIECI",
    },
  },
} satisfies Record<Lang, Texts>;

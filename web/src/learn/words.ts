/** Texts around a lesson. The sentences of a lesson are in its own file. */

import type { Lang } from "../words/words.svelte";

interface Texts {
  readonly next: string;
  readonly steps: (made: number, all: number) => string;
  readonly part: (part: number, all: number) => string;
  /** Explains that the log calls the learner by name. */
  readonly you: (name: string) => string;
  readonly opening: string;
  readonly failed: string;
  readonly again: string;
  readonly restart: string;
  readonly left: string;
  readonly once: string;
  /** Remark on a legal move that the lesson does not make. */
  readonly later: (move: string) => string;
  readonly watch: string;
  readonly doneTitle: string;
  readonly done: string;
  readonly rules: string;
  readonly other: string;
}

export const words = {
  en: {
    next: "Go on",
    steps: (made, all) => `${made} of ${all} moves`,
    part: (part, all) => `${part} of ${all}`,
    you: (name) => `You’re ${name}`,
    opening: "Laying out the cards…",
    failed: "The table couldn’t be opened.",
    again: "Try again",
    restart: "Start over",
    left: "You’re back where you left off.",
    once: "Play the lesson again",
    later: (move) => `That works too, but now try this: ${move}.`,
    watch: "Watch what the others do.",
    doneTitle: "Well done",
    done: "That’s all you need to begin.",
    rules: "The rules",
    other: "Learn another game",
  },
  it: {
    next: "Avanti",
    steps: (made, all) => `${made} mosse su ${all}`,
    part: (part, all) => `${part} di ${all}`,
    you: (name) => `Tu sei ${name}`,
    opening: "Si preparano le carte…",
    failed: "Non si riesce ad aprire il tavolo.",
    again: "Riprova",
    restart: "Ricomincia da capo",
    left: "Riprendi da dove eri.",
    once: "Rifai la lezione",
    later: (move) => `Va bene anche così, ma ora prova: ${move}.`,
    watch: "Guarda che cosa fanno gli altri.",
    doneTitle: "Ben fatto",
    done: "Per cominciare non ti serve altro.",
    rules: "Le regole",
    other: "Impara un altro gioco",
  },
} satisfies Record<Lang, Texts>;

/** What decided a match of ROOKIE: the last catch without which the winner would not be ahead. */

import { leadOf, type Ending } from "../../table/outcome";
import type { EventInfo } from "../../wire/messages";
import type { Lang } from "../../words/words.svelte";
import { isTeam, type RookieView } from "./picture";

type Sentence = (cards: number, lead: number) => string;
type Kind = "rewarded" | "looted" | "captured";
interface Texts {
  readonly you: Readonly<Record<Kind, Sentence>>;
  readonly other: (name: string) => Readonly<Record<Kind, Sentence>>;
}

const cards = (count: number) => (count === 1 ? "one card" : `${count} cards`);
const carte = (count: number) => (count === 1 ? "una carta" : `${count} carte`);

const TEXTS: Readonly<Record<Lang, Texts>> = {
  it: {
    you: {
      rewarded: (count, lead) =>
        `Hai trovato l’ultima coppia e preso altre ${carte(count)}: hai vinto per ${carte(lead)}.`,
      looted: (count, lead) =>
        `Il tuo Rookie ha portato via ${carte(count)}: hai vinto per ${carte(lead)}.`,
      captured: (count, lead) =>
        `Ha deciso la tua cattura di ${carte(count)}: hai vinto per ${carte(lead)}.`,
    },
    other: (name) => ({
      rewarded: (count, lead) =>
        `${name} ha trovato l’ultima coppia e preso altre ${carte(count)}: ha vinto per ${carte(lead)}.`,
      looted: (count, lead) =>
        `Il Rookie di ${name} ha portato via ${carte(count)}: ha vinto per ${carte(lead)}.`,
      captured: (count, lead) =>
        `Ha deciso la cattura di ${carte(count)} di ${name}, che ha vinto per ${carte(lead)}.`,
    }),
  },
  en: {
    you: {
      rewarded: (count, lead) =>
        `You found the last pair and got ${count} more: you won by ${cards(lead)}.`,
      looted: (count, lead) =>
        `Your Rookie took ${cards(count)} from the others: you won by ${cards(lead)}.`,
      captured: (count, lead) =>
        `Your capture of ${cards(count)} made the difference: you won by ${cards(lead)}.`,
    },
    other: (name) => ({
      rewarded: (count, lead) =>
        `${name} found the last pair and got ${count} more, and won by ${cards(lead)}.`,
      looted: (count, lead) =>
        `${name}’s Rookie took ${cards(count)} from the others, and ${name} won by ${cards(lead)}.`,
      captured: (count, lead) =>
        `${name}’s capture of ${cards(count)} made the difference: ${name} won by ${cards(lead)}.`,
    }),
  },
};

/** In this order: at the very end, a Rookie, any other capture. */
const KINDS: readonly Kind[] = ["rewarded", "looted", "captured"];

export function decided(ending: Ending, view: RookieView, lang: Lang): string | null {
  const { events, winner, you } = ending;
  const lead = leadOf(view.picture.scores, winner);
  if (isTeam(view) || lead <= 0) return null;
  const catchOf = (kind: Kind): EventInfo | undefined =>
    events.findLast((one) => one.kind === kind && one.seat === winner && Number(one.a) >= lead);
  for (const kind of KINDS) {
    const found = catchOf(kind);
    if (!found) continue;
    const texts = winner === you ? TEXTS[lang].you : TEXTS[lang].other(view.names[winner] ?? "");
    return texts[kind](Number(found.a), lead);
  }
  return null;
}

/** What decided a match of DIECI: a blocked swap, or the lowest card of the last round. */

import { eventsSince, type Ending } from "../../table/outcome";
import { book } from "../../words/rules.svelte";
import type { Lang } from "../../words/words.svelte";
import type { DieciView } from "./picture";

/** Sentences; null stands for “you”. */
interface Texts {
  readonly blocked: (blocker: string | null, loser: string | null, card: string) => string;
  readonly lowest: (loser: string | null, card: string) => string;
}

const TEXTS: Readonly<Record<Lang, Texts>> = {
  it: {
    blocked: (blocker, loser, card) =>
      `${blocker === null ? "Hai" : `${blocker} ha`} fermato con ${card} ` +
      `${loser === null ? "il tuo ultimo scambio" : `l’ultimo scambio di ${loser}`}.`,
    lowest: (loser, card) =>
      loser === null
        ? `Nell’ultimo giro avevi la carta più bassa, ${card}: era il tuo ultimo gettone.`
        : `Nell’ultimo giro ${loser} aveva la carta più bassa, ${card}: era il suo ultimo gettone.`,
  },
  en: {
    blocked: (blocker, loser, card) =>
      `${blocker ?? "You"} stopped ${loser === null ? "your" : `${loser}’s`} last swap with ${card}.`,
    lowest: (loser, card) =>
      `${loser ?? "You"} had the lowest card of the last round, ${card}, ` +
      `and lost ${loser === null ? "your" : "the"} last token.`,
  },
};

/** Events after which a seat no longer holds the card that it had before. */
const CHANGES = ["swapped", "drew", "drew_unseen", "took_back_unseen", "took_back"];

export function decided(ending: Ending, view: DieciView, lang: Lang): string | null {
  const { events, you } = ending;
  if (!events.some(({ kind }) => kind === "deals")) return null;
  const round = eventsSince(events, "deals");
  const out = new Set(round.filter(({ kind }) => kind === "out").map(({ seat }) => seat));
  const lost = round.filter(({ kind, seat }) => kind === "lost" && out.has(seat));
  const [last] = lost;
  if (lost.length !== 1 || !last) return null;
  const texts = TEXTS[lang];
  const nameOf = (seat: number) => (seat === you ? null : (view.names[seat] ?? ""));
  const cardOf = (card: unknown) => book.of("dieci")?.cards[String(card)] ?? String(card);
  const offer = round.findLastIndex(({ kind, seat }) => kind === "offered" && seat === last.seat);
  const later = round.findIndex(({ kind }, at) => kind === "offered" && at > offer);
  const answers = offer < 0 ? [] : round.slice(offer + 1, later < 0 ? round.length : later);
  const block = answers.findLast(({ kind }) => kind === "blocked");
  const isKept = !round
    .slice(offer + 1)
    .some(({ kind, seat, a }) => CHANGES.includes(kind) && (seat === last.seat || a === last.seat));
  return block && isKept
    ? texts.blocked(nameOf(block.seat), nameOf(last.seat), cardOf(block.a))
    : texts.lowest(nameOf(last.seat), cardOf(last.a));
}

/** What decided a game of YOOLOO: the last round without which the winner would not be ahead. */

import { leadOf, type Ending } from "../../table/outcome";
import type { Lang } from "../../words/words.svelte";
import { gamesOf, type YoolooView } from "./picture";

const TEXTS = {
  it: {
    points: (count: number) => (count === 1 ? "un punto" : `${count} punti`),
    last: "dell’ultima manche",
    showdown: "dello spareggio",
    round: (number: number) => `della manche ${number}`,
    you: (lead: string, won: string, when: string) =>
      `Hai vinto per ${lead}: hanno deciso i punti ${when} (${won}).`,
    other: (name: string, lead: string, won: string, when: string) =>
      `${name} ha vinto per ${lead}: hanno deciso i punti ${when} (${won}).`,
  },
  en: {
    points: (count: number) => (count === 1 ? "one point" : `${count} points`),
    last: "the last round",
    showdown: "the showdown",
    round: (number: number) => `round ${number}`,
    you: (lead: string, won: string, when: string) =>
      `You won by ${lead}. What you took in ${when} made the difference: ${won}.`,
    other: (name: string, lead: string, won: string, when: string) =>
      `${name} won by ${lead}. What ${name} took in ${when} made the difference: ${won}.`,
  },
} as const;

export function decided(ending: Ending, view: YoolooView, lang: Lang): string | null {
  const { events, winner, you } = ending;
  if (gamesOf(view) !== 1) return null;
  const lead = leadOf(view.picture.scores, winner);
  const rounds = events.filter(({ kind }) => ["took", "parked", "removed"].includes(kind));
  const at = rounds.findLastIndex(
    ({ kind, seat, a }) => kind === "took" && seat === winner && Number(a) >= lead,
  );
  const round = rounds[at];
  const isComplete = events.some(({ kind }) => kind === "started");
  if (!round || !isComplete || lead <= 0) return null;
  const texts = TEXTS[lang];
  const isShowdown = events.slice(0, events.indexOf(round)).some(({ kind }) => kind === "tied");
  const isLast = at === rounds.length - 1;
  const when = isShowdown ? texts.showdown : isLast ? texts.last : texts.round(at + 1);
  const [by, won] = [texts.points(lead), texts.points(Number(round.a))];
  return winner === you
    ? texts.you(by, won, when)
    : texts.other(view.names[winner] ?? "", by, won, when);
}

/** What decided a match of “from 1 to 10”: how many doors the winner has opened. */

import type { Ending } from "../../table/outcome";
import type { Lang } from "../../words/words.svelte";
import type { TenView } from "./picture";

const TEXTS = {
  it: {
    you: (doors: number) => `Hai trovato tutte e dieci le carte aprendo ${doors} porte.`,
    other: (name: string, doors: number) =>
      `${name} ha trovato tutte e dieci le carte aprendo ${doors} porte.`,
  },
  en: {
    you: (doors: number) => `You found all ten cards and opened ${doors} doors for them.`,
    other: (name: string, doors: number) =>
      `${name} found all ten cards and opened ${doors} doors for them.`,
  },
} as const;

export function decided(ending: Ending, view: TenView, lang: Lang): string | null {
  const { events, winner, you } = ending;
  const own = events.filter(({ seat }) => seat === winner);
  const isComplete = events.some(({ kind }) => kind === "started");
  if (!isComplete || !own.some(({ kind }) => kind === "completed")) return null;
  const doors = own.filter(({ kind }) => kind === "found" || kind === "missed").length;
  const texts = TEXTS[lang];
  return winner === you ? texts.you(doors) : texts.other(view.names[winner] ?? "", doors);
}

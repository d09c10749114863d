/** Any game's picture in words, for screen readers. */

import { listed } from "../../table/outcome";
import { book } from "../../words/rules.svelte";
import type { Lang } from "../../words/words.svelte";
import { handOf, sharedFields, textOf, type AnyView } from "./picture";
import { words } from "./words";

export function handWords(view: AnyView, lang: Lang): string {
  const cards = handOf(view.picture);
  if (!cards || cards.length === 0) return "";
  const names = book.of(view.table.game, lang)?.cards;
  const said = words[lang];
  return `${said.hand}: ${listed(
    cards.map((card) => names?.[card] ?? card),
    said.and,
  )}.`;
}

/** Describe the fields that all seats share, with the game's labels. */
export function tableWords(view: AnyView, lang: Lang): string {
  const labels = book.of(view.table.game, lang)?.table;
  return sharedFields(view)
    .map(({ name, value }) => `${labels?.[name] ?? name}: ${textOf(value)}.`)
    .join(" ");
}

/** YOOLOO's table in words, for screen readers. */

import { listed } from "../../table/outcome";
import type { Lang } from "../../words/words.svelte";
import { gamesOf, type YoolooView } from "./picture";
import { words } from "./words";

export function handWords(view: YoolooView, lang: Lang): string {
  if (view.seat === null) return "";
  const said = words[lang];
  const { hand, stack, phase } = view.picture;
  const [label, cards] =
    phase === "stacking" && stack.length > 0 ? [said.sort.label, stack] : [said.hand, hand];
  return cards.length > 0 ? `${label}: ${listed(cards, said.and)}.` : "";
}

export function tableWords(view: YoolooView, lang: Lang): string {
  const said = words[lang];
  const { phase, game, round, prize, parked } = view.picture;
  const games = gamesOf(view);
  return [
    ...(games > 1 ? [`${said.series(game, games)}.`] : []),
    phase === "showdown" ? `${said.showdown}.` : `${said.round(Math.min(round, 10))}.`,
    ...(prize && prize !== "?" ? [said.stake(prize, parked.join(", "))] : []),
  ].join(" ");
}

/** ROOKIE's table in words, for screen readers. */

import { listed } from "../../table/outcome";
import { book } from "../../words/rules.svelte";
import type { Lang } from "../../words/words.svelte";
import { countOf, isKids, isMine, type Kind, type RookieView } from "./picture";
import { words } from "./words";

function cardName(card: Kind, lang: Lang): string {
  return book.of("rookie", lang)?.cards[card] ?? card;
}

/** Describe the cards that I must lay and my three piles. */
export function handWords(view: RookieView, lang: Lang): string {
  if (view.seat === null) return "";
  const said = words[lang];
  const { picture, seat } = view;
  const held = isMine(view) ? picture.inHand.map((card) => cardName(card, lang)) : [];
  const piles = isKids(view) ? [] : (picture.laid[seat] ?? []);
  return [
    ...(held.length > 0 ? [`${said.inHand}: ${listed(held, said.and)}.`] : []),
    ...piles.map((pile, at) => {
      const top = pile.top ? cardName(pile.top, lang) : null;
      return `${said.ownPile(at + 1, top, countOf(pile))}.`;
    }),
    `${said.home(picture.scores[seat] ?? 0)}.`,
  ].join(" ");
}

/** Describe the face-up cards and the heights of the nine piles. */
export function tableWords(view: RookieView, lang: Lang): string {
  const said = words[lang];
  const open: string[] = [];
  const closed: string[] = [];
  view.picture.piles.forEach((pile, at) => {
    if (pile.open) open.push(`${said.openPile(at + 1, cardName(pile.open, lang), pile.height)}.`);
    else if (pile.height === 0) open.push(`${said.gap(at + 1)}.`);
    else closed.push(`${at + 1} (${pile.height})`);
  });
  return [...open, ...(closed.length > 0 ? [said.closed(closed.join(", "))] : [])].join(" ");
}

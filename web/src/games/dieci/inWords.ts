/** DIECI's table in words, for screen readers. */

import { book } from "../../words/rules.svelte";
import { language, type Lang } from "../../words/words.svelte";
import { cardOf, pathOf, type DieciView } from "./picture";
import { words } from "./words";

function cardName(card: string, lang: Lang): string {
  return book.of("dieci", lang)?.cards[card] ?? card;
}

export function handWords(view: DieciView, lang: Lang): string {
  if (view.seat === null) return "";
  const face = cardOf(view, view.seat)?.face;
  return face ? `${words[lang].mine(cardName(face, lang))}.` : `${words[lang].noCard}.`;
}

/** Describe the dealer, open cards, the chain of swaps and the deck. */
export function tableWords(view: DieciView, lang: Lang): string {
  const said = words[lang];
  const { picture, names, seat: own } = view;
  const name = (seat: number) => (seat === own ? language.words.you : (names[seat] ?? ""));
  const open = picture.inRound.flatMap((seat) => {
    const card = seat === own ? null : cardOf(view, seat);
    return card?.face ? [`${name(seat)}: ${cardName(card.face, lang)}.`] : [];
  });
  const path = pathOf(picture).map(name);
  return [
    `${said.dealer}: ${name(picture.dealer)}.`,
    ...open,
    ...(path.length > 0 ? [said.chain(path.join(", "))] : []),
    `${said.deck(picture.deck)}.`,
  ].join(" ");
}

/** The effect of my card in words: in general, and if I used it now. */

import type { Lang } from "../../words/words.svelte";
import { neighbourOf, type DieciView } from "./picture";
import { words } from "./words";

const LOW = ["0", "00", "000", "0000"];

/** Describe the effect of a card in general. */
export function canOf(card: string, lang: Lang): string {
  const { can } = words[lang];
  if (
    card === "10" ||
    card === "9" ||
    card === "8" ||
    card === "7" ||
    card === "6" ||
    card === "cat"
  )
    return can[card];
  return LOW.includes(card) ? can.low : can.mid;
}

/**
 * Describe the consequences of a block now, one sentence each. The player who asks is
 * `view.picture.turn`.
 */
export function wouldOf(card: string, view: DieciView, lang: Lang): readonly string[] {
  const { would } = words[lang];
  const { picture, seat, table, names } = view;
  const passer = names[picture.turn] ?? "";
  if (card === "10" || card === "6") return [would.stop(passer)];
  if (card === "7") {
    if (seat === picture.dealer)
      return [
        (table.options["rabbit_dealer"] === "deck" ? would.jumpDeck : would.jumpNowhere)(passer),
      ];
    const next = seat === null ? null : neighbourOf(picture, seat);
    return [would.jump(next === null ? "…" : (names[next] ?? "…"))];
  }
  if (card !== "9" && card !== "8") return [would.never];
  const pay = (table.options["pay_to"] === "blocker" ? would.payMe : would.pay)(passer);
  return card === "8" && picture.chain.length > 0 ? [pay, would.back] : [pay];
}

/** The result of UNO in words. */

import {
  addressed,
  ranked,
  rowsOf,
  standing,
  whoIn,
  type Outcome,
  type Tally,
} from "../../table/outcome";
import type { Lang } from "../../words/words.svelte";
import { isWater, targetOf, type UnoView } from "./picture";
import { words } from "./words";

/** Return the points if they are counted, else the number of cards in each hand. */
export function tallyOf(view: UnoView, lang: Lang): Tally {
  const { cards, points } = words[lang].tally;
  return targetOf(view) === null
    ? { what: cards, figures: view.picture.sizes }
    : { what: points, figures: view.picture.scores };
}

export function outcomeOf(view: UnoView, winners: readonly number[], lang: Lang): Outcome {
  const { outcome } = words[lang];
  const { figures } = tallyOf(view, lang);
  const who = whoIn(view, winners, lang);
  const more = standing(rowsOf(addressed(view, lang), figures, ranked(figures, winners)));
  const target = targetOf(view);
  const water = isWater(view);
  if (target === null)
    return { text: outcome.hand(who, more), rule: water ? "H2O-END-1" : "UNO-WIN-1" };
  if (view.table.options["scoring"] === "lowest") {
    const many = winners.length > 1;
    const text = outcome.lowest(who, target, more);
    return { text, rule: many ? "AMB-UNO-23" : "H2O-SCORE-2" };
  }
  return { text: outcome.reached(who, target, more), rule: water ? "H2O-SCORE-1" : "UNO-SCORE-2" };
}

/** The result of DIECI in words. */

import { whoIn, type Outcome, type Tally } from "../../table/outcome";
import type { Lang } from "../../words/words.svelte";
import type { DieciView } from "./picture";
import { words } from "./words";

export function tallyOf(view: DieciView, lang: Lang): Tally {
  return { what: words[lang].tally, figures: view.picture.tokens };
}

export function outcomeOf(view: DieciView, winners: readonly number[], lang: Lang): Outcome {
  const { outcome } = words[lang];
  const who = whoIn(view, winners, lang);
  const left = view.picture.tokens[winners[0] ?? 0] ?? 0;
  return left > 0
    ? { text: outcome.last(who, left), rule: "DIE-ELIM-1" }
    : { text: outcome.shared(who), rule: "AMB-DIE-17" };
}

/** The result of “from 1 to 10” in words. */

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
import type { TenView } from "./picture";
import { words } from "./words";

export function tallyOf(view: TenView, lang: Lang): Tally {
  return { what: words[lang].points, figures: view.picture.scores };
}

export function outcomeOf(view: TenView, winners: readonly number[], lang: Lang): Outcome {
  const { outcome } = words[lang];
  const { variant, one_go_score: counted } = view.table.options;
  const { scores } = view.picture;
  const who = whoIn(view, winners, lang);
  const more = standing(rowsOf(addressed(view, lang), scores, ranked(scores, winners)));
  const byRun = variant === "one_go" && counted === "best_run";
  const text = (byRun ? outcome.run : outcome.found)(who, more);
  return { text, rule: variant === "one_go" ? "AMB-TEN-5" : "AMB-TEN-3" };
}

/** The result of YOOLOO in words. */

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
import { gamesOf, type YoolooView } from "./picture";
import { words } from "./words";

const byWins = ({ table }: YoolooView) => table.options["series"] === "wins";

export function tallyOf(view: YoolooView, lang: Lang): Tally {
  const { points, wins } = words[lang].tally;
  return { what: byWins(view) ? wins : points, figures: view.picture.scores };
}

export function outcomeOf(view: YoolooView, winners: readonly number[], lang: Lang): Outcome {
  const { outcome } = words[lang];
  const { scores } = view.picture;
  const who = whoIn(view, winners, lang);
  const more = standing(rowsOf(addressed(view, lang), scores, ranked(scores, winners)));
  const games = gamesOf(view);
  if (byWins(view)) return { text: outcome.wins(who, more, games), rule: "AMB-YOO-8" };
  if (games > 1) return { text: outcome.series(who, more, games), rule: "AMB-YOO-8" };
  return { text: outcome.game(who, more), rule: "YOO-1.7a" };
}

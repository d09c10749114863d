/** The result of YOOLOO in words. */

import { namesIn, ranked, rowsOf, standing, type Outcome, type Tally } from "../../table/outcome";
import type { Lang } from "../../words/words.svelte";
import { gamesOf, type YoolooView } from "./picture";
import { words } from "./words";

const byWins = ({ table }: YoolooView) => table.options["series"] === "wins";

export function tallyOf(view: YoolooView, lang: Lang): Tally {
  const { points, wins } = words[lang].tally;
  return { what: byWins(view) ? wins : points, figures: view.picture.scores };
}

export function outcomeOf(view: YoolooView, winners: readonly number[], lang: Lang): Outcome {
  const { outcome, and } = words[lang];
  const { scores } = view.picture;
  const who = namesIn(view.names, winners, and);
  const more = standing(rowsOf(view.names, scores, ranked(scores, winners)));
  const games = gamesOf(view);
  const many = winners.length > 1;
  if (byWins(view)) return { text: outcome.wins(who, many, more, games), rule: "AMB-YOO-8" };
  if (games > 1) return { text: outcome.series(who, many, more, games), rule: "AMB-YOO-8" };
  return { text: outcome.game(who, many, more), rule: "YOO-1.7a" };
}

/** The result of ROOKIE in words. */

import { namesIn, ranked, rowsOf, standing, type Outcome, type Tally } from "../../table/outcome";
import type { Lang } from "../../words/words.svelte";
import { isTeam, type RookieView } from "./picture";
import { partnerOf } from "./seating";
import { words } from "./words";

export function tallyOf(view: RookieView, lang: Lang): Tally {
  return { what: words[lang].points, figures: view.picture.scores };
}

export function outcomeOf(view: RookieView, winners: readonly number[], lang: Lang): Outcome {
  if (isTeam(view)) return ofTeams(view, winners, lang);
  const { outcome, and } = words[lang];
  const { scores } = view.picture;
  const many = winners.length > 1;
  const more = standing(rowsOf(view.names, scores, ranked(scores, winners)));
  const text = outcome.alone(namesIn(view.names, winners, and), many, more);
  return { text, rule: many ? "AMB-ROO-20" : "ROO-0c" };
}

function ofTeams(view: RookieView, winners: readonly number[], lang: Lang): Outcome {
  const { outcome, and } = words[lang];
  const { scores } = view.picture;
  const { players } = view.table;
  const teams = Array.from({ length: players / 2 }, (_, seat) => {
    const both = [seat, partnerOf(seat, players)];
    const sum = both.reduce((all, one) => all + (scores[one] ?? 0), 0);
    return [namesIn(view.names, both, and), sum] as const;
  });
  const more = standing([...teams].sort(([, one], [, other]) => other - one));
  if (winners.length > 2) return { text: outcome.teams(more), rule: "AMB-ROO-20" };
  return { text: outcome.team(namesIn(view.names, winners, and), more), rule: "ROO-TM3" };
}

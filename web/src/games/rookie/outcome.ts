/** The result of ROOKIE in words. */

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
import { isTeam, type RookieView } from "./picture";
import { partnerOf } from "./seating";
import { words } from "./words";

export function tallyOf(view: RookieView, lang: Lang): Tally {
  return { what: words[lang].points, figures: view.picture.scores };
}

export function outcomeOf(view: RookieView, winners: readonly number[], lang: Lang): Outcome {
  if (isTeam(view)) return ofTeams(view, winners, lang);
  const { outcome } = words[lang];
  const { scores } = view.picture;
  const many = winners.length > 1;
  const more = standing(rowsOf(addressed(view, lang), scores, ranked(scores, winners)));
  const text = outcome.alone(whoIn(view, winners, lang), more);
  return { text, rule: many ? "AMB-ROO-20" : "ROO-0c" };
}

function ofTeams(view: RookieView, winners: readonly number[], lang: Lang): Outcome {
  const { outcome } = words[lang];
  const { scores } = view.picture;
  const { players } = view.table;
  const teams = Array.from({ length: players / 2 }, (_, seat) => {
    const both = [seat, partnerOf(seat, players)];
    const sum = both.reduce((all, one) => all + (scores[one] ?? 0), 0);
    return [whoIn(view, both, lang).names, sum] as const;
  });
  const more = standing([...teams].sort(([, one], [, other]) => other - one));
  if (winners.length > 2) return { text: outcome.teams(more), rule: "AMB-ROO-20" };
  return { text: outcome.team(whoIn(view, winners, lang), more), rule: "ROO-TM3" };
}

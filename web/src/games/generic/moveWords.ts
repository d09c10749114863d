/** Texts of a game without a folder in the page, built from the server's words for it. */

import type { Badge } from "../../table/board";
import {
  addressed,
  ranked,
  rowsOf,
  standing,
  whoIn,
  type Outcome,
  type Tally,
} from "../../table/outcome";
import type { RulesText } from "../../wire/http";
import { book } from "../../words/rules.svelte";
import type { Lang } from "../../words/words.svelte";
import { turnOf, type AnyView } from "./picture";
import { words } from "./words";

/** The kind of event that names a winner, by convention. */
const WON = "won";

/** Return a move in words; the text of the move if the game has no words for it. */
export function moveInWords(
  move: string,
  text: Pick<RulesText, "moves" | "cards" | "colours"> | null,
): string {
  const [verb = "", ...rest] = move.split(" ");
  const said = rest.map((part) => text?.cards[part] ?? text?.colours[part] ?? part);
  const template = text?.moves[verb];
  if (template === undefined) return [verb, ...said].join(" ");
  let place = 0;
  return template.replace(/\{\w*\}/g, () => said[place++] ?? "…");
}

/** Start a text with a capital letter, e.g. on a button. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Return the label of a field: the game's word for it, or its name. */
export function labelOf(name: string, text: Pick<RulesText, "table"> | null): string {
  const snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return text?.table[snake] ?? snake.replaceAll("_", " ");
}

export function badgesOf({ picture }: AnyView, seat: number, lang: Lang): readonly Badge[] {
  const points = picture.scores[seat] ?? 0;
  return [{ sign: "points", value: String(points), label: words[lang].points(points) }];
}

export function promptOf({ picture, moves, names }: AnyView, lang: Lang): string {
  const { prompt } = words[lang];
  if (picture.phase === "over") return prompt.over;
  if (moves.size > 0) return prompt.mine;
  const [turn] = turnOf(picture);
  return turn === undefined ? prompt.soon : prompt.theirs(names[turn] ?? "");
}

export function tallyOf({ picture }: AnyView, lang: Lang): Tally {
  return { what: words[lang].tally, figures: picture.scores };
}

export function outcomeOf(view: AnyView, winners: readonly number[], lang: Lang): Outcome {
  const { scores } = view.picture;
  const who = whoIn(view, winners, lang);
  const more = standing(rowsOf(addressed(view, lang), scores, ranked(scores, winners)));
  return {
    text: words[lang].won(who, more),
    rule: book.of(view.table.game, lang)?.eventRules[WON] ?? "",
  };
}

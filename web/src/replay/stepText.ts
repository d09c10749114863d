/** A step of a replay in sentences. */

import type { GamePage } from "../table/board";
import { narrate } from "../words/narration";
import type { Lang } from "../words/words.svelte";
import type { RulesText } from "../wire/http";
import type { Film } from "./film";
import { words } from "./words";

/** Tell the events that lead to a scene; never empty. */
export function sentences(
  film: Film,
  at: number,
  eyes: number | null,
  said: { readonly text: RulesText | null; readonly page: GamePage; readonly lang: Lang },
): readonly string[] {
  const { text, page, lang } = said;
  const { names } = film;
  const { places } = page;
  const told = text
    ? film
        .events(at, eyes)
        .map((event) => narrate([event], { text, names, lang, you: null, places }))
    : [];
  const heard = told.filter((line) => line !== "");
  if (heard.length > 0) return heard;
  if (at === 0) return [words[lang].start];
  const { seat, text: action } = film.action(at);
  if (seat === null) {
    const chances: Readonly<Record<string, string>> = words[lang].chance;
    return [chances[action] ?? action];
  }
  // A seat that could not see the move learns only that there was one.
  const isHeard = eyes === null || eyes === seat;
  const view = film.view(film.scene(at - 1), seat);
  return [`${film.names[seat] ?? ""}: ${isHeard ? page.moveWords(action, view, lang) : "…"}`];
}

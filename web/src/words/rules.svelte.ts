/** The rules of a game and the words for what happens in it, in the language that is spoken. */

import { ask } from "../net/api";
import { SEAT_EVENTS } from "../wire/events";
import type { RulesText } from "../wire/http";
import type { EventInfo } from "../wire/messages";
import { language, type Lang } from "./words.svelte";

class Book {
  #pages = $state.raw<Readonly<Record<string, RulesText>>>({});
  readonly #asked = new Set<string>();

  /** The book of a game; null until it has come. */
  of(game: string, lang: Lang = language.lang): RulesText | null {
    const key = `${game}/${lang}`;
    if (!this.#asked.has(key)) {
      this.#asked.add(key);
      ask("GET /api/games/{game}/{lang}", { path: { game, lang } }).then(
        (text) => (this.#pages = { ...this.#pages, [key]: text }),
        () => this.#asked.delete(key),
      );
    }
    return this.#pages[key] ?? null;
  }
}

export const book = new Book();

/** What happened, in a sentence; empty for what has no words. */
export function sentence(text: RulesText, event: EventInfo, names: readonly string[]): string {
  const pattern = text.events[event.kind];
  if (!pattern) return "";
  const name = (seat: number) => names[seat] ?? "?";
  const value = (given: string | number | null) => {
    if (typeof given === "string") return text.cards[given] ?? text.colours[given] ?? given;
    return given === null ? "" : String(given);
  };
  return pattern
    .replaceAll("{seat}", name(event.seat))
    .replaceAll("{a}", SEAT_EVENTS.has(event.kind) ? name(Number(event.a)) : value(event.a))
    .replaceAll("{b}", value(event.b));
}

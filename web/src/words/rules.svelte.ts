/** The rules and words of each game, loaded from the server and cached. */

import { ask } from "../net/api";
import type { RulesText } from "../wire/http";
import { language, type Lang } from "./words.svelte";

class Book {
  #pages = $state.raw<Readonly<Record<string, RulesText>>>({});
  readonly #asked = new Set<string>();

  /** Return the rules and words of a game; null until they are loaded. */
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

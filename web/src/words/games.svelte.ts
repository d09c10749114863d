/** The games as the server lists them: who can play, which way, with which options. */

import { ask } from "../net/api";
import type { GameInfo } from "../wire/http";

class Shelf {
  #games = $state.raw<Readonly<Record<string, GameInfo>>>({});
  #asked = false;

  /** A game; null until the list has come. */
  of(game: string): GameInfo | null {
    if (!this.#asked) {
      this.#asked = true;
      ask("GET /api/games", {}).then(
        ({ games }) => (this.#games = Object.fromEntries(games.map((one) => [one.id, one]))),
        () => (this.#asked = false),
      );
    }
    return this.#games[game] ?? null;
  }
}

export const shelf = new Shelf();

/** The server's list of games, with their options and numbers of players, and its chat setting. */

import { ask } from "../net/api";
import type { GameInfo } from "../wire/http";

class Shelf {
  #games = $state.raw<readonly GameInfo[] | null>(null);
  #chat = $state<boolean | null>(null);
  #asked = false;

  /** All games in the server's order; null until the list is loaded. */
  get all(): readonly GameInfo[] | null {
    this.#ask();
    return this.#games;
  }

  /** Return a game; null until the list is loaded, and for an unknown game. */
  of(game: string): GameInfo | null {
    return this.all?.find((one) => one.id === game) ?? null;
  }

  /** Whether this server allows chat; null until the list is loaded. */
  get chat(): boolean | null {
    this.#ask();
    return this.#chat;
  }

  #ask(): void {
    if (this.#asked) return;
    this.#asked = true;
    ask("GET /api/games", {}).then(
      ({ games, chat }) => {
        this.#games = games;
        this.#chat = chat;
      },
      () => (this.#asked = false),
    );
  }
}

export const shelf = new Shelf();

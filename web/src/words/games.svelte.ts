/**
 * What the server says of itself: the games (who can play, which way, with which options), and
 * whether people talk there.
 */

import { ask } from "../net/api";
import type { GameInfo } from "../wire/http";

class Shelf {
  #games = $state.raw<Readonly<Record<string, GameInfo>>>({});
  #chat = $state<boolean | null>(null);
  #asked = false;

  /** A game; null until the list has come. */
  of(game: string): GameInfo | null {
    this.#ask();
    return this.#games[game] ?? null;
  }

  /** Whether people may talk on this server at all; null until it has said so. */
  get chat(): boolean | null {
    this.#ask();
    return this.#chat;
  }

  #ask(): void {
    if (this.#asked) return;
    this.#asked = true;
    ask("GET /api/games", {}).then(
      ({ games, chat }) => {
        this.#games = Object.fromEntries(games.map((one) => [one.id, one]));
        this.#chat = chat;
      },
      () => (this.#asked = false),
    );
  }
}

export const shelf = new Shelf();

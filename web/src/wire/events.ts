// Written by `make gen` from the events of the games; do not edit.

/** The audiences of a game's events, in its `events.ts`. */
interface GameEvents {
  readonly PRIVATE: ReadonlySet<string>;
  readonly SHOWN: ReadonlySet<string>;
}

const FILES = import.meta.glob<GameEvents>("../games/*/events.ts", { eager: true });

function byGame(audience: keyof GameEvents): Readonly<Record<string, ReadonlySet<string>>> {
  const found: Record<string, ReadonlySet<string>> = {};
  for (const [path, events] of Object.entries(FILES)) {
    const game = path.split("/").at(-2) ?? "";
    if (events[audience].size > 0) found[game] = events[audience];
  }
  return found;
}

/** By game: kinds of events that only the seat which they name hears. */
export const PRIVATE_EVENTS = byGame("PRIVATE");

/** By game: kinds of events that only another seat hears: the one that moved. */
export const SHOWN_EVENTS = byGame("SHOWN");

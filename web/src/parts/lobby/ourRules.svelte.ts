/** “Our rules”: mixes of options that were saved on this device, by game. */

import { same, type Options } from "./mixes";

/** A saved mix. */
export interface Saved {
  readonly name: string;
  readonly options: Options;
}

type Shelves = Readonly<Record<string, readonly Saved[]>>;

const KEY = "mazziere.ourRules";
const MOST_PER_GAME = 8;
export const MOST_LETTERS = 30;

/** Return the mixes in a stored text; what is damaged is left out. */
export function readSaved(stored: string | null): Shelves {
  let found: unknown;
  try {
    found = JSON.parse(stored ?? "{}");
  } catch {
    return {};
  }
  if (!isObject(found)) return {};
  const entries = Object.entries(found).map(
    ([game, mixes]) => [game, Array.isArray(mixes) ? mixes.filter(isSaved) : []] as const,
  );
  return Object.fromEntries(entries.filter(([, mixes]) => mixes.length > 0));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isSaved(value: unknown): value is Saved {
  return (
    isObject(value) &&
    typeof value["name"] === "string" &&
    value["name"] !== "" &&
    isObject(value["options"])
  );
}

/** Return a name that no other mix has: “Our rules”, “Our rules 2”, … */
export function freeName(wanted: string, saved: readonly Saved[]): string {
  const isTaken = (name: string) => saved.some((one) => one.name === name);
  const base = wanted.trim().slice(0, MOST_LETTERS);
  let name = base;
  for (let number = 2; isTaken(name); number++)
    name = `${base.slice(0, MOST_LETTERS - 3).trimEnd()} ${number}`;
  return name;
}

class OurRules {
  #saved = $state.raw<Shelves>(readSaved(localStorage.getItem(KEY)));

  /** The mixes of a game, the latest first. */
  of(game: string): readonly Saved[] {
    return this.#saved[game] ?? [];
  }

  /** Return the saved mix with these options, if there is one. */
  find(game: string, options: Options): Saved | null {
    return this.of(game).find((one) => same(sortKeys(one.options), sortKeys(options))) ?? null;
  }

  /** Save a mix; an older one with the same name is replaced. */
  save(game: string, name: string, options: Options): void {
    const others = this.of(game).filter((one) => one.name !== name);
    this.#keep(game, [{ name, options }, ...others].slice(0, MOST_PER_GAME));
  }

  delete(game: string, name: string): void {
    const others = this.of(game).filter((one) => one.name !== name);
    this.#keep(game, others);
  }

  #keep(game: string, mixes: readonly Saved[]): void {
    this.#saved = { ...this.#saved, [game]: mixes };
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#saved));
    } catch {
      // The storage is full or forbidden: the mix lasts as long as the page.
    }
  }
}

function sortKeys(options: Options): Options {
  return Object.fromEntries(Object.entries(options).sort(([a], [b]) => (a < b ? -1 : 1)));
}

export const ourRules = new OurRules();

/** The expressions of the faces at a table: short reactions, and thinking during a turn. */

import { getContext, setContext } from "svelte";

import { showMs } from "../speed";
import type { Mood } from "./animals";

/** The expression that an event causes on a seat's face. */
export type Reaction = readonly [seat: number, mood: Mood];

const SHOWN_MS = 2400;
const KEY = Symbol("moods");

export class Moods {
  #shown = $state.raw<ReadonlyMap<number, Mood>>(new Map());
  readonly #timers = new Map<number, ReturnType<typeof setTimeout>>();

  /** Show reactions for a while. The last reaction of a seat replaces earlier ones. */
  react(reactions: readonly Reaction[]): void {
    if (reactions.length === 0) return;
    this.#shown = new Map([...this.#shown, ...reactions]);
    for (const [seat] of reactions) {
      clearTimeout(this.#timers.get(seat));
      this.#timers.set(
        seat,
        setTimeout(() => this.#forget(seat), showMs(SHOWN_MS)),
      );
    }
  }

  /** Return the expression of a seat. */
  of(seat: number, isToMove: boolean): Mood {
    return this.#shown.get(seat) ?? (isToMove ? "thinking" : "waiting");
  }

  #forget(seat: number): void {
    const left = new Map(this.#shown);
    left.delete(seat);
    this.#shown = left;
  }
}

/** Provide the moods of a table to all components inside this one. */
export function provideMoods(moods: () => Moods): void {
  setContext(KEY, moods);
}

/** Return the moods that an outer component provides; null outside a table. */
export function tableMoods(): Moods | null {
  return getContext<(() => Moods) | undefined>(KEY)?.() ?? null;
}

/**
 * Return a function from events to reactions. By kind of event: the mood of `seat`, and of seat
 * `a`.
 */
export function reactionsBy(
  table: Readonly<Record<string, readonly [own: Mood | null, other?: Mood]>>,
): (event: {
  readonly kind: string;
  readonly seat: number;
  readonly a: unknown;
}) => readonly Reaction[] {
  return ({ kind, seat, a }) => {
    const found = table[kind];
    if (!found) return [];
    const [own, other] = found;
    const reactions: Reaction[] = own ? [[seat, own]] : [];
    if (other && typeof a === "number") reactions.push([a, other]);
    return reactions;
  };
}

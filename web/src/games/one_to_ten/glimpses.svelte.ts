/** Wrong cards of other players: they stay visible for a while without delaying the game. */

import { showMs } from "../../speed";
import type { EventInfo } from "../../wire/messages";
import { openIn, type TenView } from "./picture";

export const GLIMPSE_MS = 1700;

export interface Glimpse {
  readonly seat: number;
  /** The place of the wrong card. */
  readonly place: number;
  readonly card: string;
  /**
   * All cards that turn face down now: the wrong card, and with the option “in one go” also the
   * found ones.
   */
  readonly cards: ReadonlyMap<number, string>;
}

/** Return the last glimpse of each seat in these events. */
export function glimpsesOf(events: readonly EventInfo[], before: TenView): readonly Glimpse[] {
  const open = new Map<number, Map<number, string>>();
  const rowOf = (seat: number) => {
    const row = open.get(seat) ?? new Map(openIn(before, seat));
    open.set(seat, row);
    return row;
  };
  const seen = new Map<number, Glimpse>();
  for (const { kind, seat, a, b } of events) {
    if (kind === "found") {
      rowOf(seat).set(Number(b), String(a));
      seen.delete(seat);
    } else if (kind === "missed") {
      const [place, card] = [Number(b), String(a)];
      seen.set(seat, { seat, place, card, cards: new Map([[place, card]]) });
    } else if (kind === "covered") {
      const miss = seen.get(seat);
      if (miss) seen.set(seat, { ...miss, cards: new Map([...rowOf(seat), ...miss.cards]) });
      open.set(seat, new Map());
    }
  }
  return [...seen.values()];
}

class Glimpses {
  #now = $state.raw<readonly (Glimpse & { readonly table: string })[]>([]);

  show(table: string, all: readonly Glimpse[]): void {
    for (const glimpse of all) {
      const shown = { ...glimpse, table };
      const rest = this.#now.filter((one) => one.seat !== glimpse.seat || one.table !== table);
      this.#now = [...rest, shown];
      setTimeout(() => (this.#now = this.#now.filter((one) => one !== shown)), showMs(GLIMPSE_MS));
    }
  }

  of(table: string, seat: number): Glimpse | undefined {
    return this.#now.find((one) => one.table === table && one.seat === seat);
  }
}

export const glimpses = new Glimpses();

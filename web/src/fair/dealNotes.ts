/**
 * Notes that this device takes before and during a deal, kept in local storage. A record is checked
 * against them afterwards; without notes one can only check that the record is consistent.
 */

import type { TableInfo } from "../wire/messages";
import { canonical } from "./canonical";
import type { Dealt } from "./proof";

export interface DealNotes {
  readonly commitment: string;
  /** The commitment was shown before the cards were dealt. */
  readonly before: boolean;
  /** This device's own part, and the seat of its pledge. */
  readonly own: { readonly seat: number; readonly part: string } | null;
  /** The list of inputs for which the own part was sent, in canonical form; null: not sent yet. */
  readonly list: string | null;
  /** The inputs changed after the own part was sent, which is forbidden. */
  readonly changed: boolean;
  readonly receipt: string | null;
}

/** Return all inputs of a deal except the secret and the parts, in canonical form. */
export function listOf(table: TableInfo): string {
  return canonical({
    match: table.match,
    commitment: table.commitment,
    game: table.game,
    rules: table.rules,
    players: table.players,
    options: table.options,
    seats: table.seats.map(({ kind, name }) => ({ name, kind: kind === "bot" ? name : kind })),
    pledges: table.deal?.pledges ?? [],
    named: table.deal?.named ?? -1,
    given: table.deal?.given ?? 0,
  });
}

/**
 * Return the same list, read from a record. A seat that the host named is a given step without a
 * position.
 */
export function listIn(dealt: Dealt, seen: string): string {
  const { proof, game, rules, players, options } = dealt;
  const { match, commitment, seats, pledges, given } = proof;
  const { named } = JSON.parse(seen) as { readonly named: number };
  const isNamed = named >= 0 && given.length === 1;
  const who = isNamed && typeof given[0]?.["seat"] === "number" ? given[0]["seat"] : -1;
  const laid = isNamed ? 0 : given.length;
  const head = { match, commitment, game, rules, players, options };
  return canonical({ ...head, seats, pledges, named: who, given: laid });
}

const PREFIX = "mazziere.fair.";
const MOST_TABLES = 60;

interface StoredTable {
  readonly at: number;
  readonly matches: Readonly<Record<string, DealNotes>>;
}

/** Stores notes by table and match, for the latest tables only. */
export class DealNotesStore {
  constructor(readonly storage: Storage) {}

  of(table: string, match: number): DealNotes | null {
    return this.#shelf(table).matches[match] ?? null;
  }

  keep(table: string, match: number, seen: DealNotes): void {
    const matches = { ...this.#shelf(table).matches, [match]: seen };
    const shelf: StoredTable = { at: Date.now(), matches };
    try {
      this.storage.setItem(PREFIX + table, JSON.stringify(shelf));
      this.#tidy();
    } catch {
      // Storage is full. Without notes the check reports that this device was absent.
    }
  }

  #shelf(table: string): StoredTable {
    try {
      const kept = this.storage.getItem(PREFIX + table);
      return kept ? (JSON.parse(kept) as StoredTable) : { at: 0, matches: {} };
    } catch {
      return { at: 0, matches: {} };
    }
  }

  #tidy(): void {
    const keys: string[] = [];
    for (let i = 0; i < this.storage.length; i++) keys.push(this.storage.key(i) ?? "");
    const tables = keys.filter((key) => key.startsWith(PREFIX)).map((k) => k.slice(PREFIX.length));
    if (tables.length <= MOST_TABLES) return;
    const byAge = tables.sort((one, other) => this.#shelf(one).at - this.#shelf(other).at);
    for (const old of byAge.slice(0, tables.length - MOST_TABLES))
      this.storage.removeItem(PREFIX + old);
  }
}

/** A strict parser for the proof in a record: any deviation from the format is refused. */

import { canonical, isObject, Unfair } from "./canonical";

export type Json = Readonly<Record<string, unknown>>;
type Pairs = readonly (readonly [number, string])[];

export interface Proof {
  readonly format: string;
  readonly table: string;
  readonly match: number;
  readonly commitment: string;
  readonly seats: readonly { readonly name: string; readonly kind: string }[];
  /** The first steps, if the host gave them. */
  readonly given: readonly Json[];
  readonly pledges: Pairs;
  readonly parts: Pairs;
  readonly receipt: string;
  /** Missing while the match goes on. */
  readonly secret?: string;
}

/** The part of a record that the proof covers. */
export interface Dealt {
  readonly game: string;
  readonly rules: number;
  readonly players: number;
  readonly options: Json;
  readonly steps: readonly Json[];
  readonly isOver: boolean;
  readonly proof: Proof;
  /** The fields of a step that determine the match. */
  readonly stepFields: readonly string[];
}

export const FORMAT = "mazziere-deal/1";
const FIELDS = [
  ...["format", "table", "match", "commitment", "seats", "given", "pledges", "parts", "receipt"],
  "secret",
];
/** The fields of a step that determine the match, in every game. */
export const STEP_FIELDS: readonly string[] = ["chance", "seat", "move", "cards", "rows"];
const LONGEST = 100;

/**
 * Parse a record; null if it has no proof, throws Unfair if it is malformed. A game may have further
 * fields in its steps.
 */
export function dealtOf(
  record: unknown,
  fieldsOf: (game: string) => readonly string[] = () => STEP_FIELDS,
): Dealt | null {
  const top = object(record, "the record");
  if (!("fairness" in top)) return null;
  if ("seed" in top) throw new Unfair("a seed and a proof: it was dealt once");
  const { game, rules, players, options = {} } = top;
  if (typeof game !== "string" || !isWhole(rules) || !isWhole(players))
    throw new Unfair("the head of the record");
  const stepFields = fieldsOf(game);
  return {
    stepFields,
    game,
    rules,
    players,
    options: object(options, "options"),
    steps: list(top["steps"], "steps").map((step) => object(step, "a step")),
    isOver: "result" in top,
    proof: proofOf(top["fairness"], stepFields),
  };
}

function proofOf(value: unknown, stepFields: readonly string[]): Proof {
  const written = object(value, "the proof");
  for (const name of FIELDS)
    if (!(name in written) && name !== "secret") throw new Unfair(`${name} is missing`);
  // A misspelt "secret" must not pass for a proof that is still sealed
  if (!Object.keys(written).every((name) => FIELDS.includes(name)))
    throw new Unfair("a field that does not belong there");
  const { format, table, match, secret } = written;
  if (format !== FORMAT) throw new Unfair("another format");
  if (!isWhole(match) || match < 1) throw new Unfair("the number of the match");
  const seats = list(written["seats"], "seats").map(seatOf);
  return {
    format,
    table: words(table, "table"),
    match,
    commitment: digits(written["commitment"], "commitment"),
    seats,
    given: list(written["given"], "given").map((step) => givenOf(step, stepFields)),
    pledges: pairs(written["pledges"], seats.length, "pledges"),
    parts: pairs(written["parts"], seats.length, "parts"),
    receipt: digits(written["receipt"], "receipt"),
    ...("secret" in written ? { secret: digits(secret, "secret") } : {}),
  };
}

function seatOf(value: unknown) {
  const { name, kind, ...more } = object(value, "a seat");
  if (Object.keys(more).length > 0) throw new Unfair("a seat with a field too many");
  return { name: words(name, "a name"), kind: words(kind, "a kind") };
}

function givenOf(value: unknown, fields: readonly string[]): Json {
  const step = object(value, "a given step");
  if (!Object.keys(step).every((name) => fields.includes(name)))
    throw new Unfair("a given step with a field too many");
  canonical(step);
  return step;
}

/** Pairs of a seat and 64 digits, ascending, so that a seat has one at most. */
function pairs(value: unknown, seats: number, where: string): Pairs {
  let last = -1;
  return list(value, where).map((pair) => {
    const [seat, found, ...more] = list(pair, where);
    if (!isWhole(seat) || seat <= last || seat >= seats || more.length > 0)
      throw new Unfair(`${where}: not in the order of seats`);
    last = seat;
    return [seat, digits(found, where)] as const;
  });
}

/** Keep only the fields of a step that determine the match. */
export function bare(step: Json, fields: readonly string[]): Json {
  return Object.fromEntries(
    fields.filter((name) => name in step).map((name) => [name, step[name]]),
  );
}

export const isWhole = (value: unknown): value is number => Number.isSafeInteger(value);

function object(value: unknown, where: string): Json {
  if (!isObject(value)) throw new Unfair(`${where} is not an object`);
  return value;
}

function list(value: unknown, where: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new Unfair(`${where} is not a list`);
  return value;
}

function words(value: unknown, where: string): string {
  // Count code points, as Python does, not UTF-16 units.
  if (typeof value !== "string" || value === "" || [...value].length > LONGEST)
    throw new Unfair(`${where} is not a short text`);
  canonical(value);
  return value;
}

function digits(value: unknown, where: string): string {
  if (typeof value !== "string" || !/^[0-9a-f]{64}$/.test(value))
    throw new Unfair(`${where} is not 64 hexadecimal digits`);
  return value;
}

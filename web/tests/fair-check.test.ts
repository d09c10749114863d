import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { describe, expect, test } from "vitest";

import written from "../../docs/fairness-vectors.json";
import { canonical, hashOf, pledgeOf, Unfair } from "../src/fair/canonical";
import { dealFrom, dealOf, isAsDrawn, stepFields, type GameDeal } from "../src/fair/chance";
import { check, commitText, dealText, type Point, type Report } from "../src/fair/check";
import { dealtOf, type Dealt, type Json } from "../src/fair/proof";
import type { DealNotes } from "../src/fair/dealNotes";
import { keyOf, Stream } from "../src/fair/stream";
import type { GameInfo } from "../src/wire/http";
import played from "./fair-records.json";

interface Vectors {
  readonly canonical: readonly { readonly value: unknown; readonly text: string }[];
  readonly pledges: readonly { readonly part: string; readonly pledge: string }[];
  readonly streams: readonly {
    readonly key: string;
    readonly purpose: string;
    readonly bytes: string;
    readonly numbers: readonly (readonly [number, number])[];
    readonly cards: readonly number[];
    readonly orders: readonly (readonly number[])[];
  }[];
  readonly deals: readonly Readonly<Record<string, string>>[];
  readonly records: readonly Json[];
}
interface Spoilt {
  readonly record: number;
  readonly path: readonly (string | number)[];
  readonly value: unknown;
  readonly rules: boolean;
  readonly step: number | null;
}
interface Records {
  readonly records: readonly Json[];
  readonly sealed: Json;
  readonly spoilt: readonly Spoilt[];
}

const vectors = written as unknown as Vectors;
const made = played as unknown as Records;
const nothing = () => null;
const wrongs = (report: Report) => report.findings.filter((one) => one.verdict === "wrong");
const at = (report: Report, point: Point) => report.findings.find((one) => one.point === point);
const dealt = (record: Json): Dealt =>
  dealtOf(record, (game) => stepFields(dealOf(game) as GameDeal)) as Dealt;

describe("the vectors of docs/fairness.md", () => {
  test.each(vectors.canonical)("$text", ({ value, text }) => {
    expect(canonical(value)).toBe(text);
  });

  test.each([[1.5], [null], [2 ** 53], ["\ud800"], [{ ü: 1 }], [{ a: undefined }]])(
    "%j has no canonical form",
    (value) => {
      expect(() => canonical(value)).toThrow(Unfair);
    },
  );

  test("pledges", () => {
    for (const { part, pledge } of vectors.pledges) expect(pledgeOf(part)).toBe(pledge);
  });

  test.each(vectors.streams)("the stream $purpose", ({ key, purpose, ...wanted }) => {
    const begin = () => new Stream(hexToBytes(key), purpose);
    const bytes = begin();
    const count = wanted.bytes.length / 2;
    expect(bytesToHex(Uint8Array.from({ length: count }, () => bytes.byte()))).toBe(wanted.bytes);
    const numbers = begin();
    for (const [bound, number] of wanted.numbers) expect(numbers.below(bound)).toBe(number);
    const orders = begin();
    for (const order of wanted.orders) expect(orders.order(wanted.cards)).toEqual(order);
  });

  test.each(vectors.deals)("the deal of $table", (wanted) => {
    const record = vectors.records.find(
      (one) => dealt(one).proof.table === wanted["table"],
    ) as Json;
    const secret = wanted["secret"] ?? "";
    expect(commitText(dealt(record), secret)).toBe(wanted["commit_text"]);
    expect(dealText(dealt(record))).toBe(wanted["deal_text"]);
    expect(hashOf(dealText(dealt(record)))).toBe(wanted["receipt"]);
    expect(bytesToHex(keyOf(dealText(dealt(record)), secret))).toBe(wanted["key"]);
  });

  test.each(vectors.records)("the record of $game", (record) => {
    const report = check(record, nothing);
    expect(wrongs(report)).toEqual([]);
    expect(at(report, "chance")?.verdict).toBe("right");
    expect(report.facts?.right).toBe(report.facts?.chances);
    expect(report.facts?.right).toBeGreaterThan(0);
  });
});

describe("records that the Python code has written", () => {
  test.each(made.records)("$game is as promised", (record) => {
    const report = check(record, nothing);
    expect(wrongs(report)).toEqual([]);
    expect(at(report, "seen")?.why).toBe("absent");
  });

  test.each(made.spoilt.filter((one) => !one.rules))(
    "record $record, spoilt at $path",
    ({ record, path, value, step }) => {
      const faults = wrongs(check(spoil(made.records[record] as Json, path, value), nothing));
      expect(faults.length).toBeGreaterThan(0);
      if (step !== null) expect(faults.map((one) => one.step)).toContain(step);
    },
  );

  test.each(made.spoilt.filter((one) => one.rules))(
    "without the rules nobody notices: record $record at $path",
    ({ record, path, value }) => {
      expect(wrongs(check(spoil(made.records[record] as Json, path, value), nothing))).toEqual([]);
    },
  );

  test("sealed while it goes on", () => {
    const report = check(made.sealed, nothing);
    expect(wrongs(report)).toEqual([]);
    expect(at(report, "commitment")?.verdict).toBe("sealed");
    expect(at(report, "chance")?.verdict).toBe("sealed");
  });

  test("withheld parts, parts without pledges, given steps are told", () => {
    const [yooloo, ten, rookie, , , dieci] = made.records.map((one) => check(one, nothing));
    expect(rookie?.facts?.withheld).toEqual([1]);
    expect(at(rookie as Report, "parts")).toMatchObject({ verdict: "right", why: "withheld" });
    expect(at(dieci as Report, "parts")).toMatchObject({ verdict: "partly", why: "unpledged" });
    expect(at(ten as Report, "given")).toMatchObject({ verdict: "right", why: "named" });
    expect(at(yooloo as Report, "given")).toMatchObject({ verdict: "right", why: "none" });
  });

  test("a record without a proof, and what is no record", () => {
    const { fairness: _, ...plain } = made.records[0] as Json;
    expect(check(plain, nothing).findings).toMatchObject([{ point: "form", verdict: "partly" }]);
    expect(check("a text", nothing).findings).toMatchObject([{ point: "form", verdict: "wrong" }]);
  });
});

describe("a game that has no folder in the page", () => {
  const told = {
    cards: ["a", "b", "c"],
    stepFields: ["chance", "seat", "move", "ring"],
    byLot: [],
  };
  const deal = dealFrom(told as unknown as GameInfo);
  const stream = () => new Stream(new Uint8Array(32), "0:anything");
  const drawn = (step: Json, game = deal) =>
    isAsDrawn(
      { players: 3, stepFields: stepFields(game) } as unknown as Dealt,
      game,
      step,
      stream(),
    );
  const order = stream()
    .order([0, 1, 2])
    .map((card) => told.cards[card] as string);

  test("may name its chance steps as it likes", () => {
    expect(drawn({ chance: "dawn", cards: order })).toBe(true);
    expect(drawn({ chance: "dawn", cards: [...order].reverse() })).toBe(false);
  });

  test("may deal in a form of its own, which is not called wrong", () => {
    expect(drawn({ chance: "dawn", ring: [order] })).toBeNull();
  });

  test("has no step with a second field, which would not be checked", () => {
    expect(drawn({ chance: "dawn", cards: order, seat: 9 })).toBe(false);
    expect(drawn({ chance: "dawn", ring: [order], cards: order })).toBe(false);
    expect(drawn({ chance: "dawn" })).toBe(false);
  });
});

describe("compared with what this device saw", () => {
  const record = made.records[0] as Json;
  const { proof, game, rules, players, options } = dealt(record);
  const { commitment, receipt, match, seats, pledges } = proof;
  const head = { match, commitment, game, rules, players, options };
  const part = new Map(proof.parts).get(1) ?? "";
  const seen: DealNotes = {
    commitment,
    before: true,
    own: { seat: 1, part },
    list: canonical({ ...head, seats, pledges, named: -1, given: 0 }),
    changed: false,
    receipt,
  };
  const told = (changes: Partial<DealNotes>) =>
    at(
      check(record, () => ({ ...seen, ...changes })),
      "seen",
    );

  test("it is the same", () => {
    expect(told({})).toMatchObject({ verdict: "right" });
  });

  test.each<[string, Partial<DealNotes>]>([
    ["changed", { changed: true }],
    ["commitment", { commitment: "00".repeat(32) }],
    ["receipt", { receipt: "00".repeat(32) }],
    ["list", { list: (seen.list ?? "").replace("Ada", "Eva") }],
    ["list", { list: (seen.list ?? "").replace('"named":-1', '"named":0') }],
    ["part", { own: { seat: 1, part: "00".repeat(32) } }],
  ])("another %s", (why, changes) => {
    expect(told(changes)).toMatchObject({ verdict: "wrong", why });
  });

  test.each<[string, Partial<DealNotes>]>([
    ["late", { before: false }],
    ["watched", { own: null }],
    ["watched", { list: null }],
    ["too_late", { own: { seat: 2, part } }],
  ])("%s: less than it could be", (why, changes) => {
    expect(told(changes)).toMatchObject({ verdict: "partly", why });
  });

  test("who begins was named, and was seen", () => {
    const ten = made.records[1] as Json;
    const { proof: other, ...rest } = dealt(ten);
    const list = canonical({
      ...{ match: other.match, commitment: other.commitment, game: rest.game, rules: rest.rules },
      ...{ players: rest.players, options: rest.options, seats: other.seats },
      ...{ pledges: other.pledges, named: 0, given: 0 },
    });
    const own = { seat: 0, part: new Map(other.parts).get(0) ?? "" };
    const kept = { ...seen, commitment: other.commitment, receipt: other.receipt, own, list };
    expect(
      at(
        check(ten, () => kept),
        "seen",
      ),
    ).toMatchObject({ verdict: "right" });
    const unnamed = list.replace('"named":0', '"named":-1');
    expect(
      at(
        check(ten, () => ({ ...kept, list: unnamed })),
        "seen",
      )?.verdict,
    ).toBe("wrong");
  });
});

/** Set the value at a path; null removes it. */
function spoil(record: Json, path: readonly (string | number)[], value: unknown): Json {
  const copy = structuredClone(record) as Record<string | number, unknown>;
  let place = copy;
  for (const name of path.slice(0, -1)) place = place[name] as Record<string | number, unknown>;
  const last = path.at(-1) ?? "";
  if (value === null) delete place[last];
  else place[last] = value;
  return copy;
}

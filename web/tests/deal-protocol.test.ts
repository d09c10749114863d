import { expect, test } from "vitest";

import { pledgeOf } from "../src/fair/canonical";
import { nextStep, type DealStep } from "../src/fair/dealProtocol";
import { listOf, DealNotesStore, type DealNotes } from "../src/fair/dealNotes";
import type { DealInfo, TableInfo } from "../src/wire/messages";

const PART = "ab".repeat(32);
const OTHER = "cd".repeat(32);
const DEAL: DealInfo = { pledges: [], parts: [], named: null, given: 0 };
const settings = { clock: "none", standIn: "normal", graceMs: 0, paceMs: 0, hints: false };
const seat = {
  host: false,
  away: false,
  standIn: false,
  mine: false,
  pledged: false,
  agreed: false,
  avatar: "",
  quiet: false,
  won: 0,
};
const WAITING: TableInfo = {
  id: "t",
  game: "uno",
  rules: 1,
  players: 2,
  options: { target: 500 },
  settings: { ...settings, mix: "", clock: "none", chat: true, watchers: true },
  phase: "waiting",
  paused: false,
  seats: [
    { ...seat, kind: "person", name: "Ada" },
    { ...seat, kind: "bot", name: "hard:ms=500" },
  ],
  code: null,
  match: 1,
  commitment: "c1",
  receipt: null,
  deal: DEAL,
  evening: [],
  finished: 0,
  seq: 3,
  removed: [],
  requests: [],
  declined: false,
  hurried: false,
  out: false,
};
const pledged: DealInfo = { ...DEAL, pledges: [[0, pledgeOf(PART)]] };
const starting: TableInfo = { ...WAITING, phase: "starting", deal: pledged };

/** Feed states of a table to the protocol in order; return the step after each. */
function follow(shown: readonly TableInfo[], parts: string[] = [PART, OTHER]): DealStep[] {
  let kept: DealNotes | null = null;
  return shown.map((table) => {
    const step = nextStep(table, [0], kept, () => parts.shift() ?? "");
    kept = step.seen ?? kept;
    return { ...step, seen: kept };
  });
}

test("a part is promised, shown once the list is final, and the receipt is kept", () => {
  const playing: TableInfo = { ...WAITING, phase: "playing", deal: null, receipt: "r" };
  const steps = follow([WAITING, { ...WAITING, deal: pledged }, starting, playing]);
  expect(steps.map((step) => step.send)).toEqual([
    { type: "pledge", seat: 0, pledge: pledgeOf(PART) },
    null,
    { type: "mix", seat: 0, part: PART },
    null,
  ]);
  const own = { seat: 0, part: PART };
  const list = listOf(starting);
  const wanted = { commitment: "c1", before: true, own, list, changed: false, receipt: "r" };
  expect(steps[3]?.seen).toEqual(wanted);
});

test("what may have been lost is sent again, the same", () => {
  const sent = follow([WAITING, WAITING, starting, starting]).map((step) => step.send);
  expect(sent[1]).toEqual(sent[0]);
  expect(sent[3]).toEqual(sent[2]);
  const there: TableInfo = { ...starting, deal: { ...pledged, parts: [[0, PART]] } };
  expect(follow([WAITING, starting, there])[2]?.send).toBeNull();
});

test("another commitment takes another part", () => {
  const steps = follow([WAITING, { ...WAITING, commitment: "c2", options: { target: 200 } }]);
  expect(steps[1]?.send).toEqual({ type: "pledge", seat: 0, pledge: pledgeOf(OTHER) });
  expect(steps[1]?.seen?.changed).toBe(false);
});

test("a part is shown for one list only", () => {
  const named: TableInfo = { ...starting, deal: { ...pledged, named: 1 } };
  const steps = follow([WAITING, starting, named, starting]);
  expect(steps[2]?.send).toBeNull();
  expect(steps[3]?.seen?.changed).toBe(true);
});

test("a match that is set up anew takes a new part each time, and is remembered as such", () => {
  const again: TableInfo = { ...starting, deal: { ...DEAL, pledges: [[0, pledgeOf(OTHER)]] } };
  const third = "ef".repeat(32);
  const steps = follow([WAITING, starting, WAITING, again, WAITING], [PART, OTHER, third]);
  expect(steps.map((step) => step.send)).toEqual([
    { type: "pledge", seat: 0, pledge: pledgeOf(PART) },
    { type: "mix", seat: 0, part: PART },
    { type: "pledge", seat: 0, pledge: pledgeOf(OTHER) },
    { type: "mix", seat: 0, part: OTHER },
    { type: "pledge", seat: 0, pledge: pledgeOf(third) },
  ]);
  expect(steps[4]?.seen?.changed).toBe(true);
});

test("nothing is shown for a list without the own promise, or for a match out of turn", () => {
  const without: TableInfo = { ...starting, deal: DEAL };
  const foreign: TableInfo = { ...starting, deal: { ...DEAL, pledges: [[0, pledgeOf(OTHER)]] } };
  const skipped: TableInfo = { ...starting, finished: 1 };
  for (const table of [without, foreign, skipped])
    expect(follow([WAITING, table])[1]?.send).toBeNull();
  expect(nextStep(starting, [0], null, () => PART).send).toBeNull();
});

test("what another browser has promised for the seat stays", () => {
  const foreign: TableInfo = { ...WAITING, deal: { ...DEAL, pledges: [[0, pledgeOf(OTHER)]] } };
  expect(follow([foreign])[0]).toMatchObject({ send: null, seen: { own: null, before: true } });
});

test("who only watches promises nothing, and keeps what is shown", () => {
  const step = nextStep(WAITING, [], null, () => PART);
  expect(step).toMatchObject({ send: null, seen: { commitment: "c1", own: null, before: true } });
});

test("who comes when the cards are dealt keeps the receipt; when all is over, nothing", () => {
  const playing: TableInfo = { ...WAITING, phase: "playing", deal: null, receipt: "r" };
  expect(follow([playing])[0]?.seen).toMatchObject({ before: false, receipt: "r" });
  expect(follow([{ ...playing, phase: "over" }])[0]?.seen).toBeNull();
  expect(follow([WAITING, { ...playing, commitment: "c2" }])[1]?.seen).toMatchObject({
    ...{ commitment: "c2", before: false, changed: false },
  });
});

test("a deal that is not the one that the part was shown for is noticed", () => {
  const playing: TableInfo = { ...WAITING, phase: "playing", deal: null, receipt: "r" };
  const other = follow([WAITING, starting, { ...playing, commitment: "c2" }]);
  expect(other[2]?.seen?.changed).toBe(true);
  const twice = follow([WAITING, starting, playing, { ...playing, receipt: "s" }]);
  expect(twice[3]?.seen?.changed).toBe(true);
});

class Drawer implements Storage {
  readonly #kept = new Map<string, string>();
  get length() {
    return this.#kept.size;
  }
  key = (index: number) => [...this.#kept.keys()][index] ?? null;
  getItem = (key: string) => this.#kept.get(key) ?? null;
  setItem = (key: string, value: string) => void this.#kept.set(key, value);
  removeItem = (key: string) => void this.#kept.delete(key);
  clear = () => this.#kept.clear();
}

test("memory is kept by table and match, and the oldest tables are forgotten", () => {
  const drawer = new Drawer();
  const memory = new DealNotesStore(drawer);
  const seen = nextStep(WAITING, [], null, () => PART).seen as DealNotes;
  memory.keep("a", 1, seen);
  memory.keep("a", 2, { ...seen, commitment: "c2" });
  expect(memory.of("a", 1)?.commitment).toBe("c1");
  expect(memory.of("a", 2)?.commitment).toBe("c2");
  expect(memory.of("b", 1)).toBeNull();
  drawer.setItem("mazziere.fair.a", JSON.stringify({ at: 1, matches: { 1: seen } }));
  drawer.setItem("mazziere.settings", "{}");
  for (let table = 0; table < 60; table++) memory.keep(String(table), 1, seen);
  expect(memory.of("a", 1)).toBeNull();
  expect(memory.of("59", 1)).not.toBeNull();
  expect(drawer.getItem("mazziere.settings")).toBe("{}");
  drawer.setItem("mazziere.fair.z", "no JSON");
  expect(memory.of("z", 1)).toBeNull();
});

/** The stage: scenes in order, gaps skipped, and no exception stops the table. */

import "./browserless";

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import type { SceneUpdate } from "../src/net/tableConnection.svelte";
import type { Choreography } from "../src/table/stage.svelte";

Object.assign(document, { hidden: false });
const reported: unknown[] = [];
vi.stubGlobal("reportError", (error: unknown) => void reported.push(error));

const { Stage } = await import("../src/table/stage.svelte");

const HOLD_MS = 1000;
const told = (seq: number, more: Partial<SceneUpdate> = {}): SceneUpdate => {
  const scene = { table: { seq, phase: "playing" }, positions: [], clocks: [] };
  return { scene, news: [{ seq }], fresh: false, ...more } as unknown as SceneUpdate;
};
/** A choreography in which every scene has one halt and one moment. */
const SLOW: Choreography = {
  halts: (_, scene) => [{ flights: [], scene, holdMs: HOLD_MS }],
  flights: () => [],
  moment: (news) => ({ holdMs: HOLD_MS, seq: news[0]?.seq }),
  isRound: () => true,
};

let stage: InstanceType<typeof Stage>;
const shown = () => stage.scene?.table.seq;
const logged = () => stage.news.map(({ seq }) => seq);
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(async () => {
  vi.useFakeTimers();
  reported.length = 0;
  stage = new Stage();
  stage.take(told(1, { fresh: true }));
  await pass(0);
  stage.choreography = SLOW;
});
afterEach(() => expect(vi.getTimerCount()).toBe(0));

describe("scenes", () => {
  it("are shown one after the other, each with its time", async () => {
    stage.take(told(2));
    stage.take(told(3));
    await pass(HOLD_MS);
    expect([shown(), stage.moment]).toEqual([2, { holdMs: HOLD_MS, seq: 2 }]);
    await pass(HOLD_MS);
    expect([shown(), stage.moment]).toEqual([2, null]);
    await pass(2 * HOLD_MS);
    expect([shown(), stage.moment, logged()]).toEqual([3, null, [1, 2, 3]]);
  });

  it("are shown at once up to the end for those who skip to it", async () => {
    stage.take(told(2));
    await pass(0);
    stage.hurryToEnd();
    stage.take(told(3));
    await pass(0);
    expect([shown(), stage.moment, logged()]).toEqual([3, null, [1, 2, 3]]);
    const over = told(4);
    Object.assign(over.scene.table, { phase: "over" });
    stage.take(over);
    await pass(0);
    expect(stage.isHurried).toBe(false);
    await pass(2 * HOLD_MS);
    expect(shown()).toBe(4);
  });

  it("pass quickly for those whom a tap hurries", async () => {
    stage.take(told(2));
    await pass(0);
    stage.hurry();
    await pass(0);
    stage.skip();
    await pass(0);
    expect([shown(), stage.moment]).toEqual([2, null]);
  });
});

describe("after a gap", () => {
  it("the last scene is there at once, with everything in the log", async () => {
    stage.take(told(9, { late: true, news: [{ seq: 8 }, { seq: 9 }] as never }));
    await pass(0);
    expect([shown(), stage.moment, logged()]).toEqual([9, null, [1, 8, 9]]);
    expect(stage.last).toEqual({ holdMs: HOLD_MS, seq: 8 });
  });

  it("scenes that still waited take no time either", async () => {
    stage.take(told(2));
    stage.take(told(3));
    await pass(0);
    stage.take(told(4, { late: true }));
    await pass(0);
    expect([shown(), logged()]).toEqual([4, [1, 2, 3, 4]]);
    stage.take(told(5));
    await pass(HOLD_MS - 1);
    expect(shown()).toBe(4);
    await pass(1 + HOLD_MS);
    expect(shown()).toBe(5);
  });

  it("a scene that replaces everything does so at once", async () => {
    stage.take(told(2));
    stage.take(told(3));
    await pass(0);
    stage.take(told(9, { fresh: true }));
    await pass(0);
    expect([shown(), stage.moment, logged()]).toEqual([9, null, [9]]);
  });

  it("is no gap for a page that many scenes wait for", async () => {
    for (let seq = 2; seq < 8; seq++) stage.take(told(seq));
    await pass(HOLD_MS * 20);
    expect([shown(), logged()]).toEqual([7, [1, 2, 3, 4, 5, 6, 7]]);
  });
});

describe("an exception", () => {
  const broken = (part: keyof Choreography): Choreography => ({
    ...SLOW,
    [part]: () => {
      throw new Error(part);
    },
  });

  it.each(["halts", "flights", "moment", "isRound"] as const)(
    "in %s is reported, and the table goes on",
    async (part) => {
      stage.choreography = broken(part);
      stage.take(told(2));
      stage.take(told(3));
      await pass(10 * HOLD_MS);
      expect(reported).toEqual([new Error(part), new Error(part)]);
      expect([shown(), stage.moment, stage.flying, logged()]).toEqual([3, null, [], [1, 2, 3]]);
      stage.choreography = SLOW;
      stage.take(told(4));
      await pass(2 * HOLD_MS);
      expect([shown(), logged()]).toEqual([4, [1, 2, 3, 4]]);
    },
  );

  it("in the first deal is reported, and what waited is shown", async () => {
    stage = new Stage();
    const starting = { table: { seq: 1, phase: "starting" }, positions: [], clocks: [] };
    stage.take({ scene: starting, news: [], fresh: true } as never);
    await pass(0);
    stage.take(told(2));
    await pass(0);
    const { settings } = await import("../src/look/settings.svelte");
    vi.spyOn(settings, "moves", "get").mockReturnValue(true);
    stage.choreography = broken("deal");
    await pass(0);
    expect(reported).toEqual([new Error("deal")]);
    stage.choreography = SLOW;
    stage.take(told(3));
    await pass(2 * HOLD_MS);
    expect(shown()).toBe(3);
    vi.restoreAllMocks();
  });
});

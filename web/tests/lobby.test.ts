/** Presets, differences from them, and mixes that are saved on the device. */

import "./browserless";

import { beforeEach, describe, expect, it, vi } from "vitest";

import {
  differenceText,
  fullOptions,
  hasCalls,
  nearestMix,
  presetsOf,
  type Options,
} from "../src/parts/lobby/mixes";
import { freeName, readSaved } from "../src/parts/lobby/ourRules.svelte";
import type { GameInfo, RulesText } from "../src/wire/http";

const GAME = {
  id: "game",
  options: [
    { name: "call", default: "aloud", rules: [], values: ["aloud", "never"] },
    { name: "scoring", default: "hand", rules: [], values: ["hand", "points"] },
    { name: "target", default: 500, rules: [], low: 50, high: 2000, idle: { scoring: ["hand"] } },
    { name: "stack", default: false, rules: [], values: [false, true] },
    { name: "jump", default: false, rules: [], values: [false, true] },
    { name: "custom", default: ["plain", "plain"], rules: [], each: ["plain", "wild"], count: 2 },
    {
      name: "copies",
      default: [2, 2],
      rules: [],
      labels: ["a", "b"],
      low: 0,
      high: 9,
      least: 4,
      most: 10,
    },
  ],
  presets: [
    { id: "booklet", options: {}, players: null },
    { id: "most", options: { stack: true, scoring: "points" }, players: null },
    { id: "wild", options: { stack: true, jump: true }, players: 4 },
  ],
  lobby: { calls: { call: ["aloud"], jump: [true] } },
} as unknown as GameInfo;
const TEXT = {
  options: { stack: { text: "Whether twos add up", true: "yes", false: "no" } },
  presets: { most: { name: "Most tables", text: "Twos add up" } },
  lobby: {
    target: { label: "Points", value: "to {} points" },
    jump: { label: "Jump in", true: "you may jump in", false: "no jumping in" },
    custom: { label: "Own cards", value: "own cards", default: "plain cards" },
  },
} as unknown as RulesText;
const presets = presetsOf(GAME, TEXT, "As usual");
const full = (given: Options) => fullOptions(GAME, given);
const near = (given: Options, preferred: string | null = null) =>
  nearestMix(GAME, presets, full(given), preferred)?.key;

describe("options of a mix", () => {
  it("are complete, and values that the game does not know give way to the default", () => {
    const given = {
      call: "sung",
      stack: true,
      target: 9999,
      custom: ["wild"],
      copies: [9, 9],
      old: 1,
    };
    expect(full(given)).toEqual({ ...full({}), stack: true });
    const good = { target: 200, custom: ["wild", "plain"], copies: [1, 6] };
    expect(full(good)).toEqual({ ...full({}), ...good });
  });

  it("tell whether anybody may act out of turn", () => {
    expect(hasCalls(GAME, full({}))).toBe(true);
    expect(hasCalls(GAME, full({ call: "never" }))).toBe(false);
    expect(hasCalls(GAME, full({ call: "never", jump: true }))).toBe(true);
    expect(hasCalls(null, {})).toBe(false);
  });
});

describe("presets", () => {
  it("have their words, or their id until the words have come", () => {
    expect(presets.map(({ name }) => name)).toEqual(["booklet", "Most tables", "wild"]);
    const without = { ...GAME, presets: [] };
    expect(presetsOf(without, TEXT, "As usual").map(({ name }) => name)).toEqual(["As usual"]);
  });

  it("are the nearest with the fewest differences", () => {
    expect(near({})).toBe("preset:booklet");
    expect(near({ stack: true, scoring: "points", target: 200 })).toBe("preset:most");
    expect(near({ stack: true, jump: true, call: "never" })).toBe("preset:wild");
  });

  it("of two equally near ones: the one that was chosen", () => {
    const between = { stack: true };
    expect(near(between)).toBe("preset:booklet");
    expect(near(between, "preset:wild")).toBe("preset:wild");
    expect(near({}, "preset:wild")).toBe("preset:booklet");
  });
});

describe("the line about differences", () => {
  const from = (preset: number, given: Options) =>
    differenceText(GAME, TEXT, presets[preset]?.options ?? {}, full(given));

  it("uses the game’s short phrases, and the option’s sentence where there is none", () => {
    expect(from(1, { stack: true, scoring: "points", target: 200 })).toBe("to 200 points");
    expect(from(2, { jump: false })).toBe("Whether twos add up: no; no jumping in");
    expect(from(0, { custom: ["wild", "plain"] })).toBe("own cards");
    expect(from(0, {})).toBe("");
  });

  it("is silent about options that have no effect", () => {
    expect(from(0, { target: 200 })).toBe("");
  });
});

describe("our rules", () => {
  it("survive a damaged storage", () => {
    expect(readSaved(null)).toEqual({});
    for (const damaged of ["{", "[]", "7", '"x"', "null", '{"game":7}', '{"game":[{"name":""}]}'])
      expect(readSaved(damaged)).toEqual({});
    const good = { name: "Ours", options: { stack: true } };
    const mixed = JSON.stringify({ game: [good, { name: "no options" }, 3], other: "x" });
    expect(readSaved(mixed)).toEqual({ game: [good] });
  });

  it("get names that are free and not too long", () => {
    const taken = [{ name: "Ours", options: {} }];
    expect(freeName(" Ours ", [])).toBe("Ours");
    expect(freeName("Ours", taken)).toBe("Ours 2");
    const long = "x".repeat(40);
    const first = freeName(long, []);
    expect(first).toHaveLength(30);
    expect(freeName(long, [{ name: first, options: {} }])).toBe(`${"x".repeat(27)} 2`);
  });

  describe("on a device", () => {
    let stored: string | null = null;

    beforeEach(() => {
      stored = null;
      vi.resetModules();
      vi.stubGlobal("localStorage", {
        getItem: () => stored,
        setItem: (_: string, value: string) => (stored = value),
      });
    });

    const device = async () => (await import("../src/parts/lobby/ourRules.svelte")).ourRules;

    it("are saved, found again by their options, and deleted", async () => {
      const first = await device();
      first.save("game", "Ours", { stack: true, jump: false });
      first.save("game", "Theirs", { stack: false, jump: false });
      vi.resetModules();
      const later = await device();
      expect(later.of("game").map(({ name }) => name)).toEqual(["Theirs", "Ours"]);
      expect(later.find("game", { jump: false, stack: true })?.name).toBe("Ours");
      expect(later.find("game", { jump: true, stack: true })).toBeNull();
      expect(later.of("other")).toEqual([]);
      later.delete("game", "Ours");
      expect(readSaved(stored)).toEqual({
        game: [{ name: "Theirs", options: { stack: false, jump: false } }],
      });
    });

    it("last as long as the page where nothing can be stored", async () => {
      vi.stubGlobal("localStorage", {
        getItem: () => null,
        setItem: () => {
          throw new Error("quota");
        },
      });
      const ours = await device();
      ours.save("game", "Ours", { stack: true });
      expect(ours.of("game")).toEqual([{ name: "Ours", options: { stack: true } }]);
    });
  });
});

/** Every card of every box is drawn, and no two different cards look the same. */

import "./browserless";

import type { Component } from "svelte";
import { render } from "svelte/server";
import { describe, expect, it } from "vitest";

import Dieci from "../src/games/dieci/Face.svelte";
import Rookie from "../src/games/rookie/Face.svelte";
import { cards as UNO, COMMON } from "../src/games/uno/cards";
import Uno from "../src/games/uno/Face.svelte";
import Water from "../src/games/uno/WaterFace.svelte";
import Yooloo from "../src/games/yooloo/Face.svelte";
import type { FaceProps } from "../src/table/board";

const upTo = (last: number) => Array.from({ length: last }, (_, number) => String(number + 1));
const SEATS = [0, 1, 2, 3, 4, 5, 6, 7];
const BOXES: Readonly<Record<string, readonly [Component<FaceProps>, readonly (string | null)[]]>> =
  {
    DIECI: [Dieci, [...upTo(14), "cat", null]],
    ROOKIE: [Rookie, [..."RGBYPX", null]],
    UNO: [Uno, [...UNO.filter((card) => !card.startsWith("custom")), null]],
    "UNO H2O": [Water, [...COMMON, null]],
    YOOLOO: [
      Yooloo,
      [
        ...SEATS.flatMap((seat) => upTo(10).map((value) => `${value}@${seat}`)),
        ...SEATS.map((seat) => `@${seat}`),
        ...upTo(10).map((value) => `*${value}`),
        "*",
      ],
    ],
  };

/** Draw a card; ids differ from drawing to drawing and are left out. */
const draw = (Face: Component<FaceProps>, props: FaceProps): string =>
  render(Face, { props }).body.replace(/s\d+-/g, "");

describe.each(Object.entries(BOXES))("%s", (_, [Face, cards]) => {
  const drawings = cards.map((card) => draw(Face, { card }));

  it("draws every card", () => {
    for (const drawing of drawings) {
      expect(drawing.match(/<(path|circle|rect|ellipse)/g)?.length).toBeGreaterThan(1);
      expect(drawing).not.toMatch(/NaN|undefined/);
    }
  });

  it("draws each card differently", () => {
    expect(new Set(drawings).size).toBe(cards.length);
  });
});

it("draws what a customizable card does", () => {
  const effects = "plain draw_until dump_wilds draw_three extra_turn exactly_seven".split(" ");
  const drawings = effects.map((effect) =>
    draw(Uno, { card: "custom1", options: { custom: [effect] } }),
  );
  expect(new Set(drawings).size).toBe(effects.length);
});

/**
 * Text has a contrast of 4.5 to 1 (WCAG AA) on every background, light and dark, on the table of
 * every game. Checkers in a browser cannot judge text on a gradient; this test checks both ends of
 * it.
 */

import { describe, expect, it } from "vitest";

import CSS from "../src/look/tokens.css?raw";

const TEXTS = ["ink", "ink-soft", "link", "alarm"];
const GROUNDS = ["cloth", "cloth-light", "paper", "paper-raised"];
const OTHERS: readonly (readonly [text: string, ground: string])[] = [
  ["on-main", "main"],
  ["on-main", "main-raised"],
  ["card-ink", "card"],
  ["card-ink", "yellow"],
  ["card", "red"],
  ["card", "green"],
  ["card", "blue"],
];

/** Return the colours of a CSS rule by name. */
function coloursOf(selector: string, css = CSS): Map<string, string> {
  const at = css.indexOf(`${selector} {`);
  const rule = at < 0 ? "" : (css.slice(at).split("\n}")[0] ?? "");
  return new Map([...rule.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map((m) => [m[1]!, m[2]!]));
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const day = coloursOf(":root");
const night = new Map([...day, ...coloursOf(':root[data-theme="dark"]')]);

/** The colours of each game's table. */
const SETTINGS = import.meta.glob<string>("../src/games/*/setting.css", {
  eager: true,
  query: "?raw",
  import: "default",
});
const tables = Object.entries(SETTINGS).flatMap(([path, css]) => {
  const game = path.split("/").at(-2) ?? "";
  const own = coloursOf(`[data-game="${game}"]`, css);
  const dark = coloursOf(`:root[data-theme="dark"] [data-game="${game}"]`, css);
  return [
    [`day at ${game}`, new Map([...day, ...own])],
    [`night at ${game}`, new Map([...night, ...own, ...dark])],
  ] as const;
});

it("finds the tables of six games", () => {
  expect(tables).toHaveLength(12);
});

const lights: readonly (readonly [string, Map<string, string>])[] = [
  ["day", day],
  ["night", night],
  ...tables,
];

describe.each(lights)("by %s", (_, colours) => {
  const pairs = [...TEXTS.flatMap((text) => GROUNDS.map((on) => [text, on] as const)), ...OTHERS];
  it.each(pairs)("%s is legible on %s", (text, ground) => {
    const found = contrast(colours.get(text) ?? "", colours.get(ground) ?? "");
    expect(found).toBeGreaterThanOrEqual(4.5);
  });
});

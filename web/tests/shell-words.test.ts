/**
 * The text catalogues: complete in both languages, with a text for every refusal of the protocol.
 */

import { describe, expect, it as test } from "vitest";

import protocol from "../../docs/reference/protocol.md?raw";
import { listed } from "../src/table/outcome";
import { en } from "../src/words/en";
import { it } from "../src/words/it";

type Tree = { readonly [key: string]: string | Tree | ((...parts: never[]) => string) };

/** Return every text of a catalogue by its path; functions are called with sample arguments. */
function texts(tree: Tree, path = ""): Map<string, string> {
  const found = new Map<string, string>();
  for (const [key, value] of Object.entries(tree)) {
    const at = `${path}/${key}`;
    if (typeof value === "string") found.set(at, value);
    else if (typeof value === "function")
      found.set(at, (value as (...parts: unknown[]) => string)(2, 3));
    else for (const [name, text] of texts(value, at)) found.set(name, text);
  }
  return found;
}

const english = texts(en);
const italian = texts(it as Tree);

describe("our words", () => {
  test("the Italian preposition suits the name", () => {
    expect(it.cover.next("Anna")).toBe("Ora tocca ad Anna");
    expect(it.cover.next("Bruno")).toBe("Ora tocca a Bruno");
  });

  test("both languages have the same keys, and many", () => {
    expect([...italian.keys()].sort()).toEqual([...english.keys()].sort());
    expect(english.size).toBeGreaterThan(200);
  });

  test("none is empty", () => {
    for (const [name, text] of [...english, ...italian]) expect(text.trim(), name).not.toBe("");
  });

  test("what is said with a name says the name", () => {
    expect(it.cover.ready("Zoe")).toContain("Zoe");
    expect(en.menu.sitIn("Zoe")).toContain("Zoe");
  });

  test("Italian is not English", () => {
    const names = /^\/no$|\/menu$|\/bot|\/menu\/title$|\/side\/chat$/;
    const same = [...english].filter(([key, text]) => italian.get(key) === text);
    expect(same.filter(([key]) => !names.test(key)).map(([key]) => key)).toEqual([]);
  });

  test("Italian has typographic apostrophes, and nobody shouts but UNO!", () => {
    for (const [name, text] of [...english, ...italian]) {
      expect(text.replace("UNO!", ""), name).not.toMatch(/\w'\w|!/);
    }
  });

  test("the words of games, lessons and replays have typographic apostrophes", () => {
    const files = import.meta.glob<string>(
      ["../src/**/words.ts", "../src/games/*/{box,glance}.ts", "../src/avatars/characters.ts"],
      { query: "?raw", import: "default", eager: true },
    );
    expect(Object.keys(files).length).toBeGreaterThan(15);
    for (const [name, source] of Object.entries(files)) {
      const code = source.replace(/\/\*[^]*?\*\/|\/\/.*/g, "");
      expect(code.match(/\p{L}'\p{L}.*/gu), name).toBeNull();
    }
  });

  test("Italian conjunctions suit the name", () => {
    expect(listed(["Dino", "Elsa"], "e")).toBe("Dino ed Elsa");
    expect(listed(["Elsa", "Dino"], "e")).toBe("Elsa e Dino");
  });

  test("guests have the same number of names", () => {
    for (const words of [en, it]) {
      expect(words.guests.split(", ")).toHaveLength(8);
      expect(new Set(words.pass.names.split(", ")).size).toBe(10);
    }
  });
});

describe("refusals", () => {
  const table = protocol.split("<!-- begin refusals")[1]?.split("<!-- end refusals")[0] ?? "";
  const codes = [...table.matchAll(/^\| `(\w+)` \| \d+ \|/gm)].map((match) => match[1] ?? "");

  test("every code of the protocol has words in both languages", () => {
    expect(codes.length).toBeGreaterThan(30);
    for (const code of codes) {
      expect(Object.keys(en.refusals), code).toContain(code);
      expect(Object.keys(it.refusals), code).toContain(code);
    }
  });

  test("and there are no words for codes that do not exist", () => {
    const known = new Set([...codes, "offline"]);
    expect(Object.keys(en.refusals).filter((code) => !known.has(code))).toEqual([]);
  });
});

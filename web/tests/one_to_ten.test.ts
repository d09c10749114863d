import "./browserless";

import { describe, expect, test, vi } from "vitest";

vi.hoisted(() => {
  vi.stubGlobal("localStorage", { getItem: () => "en", setItem: () => undefined });
});
vi.mock("../src/words/rules.svelte", () => ({ book: { of: () => null } }));

import { GLIMPSE_MS, glimpses, glimpsesOf } from "../src/games/one_to_ten/glimpses.svelte";
import {
  openIn,
  othersOf,
  soughtBy,
  type TenPicture,
  type TenView,
} from "../src/games/one_to_ten/picture";
import { haltsOf } from "../src/games/one_to_ten/halts";
import { badgesOf, moveInWords, promptOf } from "../src/games/one_to_ten/moveWords";
import { doorWords, NUMBERED, pictureAt } from "../src/games/one_to_ten/places";
import type { EventInfo, TableInfo } from "../src/wire/messages";
import { narrate } from "../src/words/narration";
import english from "../../src/mazziere/games/one_to_ten/texts/en.toml?raw";
import italian from "../../src/mazziere/games/one_to_ten/texts/it.toml?raw";

const places = { numbered: NUMBERED, words: doorWords };

const CLOSED = Array.from({ length: 10 }, () => "?");

function view(
  picture: Partial<TenPicture> = {},
  seat: number | null = 0,
  options: Record<string, unknown> = {},
): TenView {
  return {
    table: { id: "t", players: 3, options } as unknown as TableInfo,
    seat,
    picture: {
      phase: "turn",
      scores: [0, 0, 0],
      turn: 0,
      rows: [CLOSED, CLOSED, CLOSED],
      found: [0, 0, 0],
      ending: false,
      ...picture,
    },
    moves: new Set(),
    names: ["Nina", "Ada", "Beppe"],
  };
}

const happened = (kind: string, seat: number, a: string | null, b: number | null): EventInfo => ({
  kind,
  seat,
  a,
  b,
});

describe("a glimpse", () => {
  test("is of a wrong card, at its place", () => {
    const [seen] = glimpsesOf([happened("missed", 1, "7", 4)], view());
    expect(seen).toEqual({ seat: 1, place: 4, card: "7", cards: new Map([[4, "7"]]) });
  });

  test("is not of a card that stays open", () => {
    expect(glimpsesOf([happened("found", 1, "1", 4)], view())).toEqual([]);
  });

  test("of a row that is covered has all that lay open in it", () => {
    const row = ["?", "1", ...CLOSED.slice(2)];
    const events = [
      happened("found", 1, "2", 5),
      happened("missed", 1, "7", 4),
      happened("covered", 1, null, null),
    ];
    const [seen] = glimpsesOf(events, view({ rows: [CLOSED, row, CLOSED] }));
    expect(seen?.cards).toEqual(
      new Map([
        [2, "1"],
        [5, "2"],
        [4, "7"],
      ]),
    );
    expect(seen?.place).toBe(4);
  });

  test("goes by, and only its own table sees it", () => {
    vi.useFakeTimers();
    glimpses.show("t", glimpsesOf([happened("missed", 1, "7", 4)], view()));
    expect(glimpses.of("t", 1)?.card).toBe("7");
    expect(glimpses.of("t", 2)).toBeUndefined();
    expect(glimpses.of("other", 1)).toBeUndefined();
    vi.advanceTimersByTime(GLIMPSE_MS + 1);
    expect(glimpses.of("t", 1)).toBeUndefined();
    vi.useRealTimers();
  });

  test("lasts its full time although another follows", () => {
    vi.useFakeTimers();
    glimpses.show("t", glimpsesOf([happened("missed", 1, "7", 4)], view()));
    vi.advanceTimersByTime(GLIMPSE_MS - 100);
    glimpses.show("t", glimpsesOf([happened("missed", 1, "8", 5)], view()));
    vi.advanceTimersByTime(200);
    expect(glimpses.of("t", 1)?.card).toBe("8");
    vi.useRealTimers();
  });
});

test("what lies open, by place from 1", () => {
  const row = ["?", "1", null, ...CLOSED.slice(3)];
  expect(openIn(view({ rows: [row, CLOSED, CLOSED] }), 0)).toEqual(new Map([[2, "1"]]));
});

test("the number that is sought", () => {
  expect(soughtBy(view({ found: [3, 10, 0] }), 0)).toBe("4");
  expect(soughtBy(view({ found: [3, 10, 0] }), 1)).toBeNull();
});

test("the others, from my left; all of them for who only watches", () => {
  expect(othersOf(view({}, 1))).toEqual([2, 0]);
  expect(othersOf(view({}, null))).toEqual([0, 1, 2]);
});

describe("words", () => {
  test("say whose turn it is and what is sought", () => {
    expect(promptOf(view({ found: [2, 0, 0] }), "en")).toBe(
      "Your turn. Open a door: where is the 3?",
    );
    expect(promptOf(view({ turn: 1 }), "it")).toBe("Ada cerca l’1.");
    expect(promptOf(view({ turn: 1, ending: true }), "en")).toBe(
      "The last round. Ada is looking for the 1.",
    );
    const going = view({ found: [2, 0, 0] }, 0, { variant: "one_go" });
    expect(promptOf(going, "en")).toBe("Right. Now find the 3.");
    expect(promptOf(view({ phase: "over" }), "en")).toBe("The match is over.");
    const missed = { seat: 0, place: 4, card: "7", all: false };
    expect(promptOf(view({ missed }), "en")).toBe("Remember where it was.");
  });

  test("say a move", () => {
    expect(moveInWords("turn 4", "it")).toBe("Apri la porta dell’albero");
    expect(moveInWords("turn 9", "en")).toBe("Open the star door");
  });

  test("name each door by its picture, in the log too, and never by its number", () => {
    for (const [lang, source] of [
      ["en", english],
      ["it", italian],
    ] as const) {
      const found = /^found = "(.*)"$/m.exec(source)?.[1] ?? "";
      const text = {
        events: { found },
        eventsYou: {},
        eventsMany: {},
        eventsManyYou: {},
        eventSeats: {},
      };
      const names = ["Ada", "Bo", "Cleo"];
      const narrator = {
        text: { ...text, cards: {}, colours: {} },
        names,
        lang,
        you: null,
        places,
      };
      const said = Array.from({ length: 10 }, (_, at) =>
        narrate([{ kind: "found", seat: 0, a: "card", b: at + 1 }], narrator as never),
      );
      expect(new Set(said).size).toBe(10);
      for (const sentence of said) expect(sentence).not.toMatch(/\d/);
      expect(said[8]).toContain(
        lang === "en" ? "opens the star door" : "apre la porta della stella",
      );
      const pictures = said.map((_, at) => pictureAt(at + 1, lang));
      expect(pictures[3]).toBe(lang === "en" ? "tree" : "albero");
      expect(pictures[0]).toBe(lang === "en" ? "sun" : "sole");
    }
  });

  test("count what was found, and the longest run where it counts", () => {
    const picture = { found: [0, 3, 0], scores: [0, 5, 0] };
    expect(badgesOf(view(picture), 1, "en").map((badge) => badge.value)).toEqual(["3"]);
    const run = view(picture, 0, { variant: "one_go", one_go_score: "best_run" });
    expect(badgesOf(run, 1, "en").map((badge) => badge.value)).toEqual(["3", "5"]);
  });
});

describe("a halt", () => {
  test("shows my own wrong card where it lies", () => {
    const [halt] = haltsOf([happened("missed", 0, "7", 4)], view());
    expect(halt?.after).toBe(1);
    expect(halt?.picture.rows[0]?.[3]).toBe("7");
    expect(halt?.picture.missed).toEqual({ seat: 0, place: 4, card: "7", all: false });
    expect(halt?.holdMs).toBeGreaterThanOrEqual(1500);
  });

  test("keeps what I had found until the row is covered", () => {
    const row = ["1", ...CLOSED.slice(1)];
    const events = [happened("missed", 0, "7", 4), happened("covered", 0, null, null)];
    const [halt] = haltsOf(events, view({ rows: [row, CLOSED, CLOSED] }));
    expect(halt?.picture.rows[0]?.slice(0, 4)).toEqual(["1", "?", "?", "7"]);
    expect(halt?.picture.missed?.all).toBe(true);
  });

  test("is not made for others, nor for those who only watch", () => {
    expect(haltsOf([happened("missed", 1, "7", 4)], view())).toEqual([]);
    expect(haltsOf([happened("missed", 1, "7", 4)], view({}, null))).toEqual([]);
  });
});

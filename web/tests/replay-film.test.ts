import { beforeAll, expect, test, vi } from "vitest";

import type { GamePage } from "../src/table/board";
import type { OpenEvent, Replay, ReplayStep, RulesText } from "../src/wire/http";

// The texts read the language from local storage.
vi.stubGlobal("localStorage", { getItem: () => "en", setItem: () => undefined });
vi.stubGlobal("document", { querySelector: () => null });
let Film: typeof import("../src/replay/film").Film;
let sentences: typeof import("../src/replay/stepText").sentences;
beforeAll(async () => {
  ({ Film } = await import("../src/replay/film"));
  ({ sentences } = await import("../src/replay/stepText"));
});

const said = (kind: string, seat: number, heard: number[], watched: boolean): OpenEvent => ({
  event: { kind, seat, a: null, b: null },
  heard,
  watched,
});
const step = (
  done: ReplayStep["step"],
  pictures: ReplayStep["pictures"] = {},
  events: readonly OpenEvent[] = [],
): ReplayStep => ({ step: done, events, scores: [0, 0, 0], pictures });

const REPLAY: Replay = {
  record: {
    ...{ game: "dieci", rules: 1, players: 3, options: { tokens: 2 } },
    fairness: {
      ...{ table: "t", match: 4, commitment: "c", receipt: "r" },
      seats: [
        { name: "Ada", kind: "person" },
        { name: "easy", kind: "easy" },
        { name: "hard:ms=5", kind: "hard:ms=5" },
      ],
    },
  },
  names: ["Ada", "easy", "hard:ms=5"],
  start: { "0": { n: 0 }, "1": { n: 10 }, "2": { n: 20 }, watcher: { n: 30 } },
  steps: [
    step({ chance: "dealer", seat: 1 }),
    step({ chance: "deck" }, { "0": { n: 1 }, watcher: { n: 31 } }, [
      said("deals", 1, [0, 1, 2], true),
      said("dealt", 0, [0], false),
      said("drew_one", 0, [1, 2], true),
      said("whispered", 0, [1, 2], false),
    ]),
    step({ seat: 2, move: "keep" }, { "2": { n: 21 } }),
    step({ chance: "deck" }, {}, [said("deals", 2, [0, 1, 2], true)]),
  ],
};
const page = {
  turn: (picture: { n: number }) => [picture.n],
  moveWords: (move: string) => `${move} it`,
  roundEvents: new Set(["deals"]),
} as unknown as GamePage;
const TEXT = {
  eventSeats: {},
  events: { deals: "{seat} deals.", dealt: "{seat} gets a card." },
} as unknown as RulesText;

test("each scene has what every seat saw then, also where nothing was new", () => {
  const film = new Film(REPLAY);
  const seen = (at: number) => film.scene(at).positions.map(({ picture }) => picture["n"]);
  expect(film.end).toBe(4);
  expect(seen(0)).toEqual([30, 0, 10, 20]);
  expect(seen(1)).toEqual([30, 0, 10, 20]);
  expect(seen(2)).toEqual([31, 1, 10, 20]);
  expect(seen(4)).toEqual([31, 1, 10, 21]);
  expect(film.opening).toBe(2);
});

test("with all hands there is nobody's picture and everybody's; by one pair of eyes only one", () => {
  const film = new Film(REPLAY);
  const open = film.view(film.scene(2), null);
  expect([open.seat, open.picture, open.all]).toEqual([
    null,
    { n: 31 },
    [{ n: 1 }, { n: 10 }, { n: 20 }],
  ]);
  const mine = film.view(film.scene(2), 0);
  expect([mine.seat, mine.picture, mine.all]).toEqual([0, { n: 1 }, undefined]);
  expect(mine.moves.size).toBe(0);
});

test("the table is as it was, and over only at the end", () => {
  const { table, names } = new Film(REPLAY);
  expect(table).toMatchObject({ id: "t", game: "dieci", match: 4, options: { tokens: 2 } });
  expect(table.seats.map(({ kind }) => kind)).toEqual(["person", "bot", "bot"]);
  expect(names[0]).toBe("Ada");
  expect(names[1]).not.toBe("easy");
  const film = new Film(REPLAY);
  expect([3, 4].map((at) => film.scene(at).table.phase)).toEqual(["playing", "over"]);
});

test("everything is heard once; a seat hears what it heard", () => {
  const film = new Film(REPLAY);
  const heard = (eyes: number | null) => film.events(2, eyes).map(({ kind }) => kind);
  expect(heard(null)).toEqual(["deals", "dealt", "whispered"]);
  expect(heard(0)).toEqual(["deals", "dealt"]);
  expect(heard(1)).toEqual(["deals", "drew_one", "whispered"]);
  expect(film.events(0, null)).toEqual([]);
});

test("rounds begin with a deal; where there is but one, when it is the first one's turn again", () => {
  expect(new Film(REPLAY).rounds(page)).toEqual([2, 4]);
  const turns = [5, 5, 6, 5, 5].map((n) => step({ seat: 0, move: "x" }, { watcher: { n } }));
  expect(new Film({ ...REPLAY, steps: turns }).rounds(page)).toEqual([1, 4]);
  const silent = { ...page, turn: () => [] };
  expect(new Film({ ...REPLAY, steps: turns }).rounds(silent)).toEqual([]);
});

test("a step is told by its events, or else by what was done, to those who may know", () => {
  const film = new Film(REPLAY);
  const said = { text: TEXT, page, lang: "en" } as const;
  expect(sentences(film, 2, null, said)).toEqual([`${film.names[1]} deals.`, "Ada gets a card."]);
  expect(sentences(film, 0, null, said)).toEqual(["Before the first card."]);
  expect(sentences(film, 1, null, said)).toEqual(["Drawing who deals."]);
  expect(sentences(film, 3, null, said)).toEqual([`${film.names[2]}: keep it`]);
  expect(sentences(film, 3, 0, said)).toEqual([`${film.names[2]}: …`]);
});

/** Seating order, visibility of events, and the series of matches. */

import "./browserless";

import { describe, expect, it } from "vitest";

import { undecidedSeats } from "../src/parts/end/matchSeries";
import { othersInOrder, twoRows } from "../src/parts/seats/seating";
import { isKnown } from "../src/games/uno/spoken";
import { visibleEvents, logLines, type LogContext, type Viewer } from "../src/parts/log/logLines";
import { utterances } from "../src/parts/notices/utterances";
import type { GamePage } from "../src/table/board";
import { ranked } from "../src/table/outcome";
import type { RulesText } from "../src/wire/http";
import type { EventInfo, News, SeatInfo, TableInfo } from "../src/wire/messages";
import type { Words } from "../src/words/words.svelte";

describe("around the table", () => {
  it("the next player sits to my left where play runs clockwise", () => {
    expect(othersInOrder(4, 1, true)).toEqual([2, 3, 0]);
  });

  it("and to my right where it does not", () => {
    expect(othersInOrder(4, 1, false)).toEqual([0, 3, 2]);
  });

  it("everybody is an other to who watches", () => {
    expect(othersInOrder(3, null, true)).toEqual([0, 1, 2]);
    expect(othersInOrder(3, null, false)).toEqual([2, 1, 0]);
  });

  it.each([3, 4, 5, 6, 7, 8, 9, 10])("%i in two rows have a place each", (count) => {
    const { columns, places } = twoRows(count);
    expect(places).toHaveLength(count);
    expect(new Set(places.map(({ column, row }) => `${column}/${row}`)).size).toBe(count);
    for (const { column } of places) {
      expect(column).toBeGreaterThanOrEqual(1);
      expect(column).toBeLessThanOrEqual(columns);
    }
  });

  it("nine leave the middle of the near side free, and start there on my left", () => {
    const { columns, places } = twoRows(9);
    expect(columns).toBe(5);
    expect(places[0]).toEqual({ column: 2, row: 2 });
    expect(places.at(-1)).toEqual({ column: 4, row: 2 });
    expect(places).not.toContainEqual({ column: 3, row: 2 });
  });
});

const event = (kind: string, seat: number) => ({ kind, seat, a: null, b: null });
const news = (seat: number, ...kinds: (readonly [string, number])[]): News => ({
  seq: 1,
  at: 0,
  what: "moved",
  seat,
  text: null,
  by: "person",
  events: kinds.map(([kind, who]) => event(kind, who)),
});

describe("the log", () => {
  const text = {
    events: {
      stacked_unseen: "{seat} stacks.",
      flipped: "{seat} flips {a}.",
      drew: "{seat} draws {a}.",
      drew_unseen: "{seat} draws a card.",
      played: "{seat} plays {a}.[ The colour is now {b}.]",
      swapped: "{seat} swaps with {a}.",
    },
    eventsYou: { drew: "You draw {a}." },
    eventsMany: { drew_unseen: "{seat} draws {n} cards." },
    eventsManyYou: { drew: "You draw {list}." },
    eventRules: {},
    eventSeats: { swapped: "a" },
    cards: {},
    colours: {},
  } as unknown as RulesText;
  const viewer = { game: "uno", seat: null, shared: false, you: null };
  const context = (viewer: Viewer): LogContext => ({
    ...{ text, words: {} as Words, lang: "en", names: ["Ada", "Beppe"], viewer },
    page: { isKnown, heardApart: new Set(["swapped"]) } as unknown as GamePage,
  });
  const told = (...all: News[]) =>
    logLines(all, context(viewer)).map(({ text, times }) => [text, times]);

  it("tells once what nobody sees more of, whoever does it in between", () => {
    const one = (seat: number) => news(seat, ["stacked_unseen", seat]);
    expect(told(one(0), one(1), one(0), one(1), one(1))).toEqual([
      ["Ada stacks.", 2],
      ["Beppe stacks.", 3],
    ]);
  });

  it("and keeps the order of everything else", () => {
    const one = (seat: number) => news(seat, ["flipped", seat]);
    expect(told(one(0), one(1), one(0)).map(([said]) => said)).toHaveLength(3);
  });

  const mine = { ...viewer, seat: 1, you: 1 };
  const entry = (seq: number, ...events: EventInfo[]): News => ({ ...news(0), seq, events });
  const act = (kind: string, seat: number, a: string | number | null = null, b = "r"): EventInfo =>
    ({ kind, seat, a, b }) as EventInfo;

  it("counts cards in one sentence, and addresses the listener", () => {
    const all = [
      entry(1, act("drew_unseen", 0), act("drew_unseen", 0)),
      entry(2, act("drew", 1, "r1"), act("drew", 1, "b2")),
      entry(3, act("swapped", 0, 1)),
    ];
    expect(logLines(all, context(mine)).map((line) => line.text)).toEqual([
      "Ada draws two cards.",
      "You draw r1 and b2.",
      "Ada swaps with you.",
    ]);
  });

  it("does not count again what was heard before", () => {
    const all = [entry(1, act("drew_unseen", 0)), entry(2, act("drew_unseen", 0))];
    expect(logLines(all, context(mine), 1).map((line) => line.text)).toEqual(["Ada draws a card."]);
  });

  it("tells the colour only when it changes, also across entries", () => {
    const all = [
      entry(1, act("played", 0, "r1", "r")),
      entry(2, act("played", 1, "r2", "r")),
      entry(3, act("played", 0, "b2", "b")),
    ];
    expect(logLines(all, context(mine), 1).map((line) => line.text)).toEqual([
      "Beppe plays r2.",
      "Ada plays b2. The colour is now b.",
    ]);
  });

  it("is heard in parts: my own card, and what the game wants apart", () => {
    const lines = logLines(
      [
        entry(1, act("flipped", 0, "r1"), act("drew", 1, "r1"), act("flipped", 0, "r2")),
        entry(2, act("swapped", 0, 1), act("swapped", 1, 0)),
      ],
      context(mine),
    );
    expect(utterances(lines, context(mine).page ?? null)).toEqual([
      "Ada flips r1.",
      "You draw r1.",
      "Ada flips r2.",
      "Ada swaps with you. Beppe swaps with Ada.",
    ]);
  });
});

describe("what is told at a shared device", () => {
  const viewer = { game: "uno", seat: 0, shared: true };

  it("is all where one person looks", () => {
    const item = news(1, ["drew", 1], ["drew_unseen", 1]);
    expect(visibleEvents(item, { ...viewer, shared: false })).toHaveLength(2);
  });

  it("a card that somebody else drew stays unseen", () => {
    const item = news(1, ["drew", 1], ["drew_unseen", 1]);
    expect(visibleEvents(item, viewer).map(({ kind }) => kind)).toEqual(["drew_unseen"]);
  });

  it("nor is it seen in a game that the page does not know", () => {
    const item = news(1, ["dealt", 0], ["dealt_unseen", 0], ["dealt", 1], ["dealt_unseen", 1]);
    const heard = visibleEvents(item, { ...viewer, game: "unheard_of" });
    expect(heard.map(({ kind, seat }) => [kind, seat])).toEqual([
      ["dealt", 0],
      ["dealt_unseen", 1],
    ]);
  });

  it("my own card is told once, and openly", () => {
    const item = news(0, ["drew", 0], ["drew_unseen", 0]);
    expect(visibleEvents(item, viewer).map(({ kind }) => kind)).toEqual(["drew"]);
  });

  it("a hand that was shown is for the one who challenged", () => {
    const item = news(0, ["challenged", 0], ["shown", 1]);
    expect(visibleEvents(item, viewer)).toHaveLength(2);
    expect(visibleEvents(item, { ...viewer, seat: 1 }).map(({ kind }) => kind)).toEqual([
      "challenged",
    ]);
  });

  it("in DIECI a card from the deck is drawn openly", () => {
    expect(visibleEvents(news(1, ["drew", 1]), { ...viewer, game: "dieci" })).toHaveLength(1);
  });
});

describe("an evening", () => {
  it("waits for those who are there and have not agreed to another match", () => {
    const one = (kind: string, given: Partial<SeatInfo>) => ({ kind, ...given }) as SeatInfo;
    const seats = [
      one("person", { mine: true }),
      one("person", { agreed: true }),
      one("person", { away: true }),
      one("bot", {}),
      one("person", {}),
    ];
    expect(undecidedSeats({ seats } as unknown as TableInfo)).toEqual([4]);
  });

  it("puts winners first, and the others by what counts", () => {
    expect(ranked([3, 9, 5], [1])).toEqual([1, 2, 0]);
    expect(ranked([30, 9, 15], [1])).toEqual([1, 2, 0]);
    expect(ranked([0, 0], [1])).toEqual([1, 0]);
  });
});

/** Who sits where, what is told to whom, how an evening stands. */

import "./browserless";

import { describe, expect, it } from "vitest";

import { undecidedSeats, winsOf } from "../src/parts/end/matchSeries";
import { othersInOrder, twoRows } from "../src/parts/seats/seating";
import { visibleEvents, logLines } from "../src/parts/log/logLines";
import { ranked } from "../src/table/outcome";
import type { RulesText } from "../src/wire/http";
import type { News, SeatInfo, TableInfo } from "../src/wire/messages";
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
    events: { stacked_unseen: "{seat} stacks.", flipped: "{seat} flips {a}." },
    eventRules: {},
    cards: {},
    colours: {},
  } as unknown as RulesText;
  const viewer = { game: "yooloo", seat: null, shared: false };
  const told = (...all: News[]) =>
    logLines(all, text, {} as Words, ["Ada", "Beppe"], viewer).map(({ text, times }) => [
      text,
      times,
    ]);

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
  const seat = (name: string) => ({ kind: "person", name }) as SeatInfo;
  const match = (winner: number, ...seats: string[]) => ({
    match: 1,
    scores: [0, 0],
    winners: [winner],
    seats,
    stopped: false,
  });

  it("counts what was won by those who still sit there", () => {
    const table = {
      seats: [seat("Ada"), seat("Bea")],
      evening: [match(0, "Ada", "Bea"), match(0, "Ada", "Bea"), match(1, "Ada", "Carl")],
    } as unknown as TableInfo;
    expect(winsOf(table)).toEqual([2, 0]);
  });

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

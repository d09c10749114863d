import { describe, expect, test, vi } from "vitest";

vi.hoisted(() => {
  vi.stubGlobal("localStorage", { getItem: () => "en", setItem: () => undefined });
});
vi.mock("../src/words/rules.svelte", () => ({ book: { of: () => null } }));

import { BACKS } from "../src/games/yooloo/backs";
import { backOf, cardOf, pointsCard, parseFace } from "../src/games/yooloo/cards";
import { falling, rising, shuffled, suggested, swapped } from "../src/games/yooloo/order";
import {
  laidDown,
  ranked,
  seatsRound,
  type YoolooPicture,
  type YoolooView,
} from "../src/games/yooloo/picture";
import { revealOf } from "../src/games/yooloo/reveal";
import { badgesOf, flightsOf, moveInWords, promptOf } from "../src/games/yooloo/moveWords";
import { listed } from "../src/table/outcome";
import type { EventInfo, TableInfo } from "../src/wire/messages";

const TEN = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"];

function view(
  picture: Partial<YoolooPicture>,
  seat: number | null = 0,
  players = 3,
  options: Record<string, unknown> = {},
): YoolooView {
  const none = Array.from({ length: players }, () => 0);
  return {
    table: { players, options: { games: 1, ...options } } as unknown as TableInfo,
    seat,
    picture: {
      phase: "stacking",
      scores: none,
      game: 1,
      round: 1,
      opener: 0,
      waiting: [],
      prize: "1",
      parked: [],
      points: none,
      totals: none,
      hand: [],
      stack: [],
      stacked: none,
      chosen: none.map(() => null),
      ...picture,
    },
    moves: new Set(),
    names: ["Nina", "Ada", "Beppe", "Cleo", "Dino", "Elsa", "Furio", "Gina"].slice(0, players),
  };
}

describe("while a reveal is looked at", () => {
  const before = view({ phase: "choosing", waiting: [0, 2], chosen: [null, "?", null] });
  const after = view({ phase: "over", points: [9, 0, 0], hand: ["3"] });
  const now = laidDown(before.picture, after.picture);

  test("all cards lie face down, and mine has left the hand", () => {
    expect(now.chosen).toEqual(["?", "?", "?"]);
    expect(now.hand).toEqual(["3"]);
  });

  test("nobody has points from it, and nobody is waited for", () => {
    expect(now.points).toEqual([0, 0, 0]);
    expect(promptOf({ ...before, picture: now }, "en")).toBe("Turning the cards over…");
  });

  test("who is not asked in a showdown lays nothing", () => {
    const tied = view({ phase: "showdown", waiting: [0, 1] });
    expect(laidDown(tied.picture, after.picture).chosen).toEqual(["?", "?", null]);
  });
});

const happened = (kind: string, seat: number, a: string | number | null = null): EventInfo => ({
  kind,
  seat,
  a,
  b: null,
});

function round(cards: readonly number[], ...rest: EventInfo[]): EventInfo[] {
  return [...cards.map((card, seat) => happened("showed", seat, String(card))), ...rest];
}

describe("a tale", () => {
  test("of nothing that was shown is none", () => {
    expect(revealOf([happened("chose_unseen", 1)], view({ phase: "choosing" }))).toBeNull();
  });

  test("says what cancelled out and who took it", () => {
    const events = round([10, 8, 10], happened("took", 1, 7), happened("opened", 1, 4));
    const before = view({ phase: "choosing", round: 3, prize: "7", points: [null, null, null] });
    const tale = revealOf(events, before);
    expect(tale?.rounds).toHaveLength(1);
    const [only] = tale?.rounds ?? [];
    expect(only?.number).toBe(3);
    expect(only?.prize).toBe("7");
    expect(only?.shown.map((one) => one.cancelled)).toEqual([true, false, true]);
    expect(only?.outcome).toEqual({ kind: "took", seat: 1, points: 7, lost: 0 });
    expect(only?.points).toBeNull();
  });

  test("shows the seats in order, whoever opened", () => {
    const shown = round([3, 4, 5]);
    const events = [shown[2], shown[0], shown[1], happened("took", 2, 1)] as EventInfo[];
    const tale = revealOf(events, view({ phase: "choosing" }));
    expect(tale?.rounds[0]?.shown.map((one) => one.seat)).toEqual([0, 1, 2]);
  });

  test("carries what is parked into the next round, and adds up open points", () => {
    const tale = revealOf(
      [
        happened("opened", 0, 1),
        ...round([4, 4, 4], happened("parked", 0, 1)),
        happened("opened", 0, 2),
        ...round([5, 3, 3], happened("took", 0, 3)),
        happened("opened", 0, 3),
        ...round([1, 2, 9], happened("took", 2, 3)),
      ],
      view({}),
    );
    expect(tale?.rounds.map((one) => one.parked)).toEqual([[], ["1"], []]);
    expect(tale?.rounds.map((one) => one.number)).toEqual([1, 2, 3]);
    expect(tale?.rounds.map((one) => one.points)).toEqual([
      [0, 0, 0],
      [3, 0, 0],
      [3, 0, 3],
    ]);
    expect(tale?.noted).toBeNull();
  });

  test("with two players tells of cards that leave the game", () => {
    const events = round([6, 6], happened("removed", 0, 5));
    const tale = revealOf(events, view({ phase: "choosing", prize: "5" }, 0, 2));
    expect(tale?.rounds[0]?.outcome).toEqual({ kind: "removed", point: 5 });
  });

  test("of a tenth round without a winner leads to a showdown", () => {
    const events = round([2, 2, 2], happened("parked", 0, 10), happened("tied", 0, 2));
    const before = view({ phase: "choosing", round: 10, prize: "10", parked: ["9"] });
    const tale = revealOf(events, before);
    expect(tale?.tied).toBe(2);
    expect(tale?.rounds.map((one) => one.number)).toEqual([10]);
  });

  test("of a showdown that is tied again says so", () => {
    const before = view({ phase: "showdown", round: 11, prize: null, parked: ["9", "10"] });
    const tale = revealOf(round([7, 7, 7], happened("tied", 0, 2)), before);
    expect(tale?.rounds[0]?.outcome).toEqual({ kind: "again" });
    expect(tale?.rounds[0]?.number).toBeNull();
    expect(tale?.rounds[0]?.parked).toEqual(["9", "10"]);
    expect(tale?.tied).toBe(2);
  });

  test("of a showdown tells what is lost, and the points of the game", () => {
    const before = view({ phase: "showdown", round: 11, prize: null, parked: ["9", "10"] });
    const tale = revealOf(
      round(
        [8, 9, 9],
        happened("forfeited", 0, 1),
        happened("took", 0, 10),
        happened("noted", 0, 30),
        happened("noted", 1, 6),
        happened("noted", 2, 10),
        happened("opened", 0, 1),
      ),
      before,
    );
    expect(tale?.rounds[0]?.outcome).toEqual({ kind: "took", seat: 0, points: 10, lost: 1 });
    expect(tale?.noted).toEqual([30, 6, 10]);
    expect(tale?.tied).toBeNull();
  });

  test("of the end of a game in a series has the series so far", () => {
    const noted = [0, 1, 2].map((seat) => happened("noted", seat, 1));
    const events = round([1, 2, 3], happened("took", 2, 10), ...noted);
    const series = { games: 2 };
    const before = view({ totals: [5, 5, 5] }, 0, 3, series);
    const after = view({ totals: [6, 6, 6] }, 0, 3, series);
    expect(revealOf(events, before, after)?.totals).toEqual([6, 6, 6]);
    expect(revealOf(events, view({}), view({}))?.totals).toBeNull();
  });

  test("over the end of a game begins again with round 1", () => {
    const noted = [0, 1, 2].map((seat) => happened("noted", seat, 1));
    const tale = revealOf(
      [
        ...round([1, 2, 3], happened("took", 2, 10), ...noted),
        happened("opened", 2, 1),
        ...round([4, 5, 6], happened("took", 2, 1)),
      ],
      view({ phase: "choosing", round: 10, game: 2, prize: "10" }),
    );
    expect(tale?.rounds.map((one) => [one.game, one.number])).toEqual([
      [2, 10],
      [3, 1],
    ]);
  });

  test("is held longer the more there is to see", () => {
    const one = round([1, 2, 3], happened("took", 2, 1));
    const short = revealOf(one, view({}))?.holdMs ?? 0;
    const long = revealOf([...one, ...one, ...one], view({}))?.holdMs ?? 0;
    expect(long).toBeGreaterThan(2 * short);
  });
});

describe("orders", () => {
  test("swap two and leave the rest", () => {
    expect(swapped(["a", "b", "c"], 0, 2)).toEqual(["c", "b", "a"]);
    expect(swapped(["a", "b", "c"], 0, 3)).toEqual(["a", "b", "c"]);
  });

  test("rise and fall by number, not by letter", () => {
    expect(rising(["10", "2", "1"])).toEqual(["1", "2", "10"]);
    expect(falling(["1", "10", "2"])).toEqual(["10", "2", "1"]);
  });

  test("keep every card", () => {
    for (const order of [shuffled(TEN), suggested(TEN), suggested(TEN, "7")])
      expect(rising(order)).toEqual(TEN);
  });

  test("shuffle by chance", () => {
    expect(shuffled(TEN, () => 0)).not.toEqual(TEN);
    expect(shuffled(TEN, () => 0.999)).toEqual(TEN);
  });

  test("a suggestion rises on the whole, with the wished card on top", () => {
    expect(suggested([...TEN].reverse(), undefined, () => 0.5)).toEqual(TEN);
    expect(suggested(TEN, "7", () => 0.5)).toEqual([
      "7",
      "1",
      "2",
      "3",
      "4",
      "5",
      "6",
      "8",
      "9",
      "10",
    ]);
    expect(suggested(["1", "2"], "7", () => 0.5)).toEqual(["1", "2"]);
  });
});

describe("cards", () => {
  test("are read as they are named", () => {
    expect(parseFace("7", 2)).toEqual({ kind: "number", value: "7", seat: 2 });
    expect(parseFace(cardOf("10", 5), 0)).toEqual({ kind: "number", value: "10", seat: 5 });
    expect(parseFace(backOf(3), 0)).toEqual({ kind: "back", seat: 3 });
    expect(parseFace(null, 4)).toEqual({ kind: "back", seat: 4 });
    expect(parseFace("?", 4)).toEqual({ kind: "back", seat: 4 });
    expect(parseFace(pointsCard(9), 0)).toEqual({ kind: "points", value: "9" });
    expect(parseFace(pointsCard("?"), 0)).toEqual({ kind: "points", value: null });
  });

  test("have eight colours and eight motifs", () => {
    expect(new Set(BACKS.map((back) => back.colour)).size).toBe(8);
    expect(new Set(BACKS.map((back) => `${back.motif} ${back.filled}`)).size).toBe(8);
  });

  test("fly face down where they are secret", () => {
    expect(flightsOf(happened("chose_unseen", 2))).toEqual([
      { card: "@2", from: "seat:2", to: "spot:2" },
    ]);
    expect(flightsOf(happened("chose", 0, "7"))).toEqual([
      { card: "7@0", from: "hand:7", to: "spot:0" },
    ]);
    expect(flightsOf(happened("showed", 0, "7"))).toEqual([]);
  });
});

describe("words", () => {
  test("name those who are awaited", () => {
    expect(listed(["Ada"], "and")).toBe("Ada");
    expect(listed(["Ada", "Beppe", "Cleo"], "e")).toBe("Ada, Beppe e Cleo");
  });

  test("say what to do", () => {
    expect(promptOf(view({ waiting: [0, 1] }), "en")).toContain("in order");
    expect(promptOf(view({ waiting: [1, 2] }), "en")).toContain("Ada and Beppe");
    const choosing = { phase: "choosing", waiting: [0], prize: "7" } as const;
    expect(promptOf(view(choosing), "it")).toContain("In palio: 7");
    expect(promptOf(view({ ...choosing, parked: ["4", "5"] }), "en")).toContain("4 + 5");
    const crowd = view({ waiting: [1, 2, 3, 4, 5] }, 0, 8);
    expect(promptOf(crowd, "en")).toContain("5 others");
  });

  test("say a move in both languages", () => {
    expect(moveInWords("play 7", "en")).toBe("Play 7");
    expect(moveInWords("stack 7", "it")).toBe("Metti 7 nella pila");
  });

  test("hide points that are hidden", () => {
    const hidden = view({ phase: "choosing", points: [null, null, null], waiting: [0, 1, 2] });
    expect(badgesOf(hidden, 1, "en").map((badge) => badge.sign)).toEqual(["hourglass"]);
    const open = view({ points: [0, 12, 0], waiting: [0] });
    expect(badgesOf(open, 1, "en").map((badge) => [badge.sign, badge.value])).toEqual([
      ["points", "12"],
      ["found", ""],
    ]);
  });

  test("of a series count its points, or the games won", () => {
    const picture = { scores: [-1, -1, -1], totals: [0, 40, 0], waiting: [0, 1, 2] };
    const series = view(picture, 0, 3, { games: 3 });
    expect(badgesOf(series, 1, "en")[0]?.value).toBe("40");
    const wins = view({ ...picture, scores: [0, 2, 0] }, 0, 3, { games: 3, series: "wins" });
    expect(badgesOf(wins, 1, "en")[0]?.label).toBe("Games won: 2");
  });
});

test("seats run on from my left, and I sit nearest to my hand", () => {
  expect(seatsRound(view({}, 1, 4))).toEqual([2, 3, 0, 1]);
  expect(seatsRound(view({}, null, 3))).toEqual([0, 1, 2]);
});

test("the most points stand first at the end", () => {
  expect(ranked(view({ scores: [3, 20, 11] }))).toEqual([1, 2, 0]);
});

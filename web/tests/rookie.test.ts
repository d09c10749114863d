import { describe, expect, it } from "vitest";

import { spread } from "../src/games/rookie/laying";
import { momentOf, standings } from "../src/games/rookie/moments";
import {
  beneath,
  leader,
  tallyOfPiles,
  uncaptured,
  type Kind,
  type Laid,
  type RookiePicture,
  type RookieView,
} from "../src/games/rookie/picture";
import { others, partnerOf, teamOf } from "../src/games/rookie/seating";
import { flights, halts, told } from "../src/games/rookie/story";
import { words } from "../src/games/rookie/words";
import type { EventInfo, TableInfo } from "../src/wire/messages";

const EMPTY: Laid = { top: null, cards: {} };
const laid = (top: Kind, cards: Laid["cards"]): Laid => ({ top, cards });
const one = (kind: Kind): Laid => laid(kind, { [kind]: 1 });

function picture(given: Partial<RookiePicture> = {}): RookiePicture {
  return {
    phase: "second",
    scores: [0, 0, 0, 0],
    turn: 0,
    actor: 0,
    found: null,
    piles: Array.from({ length: 9 }, () => ({ height: 12, open: null })),
    laid: Array.from({ length: 4 }, () => [EMPTY, EMPTY, EMPTY]),
    inHand: [],
    mayGive: false,
    ...given,
  };
}

function view(
  given: Partial<RookiePicture> = {},
  options: Record<string, unknown> = {},
): RookieView {
  const table = { game: "rookie", players: 4, options } as unknown as TableInfo;
  const names = ["Ada", "Bea", "Ciro", "Dino"];
  return { table, seat: 0, picture: picture(given), moves: new Set(), names };
}

const event = (
  kind: string,
  a: EventInfo["a"] = null,
  b: EventInfo["b"] = null,
  seat = 0,
): EventInfo => ({ kind, seat, a, b });

/** Apply moves to piles; return the top cards. */
function after(moves: readonly string[], piles: readonly Laid[]): readonly (Kind | null)[] {
  const tops = piles.map((pile) => pile.top);
  for (const move of moves) {
    const [, card, pile] = move.split(" ");
    tops[Number(pile) - 1] = card as Kind;
  }
  return tops;
}

describe("laying all at once", () => {
  it("completes three of a colour where two piles show it", () => {
    const piles = [one("R"), one("R"), EMPTY];
    expect(after(spread(["R", "R"], piles), piles)).toEqual(["R", "R", "R"]);
  });

  it("does not cover the colour that leads", () => {
    const piles = [one("G"), EMPTY, one("G")];
    expect(spread(["B", "B"], piles)).toEqual(["place B 2", "place B 2"]);
  });

  it("puts loot beneath three of a kind", () => {
    const piles = [EMPTY, EMPTY, EMPTY];
    const moves = spread(["G", "Y", "Y", "Y", "P"], piles);
    expect(after(moves, piles)).toEqual(["Y", "Y", "Y"]);
    expect([...moves].sort()).toHaveLength(5);
  });

  it("lays every card exactly once, on one of three piles", () => {
    const hand: Kind[] = ["R", "R", "G", "B", "B", "B", "X"];
    const moves = spread(hand, [one("X"), one("P"), EMPTY]);
    expect(moves.map((move) => move.split(" ")[1]).sort()).toEqual([...hand].sort());
    expect(moves.every((move) => /^place [RGBYPX] [123]$/.test(move))).toBe(true);
  });

  it("lays nothing where nothing is held", () => {
    expect(spread([], [EMPTY, EMPTY, EMPTY])).toEqual([]);
  });
});

describe("what lies where", () => {
  const pile = laid("R", { R: 3, B: 1, X: 2 });

  it("counts what is beneath without the top card", () => {
    expect(beneath(pile)).toEqual([
      ["R", 2],
      ["B", 1],
      ["X", 2],
    ]);
    expect(beneath(one("R"))).toEqual([]);
  });

  it("adds up piles and seats", () => {
    expect(tallyOfPiles([pile, one("B")])).toEqual([
      ["R", 3],
      ["B", 2],
      ["X", 2],
    ]);
    const table = picture({
      laid: [
        [pile, one("B"), EMPTY],
        [EMPTY, EMPTY, EMPTY],
      ],
    });
    expect(uncaptured(table, 0)).toBe(7);
    expect(uncaptured(table, 1)).toBe(0);
  });

  it("finds the kind that two or three tops show", () => {
    expect(leader([one("R"), one("G"), one("R")])).toEqual({ kind: "R", piles: 2 });
    expect(leader([one("R"), one("G"), EMPTY])).toBeNull();
  });
});

describe("seats", () => {
  it("has the next player on the right and partners opposite", () => {
    expect(others(4, 1)).toEqual([
      { seat: 0, side: "left" },
      { seat: 3, side: "top" },
      { seat: 2, side: "right" },
    ]);
    for (const players of [4, 6])
      for (let me = 0; me < players; me++)
        expect(others(players, me).find(({ side }) => side === "top")?.seat).toBe(
          partnerOf(me, players),
        );
  });

  it("has everybody else once, for two to six players", () => {
    for (const players of [2, 3, 4, 5, 6])
      expect(
        others(players, 1)
          .map(({ seat }) => seat)
          .sort(),
      ).toEqual(Array.from({ length: players }, (_, seat) => seat).filter((seat) => seat !== 1));
  });

  it("gives partners one letter", () => {
    expect([0, 1, 2, 3, 4, 5].map((seat) => teamOf(seat, 6)).join("")).toBe("ABCABC");
  });
});

describe("what is seen on the way", () => {
  it("halts at two cards that are covered again, both open", () => {
    const piles = picture().piles.map((pile, at) =>
      at === 2 ? { ...pile, open: "R" as Kind } : pile,
    );
    const [halt, ...rest] = halts([event("flipped", "G", 5), event("covered")], view({ piles }));
    expect(rest).toEqual([]);
    expect(halt?.after).toBe(1);
    expect(halt?.holdMs).toBeGreaterThanOrEqual(1000);
    expect(halt?.picture.piles.map((pile) => pile.open).filter(Boolean)).toEqual(["R", "G"]);
  });

  it("does not halt at a card that stays open", () => {
    expect(halts([event("flipped", "G", 5)], view())).toEqual([]);
    expect(halts([event("flipped", "X", 5), event("left_open")], view())).toEqual([]);
  });

  it("moves a card into the gap before it is turned over", () => {
    const piles = picture().piles.map((pile, at) => (at === 0 ? { height: 0, open: null } : pile));
    const found = halts(
      [event("moved", 4, 1), event("flipped", "G", 1), event("covered")],
      view({ piles }),
    );
    expect(found.map((halt) => halt.after)).toEqual([1, 2]);
    expect(found[0]?.picture.piles[0]).toEqual({ height: 1, open: null });
    expect(found[0]?.picture.piles[3]?.height).toBe(11);
    expect(found[1]?.picture.piles[0]).toEqual({ height: 1, open: "G" });
  });

  it("leaves the open card where it is when one is taken from beneath it", () => {
    const piles = picture().piles.map((pile, at) => {
      if (at === 0) return { height: 0, open: null };
      return at === 3 ? { height: 2, open: "X" as Kind } : pile;
    });
    const next = told(picture({ piles }), event("moved_under", 4, 1), 4);
    expect(next.piles[3]).toEqual({ height: 1, open: "X" });
  });

  it("shows three piles complete before they are brought home", () => {
    const start = view({ laid: [[one("R"), one("R"), EMPTY]], inHand: ["R", "R"] });
    const found = halts(
      [event("placed", "R", 2), event("placed", "R", 3), event("captured", 4)],
      start,
    );
    expect(found).toHaveLength(1);
    expect(found[0]?.picture.laid[0]?.map((pile) => pile.top)).toEqual(["R", "R", "R"]);
    expect(found[0]?.picture.inHand).toEqual([]);
  });

  it("lays a gift on the partner's pile", () => {
    const next = told(picture({ inHand: ["B", "B"] }), event("gave", "B", 3, 1), 4);
    expect(next.laid[3]?.[2]).toEqual({ top: "B", cards: { B: 1 } });
    expect(next.inHand).toEqual(["B"]);
  });
});

describe("flights", () => {
  it("takes a pair from where both cards lie open", () => {
    const piles = picture().piles.map((pile, at) =>
      at === 1 || at === 8 ? { ...pile, open: "P" as Kind } : pile,
    );
    expect(flights(event("found", "P"), view({ piles })).map(({ from, to }) => [from, to])).toEqual(
      [
        ["pile:2", "hand"],
        ["pile:9", "hand"],
      ],
    );
    const home = flights(event("found", "P", null, 2), view({ piles }, { mode: "kids" }));
    expect(home.map(({ to }) => to)).toEqual(["seat:2", "seat:2"]);
  });

  it("robs one, and a Rookie everybody else", () => {
    const table = view({
      laid: [
        [one("R"), EMPTY, EMPTY],
        [EMPTY, one("G"), EMPTY],
        [EMPTY, EMPTY, one("B")],
        [EMPTY, EMPTY, EMPTY],
      ],
    });
    expect(flights(event("robbed", 1, 1), table).map(({ from }) => from)).toEqual(["laid:1:2"]);
    expect(flights(event("looted", 2), table).map(({ from }) => from)).toEqual([
      "laid:1:2",
      "laid:2:3",
    ]);
  });
});

describe("moments", () => {
  it("stops at a capture, with the cards that went home", () => {
    const before = view({ laid: [[one("R"), laid("R", { R: 1, Y: 2 }), EMPTY]], inHand: ["R"] });
    const moment = momentOf([event("placed", "R", 3), event("captured", 5)], before, view());
    expect(moment).toEqual({
      what: "captured",
      seat: 0,
      count: 5,
      cards: [
        ["R", 3],
        ["Y", 2],
      ],
    });
  });

  it("does not stop at a child's pair or at a robbery of nothing", () => {
    const kids = view({}, { mode: "kids" });
    expect(momentOf([event("found", "R"), event("captured", 2)], kids, kids)).toBeNull();
    expect(momentOf([event("robbed", 1, 0)], view(), view())).toBeNull();
  });

  it("tells of a robbery by what lay there", () => {
    const before = view({ laid: [[], [one("G"), laid("P", { P: 2 }), EMPTY]] });
    expect(momentOf([event("robbed", 1, 3)], before, view())).toEqual({
      what: "robbed",
      seat: 0,
      victim: 1,
      cards: [
        ["G", 1],
        ["P", 2],
      ],
    });
  });

  it("puts a Rookie before the capture that it is", () => {
    const events = [event("captured", 6), event("rookie"), event("looted", 4)];
    expect(momentOf(events, view(), view())).toEqual({
      what: "rookie",
      seat: 0,
      count: 6,
      loot: 4,
    });
  });

  it("counts partners together at the end", () => {
    const end = view({ phase: "over", scores: [10, 30, 15, 2] }, { mode: "team" });
    expect(standings(end, [1, 3])).toEqual([
      { seats: [1, 3], team: "B", points: 32, won: true },
      { seats: [0, 2], team: "A", points: 25, won: false },
    ]);
  });
});

describe("words", () => {
  it("has the same texts in both languages", () => {
    const keys = (texts: object): readonly string[] =>
      Object.entries(texts).flatMap(([key, text]) =>
        typeof text === "object" ? keys(text as object).map((inner) => `${key}.${inner}`) : [key],
      );
    expect(keys(words.it)).toEqual(keys(words.en));
  });

  it("counts one card as one", () => {
    expect(words.en.cards(1)).toBe("1 card");
    expect(words.it.cards(1)).toBe("1 carta");
    expect(words.it.cards(2)).toBe("2 carte");
  });
});

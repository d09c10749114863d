import "./browserless";

import { describe, expect, it, vi } from "vitest";

vi.mock("../src/words/rules.svelte", () => ({
  book: {
    of: () => ({
      cards: { r7: "the red 7", wild: "a Wild", custom1: "Customizable card 1" },
      colours: { r: "red", b: "blue" },
      options: { custom: { extra_turn: "you play again" } },
    }),
  },
}));

import { catchable, isLegal, mayCallAlong, nextQuestion, onlyMove } from "../src/games/uno/choice";
import { flash, refusal, tooLate } from "../src/games/uno/drama";
import { flights } from "../src/games/uno/flights";
import { apart, placeOfCard, seen, sorted, spread } from "../src/games/uno/hand";
import { moment } from "../src/games/uno/moment";
import { effectOf, readCard, targetOf, type UnoView } from "../src/games/uno/picture";
import { badges, isWeighty, moveWords, prompt, turn } from "../src/games/uno/spoken";
import type { EventInfo } from "../src/wire/messages";
import english from "../../src/mazziere/games/uno/texts/en.toml?raw";
import italian from "../../src/mazziere/games/uno/texts/it.toml?raw";

const PICTURE: UnoView["picture"] = {
  phase: "turn",
  scores: [0, 40, 0],
  turn: 0,
  dealer: 2,
  direction: 1,
  colour: "r",
  top: "r5",
  drawPile: 60,
  discards: 3,
  sizes: [2, 1, 6],
  debts: [],
  hand: ["r7", "wild"],
  drawn: null,
  bluffer: null,
  stacked: 0,
  swapper: null,
  jump: null,
};

function viewOf(
  moves: readonly string[] = [],
  picture: Partial<UnoView["picture"]> = {},
  options: Record<string, unknown> = {},
): UnoView {
  return {
    table: { game: "uno", players: 3, options } as unknown as UnoView["table"],
    seat: 0,
    names: ["Nora", "Ada", "Beppe"],
    moves: new Set(moves),
    picture: { ...PICTURE, ...picture },
  };
}

const heard = (
  kind: string,
  seat = 0,
  a: EventInfo["a"] = null,
  b: EventInfo["b"] = null,
): EventInfo => ({ kind, seat, a, b });

describe("a hand", () => {
  it("is sorted by colour, then rank, wilds last, equal cards told apart", () => {
    const hand = ["wild+4", "b0", "r+2", "yskip", "wild", "r2", "g9", "r2", "custom2", "shuffle"];
    const names = sorted(hand).map(({ card, copy }) => card + (copy ? "'" : ""));
    expect(names.join(" ")).toBe("r2 r2' r+2 yskip g9 b0 wild wild+4 shuffle custom2");
    expect(new Set(sorted(hand).map(placeOfCard)).size).toBe(hand.length);
  });

  it("reads a card's name", () => {
    expect(readCard("g+2")).toEqual({ suit: "g", rank: "+2" });
    for (const wild of ["wild", "wild+4", "shuffle", "custom3"])
      expect(readCard(wild).suit).toBeNull();
  });

  it.each([
    [2, 300, 170],
    [7, 292, 167],
    [25, 292, 212],
    [25, 1000, 300],
    [60, 292, 212],
  ])("of %i cards fits into %i × %i", (count, width, height) => {
    const laid = spread(count, width, height, 84);
    expect((laid.perRow - 1) * laid.stepX + laid.card).toBeLessThanOrEqual(width + 0.01);
    expect(laid.height).toBeLessThanOrEqual(height + 0.01);
    expect(laid.perRow * laid.rows).toBeGreaterThanOrEqual(count);
  });

  it.each([7, 12, 18, 24])("of %i cards has room for a thumb on the smallest phone", (count) => {
    expect(seen(spread(count, 292, 213, 74))).toBeGreaterThanOrEqual(44);
  });

  it.each([25, 30, 40])("of %i cards keeps a target of 24 px on the smallest phone", (count) => {
    expect(seen(spread(count, 292, 213, 74))).toBeGreaterThanOrEqual(24);
  });

  it("keeps things apart and inside", () => {
    expect(apart([50, 60], 100, 320)).toEqual([50, 150]);
    expect(apart([300, 310], 100, 320)).toEqual([170, 270]);
    expect(apart([160], 100, 320)).toEqual([160]);
  });
});

describe("a touched card", () => {
  const two = new Set(["play r7", "play r7 uno", "play wild r", "play wild r uno", "draw"]);

  it("makes its one move", () => {
    const moves = new Set(["play r7", "draw"]);
    expect(nextQuestion(moves, "r7", null, false)).toEqual({ ask: "nothing", move: "play r7" });
    expect(onlyMove(moves, "r7", false)).toBe("play r7");
    expect(mayCallAlong(moves)).toBe(false);
  });

  it("asks for the call when it leaves one card, unless UNO! was said before", () => {
    expect(nextQuestion(two, "r7", null, false)).toEqual({
      ask: "call",
      loud: "play r7 uno",
      quiet: "play r7",
    });
    expect(onlyMove(two, "r7", false)).toBeUndefined();
    expect(onlyMove(two, "r7", true)).toBe("play r7 uno");
    expect(mayCallAlong(two)).toBe(true);
  });

  it("asks for the colour of a wild, then for the call", () => {
    expect(nextQuestion(two, "wild", null, true)).toEqual({ ask: "colour", colours: ["r"] });
    expect(nextQuestion(two, "wild", "r", false)).toEqual({
      ask: "call",
      loud: "play wild r uno",
      quiet: "play wild r",
    });
    expect(nextQuestion(two, "wild", "r", true)).toEqual({
      ask: "nothing",
      move: "play wild r uno",
    });
  });

  it("is thrown away where that is what may be done", () => {
    expect(onlyMove(new Set(["discard g4"]), "g4", false)).toBe("discard g4");
  });

  it("that may not be played is sent all the same, to be refused with its rule", () => {
    expect(isLegal(new Set(["draw"]), "b3")).toBe(false);
    expect(onlyMove(new Set(["draw"]), "b3", false)).toBe("play b3");
    expect(onlyMove(new Set(), "wild+4", false)).toBe("play wild+4 r");
  });

  it("knows who can be caught", () => {
    expect(catchable(new Set(["draw", "catch 10", "catch 2"]))).toEqual([2, 10]);
  });
});

describe("what is said", () => {
  it("names a card that would fit as the rules do", () => {
    for (const [lang, words] of [
      ["en", english],
      ["it", italian],
    ] as const)
      for (const card of ["rskip", "rrev", "r+2"]) {
        const [, named = ""] =
          new RegExp(`^"${card.replace("+", "\\+")}" = "(.*)"`, "m").exec(words) ?? [];
        const told = refusal("no_match", viewOf([], { top: card, colour: "b" }), lang) ?? "";
        const face = / (?:or a|o un) (.*)\.$/.exec(told)?.[1] ?? "";
        expect(face, card).not.toBe("");
        expect(named, told).toContain(face);
      }
  });

  it("counts cards, warns of the last one, and shows points only where they count", () => {
    expect(badges(viewOf(), 2, "en")).toEqual([{ sign: "cards", value: "6", label: "6 cards" }]);
    expect(badges(viewOf(), 1, "en")[0]?.alert).toBe("UNO!");
    expect(badges(viewOf([], { debts: [1] }), 1, "en")[0]?.alert).toBe("UNO?");
    const scoring = viewOf([], {}, { scoring: "winner", target: 300 });
    expect(badges(scoring, 1, "it")[1]).toMatchObject({ value: "40", label: "40 punti" });
    expect(targetOf(scoring)).toBe(300);
    expect(targetOf(viewOf())).toBeNull();
  });

  it("tells what to do now", () => {
    expect(prompt(viewOf(["draw", "play r7"]), "en")).toBe("Your turn. Play a card, or draw.");
    expect(prompt(viewOf(["draw"]), "en")).toBe("Nothing fits. Draw a card.");
    expect(prompt(viewOf(["play r7"]), "en")).toBe("Your turn. Play a card.");
    expect(prompt(viewOf(["play r7"], { phase: "drawn", drawn: "r7" }), "en")).toContain(
      "Play it.",
    );
    expect(prompt(viewOf(["pass", "play r7"], { phase: "drawn", drawn: "r7" }), "en")).toContain(
      "the red 7",
    );
    expect(prompt(viewOf(["uno"], { turn: 1 }), "it")).toBe("Ti resta una carta. Di’ UNO!");
    expect(prompt(viewOf(["accept", "challenge"], { bluffer: 2 }), "it")).toContain("Beppe");
    expect(prompt(viewOf(["catch 1"], { turn: 2, debts: [1] }), "en")).toContain("Ada");
    const debt = { phase: "answer", stacked: 6, bluffer: 2 } as const;
    expect(prompt(viewOf(["accept", "challenge", "play r+2"], debt), "en")).toContain(
      "pass them on",
    );
    expect(prompt(viewOf(["accept", "challenge"], debt), "en")).toBe(
      "6 cards to draw. Take them, or challenge Beppe?",
    );
    expect(prompt(viewOf(["accept"], { ...debt, bluffer: null }), "it")).toBe(
      "6 carte da pescare. Stavolta le peschi tu.",
    );
    expect(prompt(viewOf([], { turn: 2 }), "en")).toBe("Beppe’s turn.");
    const nine = { phase: "discarding" as const, hand: Array<string>(9).fill("r1") };
    expect(prompt(viewOf(["discard r1"], nine), "en")).toContain("2 cards");
  });

  it("puts moves into words", () => {
    const view = viewOf([], {}, { custom: ["extra_turn", "plain", "plain"] });
    expect(moveWords("play r7 uno", view, "en")).toBe("Play the red 7, saying UNO!");
    expect(moveWords("play wild b", view, "en")).toBe("Play a Wild and name blue");
    expect(moveWords("play custom1 r", view, "en")).toContain("(you play again)");
    expect(moveWords("catch 2", view, "it")).toBe("Becca Beppe, che non ha detto UNO!");
    expect(moveWords("name b", view, "en")).toBe("Name blue");
    for (const move of ["draw", "pass", "accept", "challenge", "uno"])
      expect(moveWords(move, view, "it")).not.toBe(move);
  });

  it("asks twice for what cannot be taken back, never for a call", () => {
    expect(["play r7", "draw", "challenge"].every(isWeighty)).toBe(true);
    expect(["uno", "catch 1", "play wild b", "name g"].some(isWeighty)).toBe(false);
  });

  it("knows whose turn it is, and when it is nobody's", () => {
    expect(turn(PICTURE)).toEqual([0]);
    expect(turn({ ...PICTURE, phase: "deck" })).toEqual([]);
  });

  it("reads what was agreed for a customizable card", () => {
    expect(effectOf("custom2", { custom: ["plain", "draw_until", "none"] })).toBe("draw_until");
    expect(effectOf("custom3", {})).toBe("plain");
    expect(effectOf("wild", { custom: ["draw_until", "plain", "plain"] })).toBeNull();
  });
});

describe("cards fly", () => {
  it("from my own card to the pile, from the pile to me, between the others' seats", () => {
    const view = viewOf();
    expect(flights(heard("played", 0, "r7", "r"), view)).toEqual([
      { card: "r7", from: "hand:r7", to: "discard" },
    ]);
    expect(flights(heard("played", 2, "r7", "r"), view)[0]?.from).toBe("seat:2");
    expect(flights(heard("drew", 0, "b3"), view)).toEqual([
      { card: "b3", from: "draw", to: "hand" },
    ]);
    expect(flights(heard("drew_unseen", 1), view)).toEqual([
      { card: null, from: "draw", to: "seat:1" },
    ]);
    expect(flights(heard("received_unseen", 1, 5), view)[0]).toEqual({
      card: null,
      from: "hand",
      to: "seat:1",
    });
    expect(flights(heard("skipped", 1), view)).toEqual([]);
  });
});

describe("a moment", () => {
  it("is made of a challenge, with the hand for the one it was shown to", () => {
    const events = [
      heard("challenged", 0, 2),
      heard("shown", 2, "r1"),
      heard("shown", 2, "b2"),
      heard("guilty", 2),
    ];
    const made = moment(events, viewOf(), viewOf());
    expect(made).toEqual({
      holdMs: expect.any(Number) as number,
      kind: "challenge",
      challenger: 0,
      bluffer: 2,
      guilty: true,
      shown: ["r1", "b2"],
    });
    const unseen = moment(
      events.filter(({ kind }) => kind !== "shown"),
      viewOf(),
      viewOf(),
    );
    expect(made?.holdMs).toBeGreaterThan(unseen?.holdMs ?? 0);
  });

  it("is made of a round that ends: cards left, points, totals, the best first", () => {
    const events = [
      heard("played", 1, "r+2", "r"),
      heard("drew_unseen", 2),
      heard("drew_unseen", 2),
      heard("hand_won", 1),
      heard("scored", 1, 90),
    ];
    const before = viewOf([], {}, { scoring: "winner", target: 200 });
    const after = viewOf([], { scores: [0, 130, 0] }, { scoring: "winner", target: 200 });
    const made = moment(events, before, after);
    expect(made).toMatchObject({ kind: "won", winner: 1, card: "r+2", target: 200, lowest: false });
    expect(made?.kind === "won" && made.lines).toEqual([
      { seat: 1, left: 0, gained: 90, total: 130 },
      { seat: 0, left: 2, gained: 0, total: 0 },
      { seat: 2, left: 8, gained: 0, total: 0 },
    ]);
  });

  it("puts the lowest total first where that wins", () => {
    const view = viewOf([], { scores: [70, 10, 0] }, { scoring: "lowest", target: 200 });
    const made = moment([heard("played", 2, "r1", "r"), heard("hand_won", 2)], view, view);
    expect(made?.kind === "won" && made.lines.map(({ seat }) => seat)).toEqual([2, 1, 0]);
  });

  it("is made of hands that are shuffled", () => {
    const events = [heard("played", 2, "shuffle", "g"), heard("received_unseen", 1, 3)];
    expect(moment(events, viewOf(), viewOf([], { sizes: [3, 3, 2] }))).toMatchObject({
      kind: "shuffle",
      by: 2,
      sizes: [
        [2, 3],
        [1, 3],
        [6, 2],
      ],
    });
  });

  it("is made of an agreed effect, and of no plain card", () => {
    const options = { custom: ["draw_until", "plain", "dump_wilds"] };
    const view = viewOf([], {}, options);
    const draws = [
      heard("played", 0, "custom1", "g"),
      heard("drew_unseen", 1),
      heard("skipped", 1),
    ];
    expect(moment(draws, view, view)).toMatchObject({
      kind: "effect",
      effect: "draw_until",
      seat: 1,
      colour: "g",
      drawn: 1,
    });
    const dumps = [heard("played", 0, "custom3", "g"), heard("threw_away", 2, "wild")];
    expect(moment(dumps, view, view)).toMatchObject({ thrown: [[2, "wild"]] });
    expect(moment([heard("played", 0, "custom2", "g")], view, view)).toBeNull();
    expect(moment([heard("played", 0, "r7", "r")], view, view)).toBeNull();
  });

  it("is made of somebody caught, and of a void round", () => {
    const caught = [heard("caught", 1, 2), heard("drew_unseen", 1), heard("drew_unseen", 1)];
    expect(moment(caught, viewOf(), viewOf())).toMatchObject({
      kind: "caught",
      seat: 1,
      by: 2,
      drawn: 2,
    });
    expect(moment([heard("void", 0)], viewOf(), viewOf())).toMatchObject({ kind: "void" });
  });
});

describe("house rules", () => {
  it("jump in with one tap, saying UNO! where it is due", () => {
    const moves = new Set(["jump r7", "jump r7 uno"]);
    expect(onlyMove(moves, "r7", false)).toBe("jump r7 uno");
    expect(onlyMove(new Set(["jump r7"]), "r7", false)).toBe("jump r7");
  });

  it("say who was faster", () => {
    const late = (move: string, ...events: EventInfo[]) => tooLate(move, events, viewOf(), "en");
    const jumped = [heard("jumped_in", 2, "r5"), heard("played", 2, "r5")];
    expect(late("play r7", ...jumped)).toBe("Beppe jumped in before you.");
    expect(late("jump r5", heard("drew_unseen", 1))).toBe("Too bad: Ada was faster.");
    expect(late("catch 1", heard("called", 1))).toBe("Too bad: Ada was faster.");
    expect(late("catch 1", heard("caught", 1, 2))).toBe("Too bad: Beppe was faster.");
    expect(late("play r7", heard("played", 1, "r5"))).toBeNull();
    expect(late("jump r5", heard("drew", 0))).toBeNull();
  });

  it("show who jumped in, and a debt that grows", () => {
    const sign = (...events: EventInfo[]) => flash(events, viewOf(), viewOf(), "en");
    const jump = sign(heard("jumped_in", 2, "r5"), heard("played", 2, "r5"), heard("called", 2));
    expect(jump).toEqual({ kind: "shout", text: "Me first!", seat: 2 });
    const debt = sign(heard("played", 0, "r+2"), heard("stacked", 0, 6, 1));
    expect(debt).toMatchObject({ kind: "plus4", text: "+6", seat: 1 });
    const two = sign(heard("played", 0, "r+2"), heard("stacked", 0, 2, 1));
    expect(two).toEqual({ kind: "plus", text: "+2", seat: 1 });
  });

  it("show who was caught without the call, before the cards that it costs", () => {
    const events = [heard("caught", 1, 2), heard("drew_unseen", 1), heard("drew_unseen", 1)];
    const sign = flash(events, viewOf(), viewOf(), "en");
    expect(sign).toEqual({ kind: "caught", text: "Caught!", seat: 1 });
  });

  it("move hands: two that swap, or all of them to the next seat", () => {
    const swapped = flights(heard("swapped", 0, 2), viewOf());
    expect(swapped.filter(({ from }) => from === "hand").every(({ to }) => to === "seat:2")).toBe(
      true,
    );
    const moved = flights(heard("hands_moved", 0, 1), viewOf());
    const routes = new Set(moved.map(({ from, to }) => `${from} ${to}`));
    expect(routes).toEqual(new Set(["hand seat:1", "seat:1 seat:2", "seat:2 hand"]));
    expect(moved.filter(({ from }) => from === "seat:1")).toHaveLength(1);
    expect(moved.filter(({ from }) => from === "seat:2")).toHaveLength(3);
  });
});

/** The generic board, for games without a folder in the page. */

import "./browserless";
import { describe, expect, it, vi } from "vitest";

import {
  cardsIn,
  handOf,
  seatFields,
  sharedFields,
  textOf,
  turnOf,
  type AnyPicture,
  type AnyView,
} from "../src/games/generic/picture";
import { labelOf, moveInWords, promptOf } from "../src/games/generic/moveWords";
import type { TableInfo } from "../src/wire/messages";

vi.stubGlobal("fetch", () => Promise.reject(new Error("offline")));

const picture: AnyPicture = {
  phase: "turn",
  scores: [1, 0, 2],
  turn: 1,
  road: "7",
  sizes: [3, 2, 1],
  hand: ["4", "9", "16"],
};
const view = (moves: readonly string[] = []): AnyView => ({
  table: { game: "unheard_of", options: {} } as unknown as TableInfo,
  seat: 0,
  picture,
  moves: new Set(moves),
  names: ["Ada", "Bo", "Cy"],
});

describe("a picture", () => {
  it("has fields of the table and fields by seat, and a hand that is neither", () => {
    expect(sharedFields(view())).toEqual([{ name: "road", value: "7" }]);
    expect(seatFields(view())).toEqual([{ name: "sizes", values: [3, 2, 1] }]);
    expect(handOf(picture)).toEqual(["4", "9", "16"]);
    expect(handOf({ phase: "turn", scores: [] })).toBeNull();
  });

  it("says whose turn it is until the match is over", () => {
    expect(turnOf(picture)).toEqual([1]);
    expect(turnOf({ ...picture, phase: "over" })).toEqual([]);
  });

  it("shows cards as cards, hidden ones as backs, and the rest as text", () => {
    expect(cardsIn("7", ["7", "8"])).toEqual(["7"]);
    expect(cardsIn(["7", "?"], ["7", "8"])).toEqual(["7", null]);
    expect(cardsIn(7, ["7", "8"])).toBeNull();
    expect(cardsIn([], ["7"])).toBeNull();
    expect(textOf([1, null, true])).toBe("1 – ✓");
  });
});

describe("what is said", () => {
  const text = { moves: { play: "overtake with the {}", pass: "pass" }, cards: {}, colours: {} };

  it("are the game's words for a move, or the move itself", () => {
    expect(moveInWords("play 9", text)).toBe("overtake with the 9");
    expect(moveInWords("play r5", { ...text, cards: { r5: "red 5" } })).toBe(
      "overtake with the red 5",
    );
    expect(moveInWords("leap 9", text)).toBe("leap 9");
    expect(moveInWords("play 9", null)).toBe("play 9");
  });

  it("is the game's label of a field, or its name", () => {
    expect(labelOf("cardsLeft", { table: { cards_left: "carte" } })).toBe("carte");
    expect(labelOf("cardsLeft", null)).toBe("cards left");
  });

  it("asks for a move, or names who is waited for", () => {
    expect(promptOf(view(["pass"]), "en")).toBe("Your turn. Choose a move.");
    expect(promptOf(view(), "en")).toBe("Waiting for Bo.");
  });
});

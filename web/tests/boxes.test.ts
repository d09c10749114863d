/** Boxes on the home screen, also of games without a folder in the page. */

import "./browserless";
import { describe, expect, it } from "vitest";

import { hasPage, pageOf } from "../src/games";
import GenericArt from "../src/games/generic/Art.svelte";
import { boxOf, companyOf, GAMES, shelfBoxes } from "../src/games/boxes";

describe("the shelf", () => {
  it("has every game of the page once, each with a page of its own", () => {
    const boxes = shelfBoxes([]);
    expect(boxes.flatMap(({ games }) => games)).toEqual(GAMES);
    expect(boxes.every(({ Art }) => Art !== GenericArt)).toBe(true);
    expect(GAMES.filter((game) => !hasPage(game))).toEqual([]);
  });

  it("gives the generic page to any other game", { timeout: 120_000 }, async () => {
    expect(hasPage("unheard_of")).toBe(false);
    const { page } = await import("../src/games/generic");
    expect(await pageOf("unheard_of")).toBe(page);
  });

  it("puts games that share a box into one", () => {
    const sharing = GAMES.filter((game) => boxOf(game)?.sharesBoxOf);
    expect(sharing.length).toBeGreaterThan(0);
    for (const game of sharing) {
      const box = shelfBoxes([]).find(({ games }) => games.includes(game));
      expect(box?.games).toContain(boxOf(game)?.sharesBoxOf);
    }
  });

  it("has a plain box for each other game that the server lists", () => {
    const boxes = shelfBoxes([...GAMES, "unheard_of"]);
    expect(boxes).toHaveLength(shelfBoxes([]).length + 1);
    expect(boxes.at(-1)).toEqual({ games: ["unheard_of"], Art: GenericArt });
  });

  it("says in both languages what each game is", () => {
    for (const game of GAMES) {
      const box = boxOf(game);
      for (const text of [box?.title, box?.tagline].flatMap((both) => [both?.it, both?.en])) {
        expect(text?.trim(), game).toBeTruthy();
        expect(text, game).not.toMatch(/\w'\w|!/);
      }
      expect(box?.tagline.it).not.toBe(box?.tagline.en);
      expect(companyOf(game)).toBe(box?.company);
    }
  });
});

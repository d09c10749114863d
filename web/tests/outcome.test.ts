/** Results of every game in both languages: winners, rule and scores. */

import { describe, expect, it, vi } from "vitest";

vi.stubGlobal("localStorage", { getItem: () => "en", setItem: () => undefined });

const pages = {
  yooloo: await import("../src/games/yooloo/outcome"),
  one_to_ten: await import("../src/games/one_to_ten/outcome"),
  rookie: await import("../src/games/rookie/outcome"),
  uno: await import("../src/games/uno/outcome"),
  uno_h2o: await import("../src/games/uno/outcome"),
  dieci: await import("../src/games/dieci/outcome"),
};
const { ranked } = await import("../src/table/outcome");
(await import("../src/games/uno/picture")).playUnderWater("uno_h2o");

const RULES = Object.values(
  import.meta.glob<string>("../../src/mazziere/games/*/texts/en.md", {
    query: "?raw",
    import: "default",
    eager: true,
  }),
).join("\n");

type Game = keyof typeof pages;
const NAMES = ["Anna", "Bruno", "Carla", "Dario", "Emma", "Fabio", "Giulia", "Hugo"];

function tell(
  game: Game,
  options: Record<string, unknown>,
  figures: readonly number[],
  winners: readonly number[],
  lang: "en" | "it" = "en",
) {
  const view = {
    table: { game, options, players: figures.length },
    names: NAMES.slice(0, figures.length),
    picture: { scores: figures, tokens: figures, sizes: figures },
  };
  return pages[game].outcomeOf(view as never, winners, lang);
}

describe("why somebody has won", () => {
  it.each<[Game, Record<string, unknown>, number[], number[], string, string]>([
    [
      "yooloo",
      { games: 1, series: "points" },
      [12, 30, 13],
      [1],
      "Bruno has the most points: Bruno 30, Carla 13, Anna 12.",
      "YOO-1.7a",
    ],
    [
      "yooloo",
      { games: 3, series: "points" },
      [50, 50],
      [0, 1],
      "After 3 games Anna and Bruno have the most points: Anna 50, Bruno 50.",
      "AMB-YOO-8",
    ],
    [
      "yooloo",
      { games: 3, series: "wins" },
      [2, 1],
      [0],
      "Of 3 games Anna has won the most: Anna 2, Bruno 1.",
      "AMB-YOO-8",
    ],
    [
      "one_to_ten",
      { variant: "step" },
      [7, 10, 10],
      [1, 2],
      "Bruno and Carla have the most cards in order, from 1 on: Bruno 10, Carla 10, Anna 7.",
      "AMB-TEN-3",
    ],
    [
      "one_to_ten",
      { variant: "one_go", one_go_score: "best_run" },
      [4, 10],
      [1],
      "Bruno has the longest run in one go: Bruno 10, Anna 4.",
      "AMB-TEN-5",
    ],
    [
      "rookie",
      { mode: "normal" },
      [60, 48],
      [0],
      "Anna has captured the most cards: Anna 60, Bruno 48.",
      "ROO-0c",
    ],
    [
      "rookie",
      { mode: "team" },
      [10, 40, 20, 38],
      [1, 3],
      "Together Bruno and Dario have captured the most cards: Bruno and Dario 78, Anna and Carla 30.",
      "ROO-TM3",
    ],
    [
      "uno",
      { scoring: "hand" },
      [3, 0, 5],
      [1],
      "Bruno has played the last card, and one round is the match. Cards left: Bruno 0, Anna 3, Carla 5.",
      "UNO-WIN-1",
    ],
    [
      "uno",
      { scoring: "winner", target: 200 },
      [210, 90],
      [0],
      "Anna is the first to reach 200 points: Anna 210, Bruno 90.",
      "UNO-SCORE-2",
    ],
    [
      "uno_h2o",
      { scoring: "lowest", target: 500 },
      [310, 505, 120, 120],
      [2, 3],
      "500 points have been reached, and Carla and Dario have the fewest: Carla 120, Dario 120, Anna 310, Bruno 505.",
      "AMB-UNO-23",
    ],
    [
      "uno_h2o",
      { target: 500 },
      [1, 505],
      [1],
      "Bruno is the first to reach 500 points: Bruno 505, Anna 1.",
      "H2O-SCORE-1",
    ],
    [
      "dieci",
      {},
      [0, 2, 0],
      [1],
      "Only Bruno still has tokens: 2. Everybody else has lost all of them.",
      "DIE-ELIM-1",
    ],
    [
      "dieci",
      { wipe_out: "shared" },
      [0, 0, 0],
      [0, 2],
      "Nobody has a token left. Anna and Carla paid the last ones and share the win.",
      "AMB-DIE-17",
    ],
  ])("%s %o", (game, options, figures, winners, text, rule) => {
    expect(tell(game, options, figures, winners)).toEqual({ text, rule });
    const italian = tell(game, options, figures, winners, "it");
    expect(italian.rule).toBe(rule);
    for (const winner of winners) expect(italian.text).toContain(NAMES[winner]);
    expect(RULES).toContain(`**${rule}**`);
  });

  it("of many only the best figure is told", () => {
    const points = [5, 9, 1, 1, 1, 1, 1];
    expect(tell("yooloo", {}, points, [1]).text).toBe("Bruno has the most points: 9.");
    expect(tell("yooloo", {}, points, [1], "it").text).toBe(
      "Bruno ha fatto più punti di tutti: 9.",
    );
  });

  it("the fewest come first where the fewest win", () => {
    expect(ranked([3, 0, 5], [1])).toEqual([1, 0, 2]);
    expect(ranked([3, 9, 5], [1])).toEqual([1, 2, 0]);
  });
});

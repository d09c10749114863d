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
  seat: number | null = null,
) {
  const view = {
    table: { game, options, players: figures.length },
    names: NAMES.slice(0, figures.length),
    seat,
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
      "Bruno played the last card. Cards left: Bruno 0, Anna 3, Carla 5.",
      "UNO-WIN-1",
    ],
    [
      "uno",
      { scoring: "winner", target: 200 },
      [210, 90],
      [0],
      "Anna reached 200 points first: Anna 210, Bruno 90.",
      "UNO-SCORE-2",
    ],
    [
      "uno_h2o",
      { scoring: "lowest", target: 500 },
      [310, 505, 120, 120],
      [2, 3],
      "Somebody reached 500 points, and Carla and Dario have the fewest: Carla 120, Dario 120, Anna 310, Bruno 505.",
      "AMB-UNO-23",
    ],
    [
      "uno_h2o",
      { target: 500 },
      [1, 505],
      [1],
      "Bruno reached 500 points first: Bruno 505, Anna 1.",
      "H2O-SCORE-1",
    ],
    [
      "dieci",
      {},
      [0, 2, 0],
      [1],
      "Only Bruno still has tokens: 2. Everybody else has lost theirs.",
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

  it.each<[Game, Record<string, unknown>, number[], number[], string, string]>([
    [
      "yooloo",
      { games: 1 },
      [12, 30],
      [1],
      "You have the most points: you 30, Anna 12.",
      "Hai fatto più punti di tutti: tu 30, Anna 12.",
    ],
    [
      "yooloo",
      { games: 3, series: "wins" },
      [1, 2],
      [1],
      "Of 3 games you have won the most: you 2, Anna 1.",
      "Su 3 partite ne hai vinte di più: tu 2, Anna 1.",
    ],
    [
      "one_to_ten",
      { variant: "step" },
      [10, 10],
      [0, 1],
      "You and Anna have the most cards in order, from 1 on: Anna 10, you 10.",
      "Tu e Anna avete più carte di tutti in ordine, dall’1 in su: Anna 10, tu 10.",
    ],
    [
      "rookie",
      { mode: "team" },
      [10, 40, 20, 38],
      [1, 3],
      "Together you and Dario have captured the most cards: you and Dario 78, Anna and Carla 30.",
      "Insieme tu e Dario avete catturato più carte di tutti: tu e Dario 78, Anna e Carla 30.",
    ],
    [
      "uno",
      { scoring: "hand" },
      [3, 0],
      [1],
      "You played the last card. Cards left: you 0, Anna 3.",
      "Hai giocato l’ultima carta. Carte rimaste: tu 0, Anna 3.",
    ],
    [
      "dieci",
      {},
      [0, 2],
      [1],
      "Only you still have tokens: 2. Everybody else has lost theirs.",
      "Solo tu hai ancora gettoni: 2. Tutti gli altri li hanno persi.",
    ],
    [
      "dieci",
      { wipe_out: "shared" },
      [0, 0],
      [1],
      "Nobody has a token left. You paid the last one and win.",
      "Nessuno ha più gettoni. Hai pagato l’ultimo e vinci.",
    ],
  ])("%s %o addresses the reader", (game, options, figures, winners, english, italian) => {
    expect(tell(game, options, figures, winners, "en", 1).text).toBe(english);
    expect(tell(game, options, figures, winners, "it", 1).text).toBe(italian);
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

/** What decided a match, in both languages: from recorded matches, and from the end of others. */

import "./browserless";

import { describe, expect, it, vi } from "vitest";

import type { Lang } from "../src/words/words.svelte";
import type { EventInfo } from "../src/wire/messages";

const CARDS: Readonly<Record<string, string>> = {
  "7": "a Jump-rabbit (7)",
  "10": "an Owl (10)",
  cat: "a Joker-cat",
};
vi.mock("../src/words/rules.svelte", () => ({ book: { of: () => ({ cards: CARDS }) } }));

const files = {
  yooloo: await import("../src/games/yooloo/decided"),
  one_to_ten: await import("../src/games/one_to_ten/decided"),
  rookie: await import("../src/games/rookie/decided"),
  uno: await import("../src/games/uno/decided"),
  uno_h2o: await import("../src/games/uno/decided"),
  dieci: await import("../src/games/dieci/decided"),
};
(await import("../src/games/uno/picture")).playUnderWater("uno_h2o");
type Game = keyof typeof files;

interface Recorded {
  readonly game: Game;
  readonly players: number;
  readonly options: Readonly<Record<string, unknown>>;
  readonly entries: readonly { readonly events: readonly EventInfo[]; readonly picture: object }[];
}
const recorded = new Map(
  Object.entries(
    import.meta.glob<Recorded>("../../tests/transcripts/spoken/*.json", {
      eager: true,
      import: "default",
    }),
  ).map(([path, match]) => [path.split("/").at(-1)?.replace(".json", ""), match] as const),
);

const NAMES = ["Anna", "Beppe", "Cleo", "Dino"];
type Told = readonly [kind: string, seat: number, a?: string | number];
const heard = (events: readonly Told[]): readonly EventInfo[] =>
  events.map(([kind, seat, a = null]) => ({ kind, seat, a, b: null }));

interface End {
  readonly options?: Readonly<Record<string, unknown>>;
  readonly picture: object;
  readonly events: readonly EventInfo[];
  readonly winner: number;
}

function tell(game: Game, end: End, you: number | null, lang: Lang = "en"): string | null {
  const { options = {}, picture, events, winner } = end;
  const view = { table: { game, options, players: 4 }, names: NAMES, picture };
  return files[game].decided({ events, winner, you }, view as never, lang);
}

/** The end of a recorded match. */
function endOf(name: string): readonly [Game, End] {
  const match = recorded.get(name);
  if (!match) throw new Error(`no match: ${name}`);
  const events = match.entries.flatMap((entry) => entry.events);
  const winner = events.findLast(({ kind }) => kind === "won")?.seat ?? -1;
  const picture = match.entries.at(-1)?.picture ?? {};
  return [match.game, { options: match.options, picture, events, winner }];
}

describe("a recorded match was decided", () => {
  it.each<[string, number | null, string, string]>([
    [
      "yooloo",
      null,
      "Beppe won by 3 points. What Beppe took in round 9 made the difference: 9 points.",
      "Beppe ha vinto per 3 punti: hanno deciso i punti della manche 9 (9 punti).",
    ],
    [
      "rookie",
      2,
      "You found the last pair and got 8 more: you won by 4 cards.",
      "Hai trovato l’ultima coppia e preso altre 8 carte: hai vinto per 4 carte.",
    ],
    [
      "uno",
      1,
      "Anna was out of cards first. You had 8 cards left.",
      "Anna ha finito le carte: a te ne restavano 8.",
    ],
    [
      "uno",
      0,
      "You were out of cards first. Cleo had 2 cards left.",
      "Hai finito le carte per primo: a Cleo restavano 2 carte.",
    ],
    [
      "uno_h2o",
      0,
      "You won the last round while Cleo held 108 points.",
      "Hai vinto l’ultima manche, e Cleo aveva in mano 108 punti.",
    ],
    [
      "uno_h2o",
      1,
      "Anna won the last round while you held 13 points.",
      "Anna ha vinto l’ultima manche, e tu avevi in mano 13 punti.",
    ],
    [
      "dieci",
      3,
      "Anna had the lowest card of the last round, 0000, and lost the last token.",
      "Nell’ultimo giro Anna aveva la carta più bassa, 0000: era il suo ultimo gettone.",
    ],
  ])("%s, for seat %s", (name, you, english, italian) => {
    const [game, end] = endOf(name);
    expect(tell(game, end, you)).toBe(english);
    expect(tell(game, end, you, "it")).toBe(italian);
  });

  it("from 1 to 10 by the doors that were opened", () => {
    const [game, end] = endOf("one_to_ten");
    const doors = end.events.filter(({ kind, seat }) => seat === 0 && /found|missed/.test(kind));
    expect(tell(game, end, 1)).toBe(
      `Anna found all ten cards and opened ${doors.length} doors for them.`,
    );
    expect(tell(game, { ...end, events: end.events.slice(3) }, 1)).toBeNull();
  });
});

describe("other ends", () => {
  const rounds = heard([
    ["started", 0],
    ["took", 0, 4],
    ["parked", 0, 2],
    ["took", 1, 9],
  ]);

  it.each<[string, Game, End, number | null, string | null]>([
    [
      "the last round",
      "yooloo",
      { options: { games: 1 }, picture: { scores: [4, 9] }, events: rounds, winner: 1 },
      1,
      "You won by 5 points. What you took in the last round made the difference: 9 points.",
    ],
    [
      "no single round",
      "yooloo",
      { options: { games: 1 }, picture: { scores: [4, 30] }, events: rounds, winner: 1 },
      1,
      null,
    ],
    [
      "a match that was joined late",
      "yooloo",
      { options: { games: 1 }, picture: { scores: [4, 9] }, events: rounds.slice(1), winner: 1 },
      1,
      null,
    ],
    [
      "a Rookie",
      "rookie",
      {
        options: { mode: "normal" },
        picture: { scores: [10, 24] },
        events: heard([
          ["captured", 1, 5],
          ["looted", 1, 14],
          ["captured", 1, 15],
        ]),
        winner: 1,
      },
      0,
      "Beppe’s Rookie took 14 cards from the others, and Beppe won by 14 cards.",
    ],
    [
      "a capture that was larger than the lead",
      "rookie",
      {
        options: { mode: "normal" },
        picture: { scores: [10, 12] },
        events: heard([
          ["captured", 1, 9],
          ["captured", 1, 1],
          ["captured", 0, 10],
        ]),
        winner: 1,
      },
      1,
      "Your capture of 9 cards made the difference: you won by 2 cards.",
    ],
    [
      "too many points",
      "uno_h2o",
      {
        options: { scoring: "lowest", target: 500 },
        picture: { scores: [512, 90], sizes: [4, 0] },
        events: heard([
          ["hand_won", 1],
          ["scored", 0, 74],
        ]),
        winner: 1,
      },
      0,
      "You got 74 points in the last round, and the match ended at 512.",
    ],
    [
      "a hand without points",
      "uno_h2o",
      {
        options: { scoring: "winner", target: 100 },
        picture: { scores: [120, 0, 0], sizes: [0, 1, 3] },
        events: heard([
          ["hand_won", 0],
          ["scored", 0, 20],
        ]),
        winner: 0,
      },
      1,
      null,
    ],
    [
      "an owl",
      "dieci",
      {
        picture: {},
        events: heard([
          ["deals", 0],
          ["offered", 1, 2],
          ["blocked", 2, "10"],
          ["offered", 2, 0],
          ["swapped", 2, 0],
          ["lost", 1, "1"],
          ["out", 1],
        ]),
        winner: 0,
      },
      1,
      "Cleo stopped your last swap with an Owl (10).",
    ],
    [
      "an offer that was blocked, and a swap after all",
      "dieci",
      {
        picture: {},
        events: heard([
          ["deals", 0],
          ["offered", 1, 2],
          ["blocked", 2, "10"],
          ["offered", 0, 1],
          ["swapped", 0, 1],
          ["lost", 1, "cat"],
          ["out", 1],
        ]),
        winner: 0,
      },
      0,
      "Beppe had the lowest card of the last round, a Joker-cat, and lost the last token.",
    ],
    [
      "two last tokens",
      "dieci",
      {
        picture: {},
        events: heard([
          ["deals", 0],
          ["lost", 1, "1"],
          ["lost", 2, "1"],
          ["out", 1],
          ["out", 2],
        ]),
        winner: 0,
      },
      0,
      null,
    ],
  ])("%s", (_, game, end, you, expected) => {
    expect(tell(game, end, you)).toBe(expected);
    expect(tell(game, end, you, "it") === null).toBe(expected === null);
  });
});

import { describe, expect, it } from "vitest";

import { deal, flightsOf } from "../src/games/dieci/flights";
import { momentOf } from "../src/games/dieci/moment";
import {
  cardOf,
  isOut,
  neighbourOf,
  pathOf,
  toMove,
  type DieciPicture,
  type DieciView,
} from "../src/games/dieci/picture";
import { words } from "../src/games/dieci/words";
import type { EventInfo } from "../src/wire/messages";

function picture(given: Partial<DieciPicture> = {}): DieciPicture {
  return {
    phase: "play",
    scores: [5, 5, 5, 5],
    dealer: 3,
    turn: 0,
    asked: null,
    jumped: false,
    inRound: [0, 1, 2, 3],
    tokens: [5, 5, 5, 5],
    cards: ["5", "?", "?", "?"],
    chain: [],
    aside: [],
    deck: 51,
    ...given,
  };
}

function view(given: Partial<DieciPicture> = {}, more: Partial<DieciView> = {}): DieciView {
  return {
    table: { options: {} } as DieciView["table"],
    seat: 0,
    picture: picture(given),
    moves: new Set(),
    names: ["Ada", "Beppe", "Cleo", "Dino"],
    ...more,
  };
}

const event = (
  kind: string,
  seat: number,
  a: EventInfo["a"] = null,
  b: EventInfo["b"] = null,
): EventInfo => ({ kind, seat, a, b });

describe("what is read off the picture", () => {
  it("asks the next seat to the right that is in the round", () => {
    expect(neighbourOf(picture({ inRound: [0, 2, 3] }), 0)).toBe(2);
    expect(neighbourOf(picture({ inRound: [0, 2, 3] }), 3)).toBe(0);
    expect(neighbourOf(picture({ inRound: [0] }), 0)).toBeNull();
  });

  it("waits for the one who plays, or the one who was asked", () => {
    expect(toMove(picture({ turn: 2 }))).toEqual([2]);
    expect(toMove(picture({ phase: "answer", turn: 2, asked: 3 }))).toEqual([3]);
    expect(toMove(picture({ phase: "over" }))).toEqual([]);
  });

  it("counts as out who has no token once the round, or the match, is over", () => {
    const last = picture({ tokens: [0, 0, 3, 0], inRound: [1, 2, 3] });
    expect([0, 1, 2, 3].map((seat) => isOut(last, seat))).toEqual([true, false, false, false]);
    const over = { ...last, phase: "over" } as const;
    expect([0, 1, 2, 3].map((seat) => isOut(over, seat))).toEqual([true, true, false, true]);
    const shared = { ...over, tokens: [0, 0, 0, 0] };
    expect([0, 1, 2, 3].map((seat) => isOut(shared, seat))).toEqual([true, false, false, false]);
  });

  it("follows the card of a chain from its first giver", () => {
    expect(
      pathOf(
        picture({
          chain: [
            [0, 1],
            [1, 3],
          ],
        }),
      ),
    ).toEqual([0, 1, 3]);
    expect(pathOf(picture())).toEqual([]);
  });

  it("tells a card that lies open from one that I know because I passed it on", () => {
    const seen = view({ cards: ["5", "0", "9", null] });
    expect(cardOf(seen, 1)).toEqual({ face: "0", open: false });
    expect(cardOf(seen, 2)).toEqual({ face: "9", open: true });
    expect(cardOf(seen, 3)).toBeNull();
    expect(cardOf(view(), 1)).toEqual({ face: null, open: false });
  });

  it("shows every hand in a replay with all eyes", () => {
    const all = ["5", "3", "cat", "8"].map((card, seat) =>
      picture({ cards: [0, 1, 2, 3].map((at) => (at === seat ? card : "?")) }),
    );
    expect(cardOf(view({}, { all }), 2)).toEqual({ face: "cat", open: true });
  });
});

describe("moments", () => {
  it("stops at a wolf with what it costs", () => {
    const events = [event("blocked", 1, "9"), event("paid", 0)];
    const moment = momentOf(events, view({ phase: "answer", asked: 1 }), view());
    expect(moment).toMatchObject({
      kind: "block",
      block: { blocker: 1, card: "9", passer: 0, paid: true, to: null, back: [], jumped: null },
    });
  });

  it("names who takes back a card after a skunk, each once", () => {
    const events = [
      event("blocked", 2, "8"),
      event("paid_to", 1, 2),
      event("took_back", 0, "4"),
      event("took_back_unseen", 1),
    ];
    expect(momentOf(events, view({ turn: 1 }), view())).toMatchObject({
      block: { passer: 1, to: 2, back: [0, 1] },
    });
  });

  it("lays all cards side by side at the end of a round, with who paid and who is out", () => {
    const events = [
      event("drew", 3, "6"),
      event("revealed", 0, "5"),
      event("revealed", 1, "00"),
      event("revealed", 3, "6"),
      event("lost", 1, "00"),
      event("out", 1),
      event("deals", 0),
      event("dealt", 0, "3"),
    ];
    const moment = momentOf(events, view(), view({ tokens: [5, 0, 0, 2] }));
    expect(moment).toMatchObject({
      kind: "round",
      dealer: 3,
      why: "lost",
      lost: [1],
      out: [1],
      drew: "6",
      shown: [
        { seat: 0, card: "5", lost: false, had: 5, has: 5 },
        { seat: 1, card: "00", lost: true, had: 1, has: 0 },
        { seat: 3, card: "6", lost: false },
      ],
    });
  });

  it("tells cats and who comes back", () => {
    const events = [
      event("revealed", 0, "cat"),
      event("revealed", 1, "cat"),
      event("revealed", 2, "cat"),
      event("cats", 3, 3),
      event("returned", 3),
    ];
    const moment = momentOf(events, view(), view({ tokens: [5, 5, 5, 1] }));
    expect(moment).toMatchObject({ why: "cats", cats: 3, returned: [3], lost: [] });
  });

  it("does not stop at anything else", () => {
    expect(momentOf([event("offered", 0, 1), event("swapped", 0, 1)], view(), view())).toBeNull();
  });
});

describe("flights", () => {
  it("crosses two cards in a swap, mine face up", () => {
    expect(flightsOf(event("swapped", 0, 1), view())).toEqual([
      { card: "5", from: "place:0", to: "place:1" },
      { card: null, from: "place:1", to: "place:0" },
    ]);
  });

  it("carries the cards of a chain back to where they were", () => {
    const seen = view({
      chain: [
        [0, 1],
        [1, 2],
      ],
    });
    expect(flightsOf(event("took_back", 0, "0"), seen)).toEqual([
      { card: "0", from: "place:2", to: "place:0" },
    ]);
    expect(flightsOf(event("took_back_unseen", 1), seen)).toEqual([
      { card: null, from: "place:0", to: "place:1" },
    ]);
    expect(flightsOf(event("took_back_unseen", 2), seen)).toEqual([
      { card: null, from: "place:1", to: "place:2" },
    ]);
  });

  it("shows what the dealer draws, and lays the old card aside", () => {
    const flights = flightsOf(event("drew", 3, "6"), view());
    expect(flights).toEqual([
      { card: null, from: "place:3", to: "aside" },
      { card: "6", from: "deck", to: "place:3" },
    ]);
  });
});

describe("words", () => {
  it("counts in both languages", () => {
    expect(words.en.tokens(1)).toBe("1 token");
    expect(words.it.tokens(1)).toBe("1 gettone");
    expect(words.it.tokens(2)).toBe("2 gettoni");
  });
});

describe("a new deal", () => {
  const dealt = [event("deals", 1), event("drew_one", 2), event("dealt", 0, "7")];

  it("begins after the end of the round before it, and not where more has happened since", () => {
    expect(deal.from([event("revealed", 0, "5"), event("lost", 0, "5"), ...dealt])).toBe(2);
    expect(deal.from([...dealt, event("kept", 2)])).toBe(-1);
    expect(deal.from([event("kept", 2)])).toBe(-1);
  });

  it("comes face down from the deck to every place", () => {
    const before = view(deal.before(picture({ inRound: [0, 2], deck: 40 })));
    expect(before.picture).toMatchObject({ phase: "deck", deck: 42, chain: [] });
    expect(before.picture.cards).toEqual([null, null, null, null]);
    expect(dealt.flatMap((one) => flightsOf(one, before))).toEqual([
      { card: null, from: "deck", to: "place:2" },
      { card: null, from: "deck", to: "place:0" },
    ]);
  });
});

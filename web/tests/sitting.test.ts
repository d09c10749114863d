/** Refusals: shown after a refused move, removed by the next move. */

import "./browserless";

import { beforeEach, describe, expect, it, vi } from "vitest";

import type { Answer, SceneUpdate } from "../src/net/tableConnection.svelte";

vi.mock("../src/words/rules.svelte", () => ({ book: { of: () => null } }));

/** Sent moves; a test answers them. */
const sent: { moves: readonly string[]; settle: (answer: Answer) => void }[] = [];
vi.mock("../src/net/tableConnection.svelte", () => ({
  TableConnection: class {
    constructor(
      readonly id: string,
      readonly tell: (told: SceneUpdate) => void,
    ) {}
    move(_: number, moves: readonly string[]): Promise<Answer> {
      return new Promise((settle) => sent.push({ moves, settle }));
    }
  },
}));

const { Sitting } = await import("../src/table/sitting.svelte");
const { notices } = await import("../src/parts/notices/notices.svelte");

const REFUSED: Answer = { type: "refusal", code: "not_allowed", seq: 1, id: "" };
const done = (seq: number): Answer => ({ type: "done", id: "", seq });
const refusals = () => notices.all.filter(({ kind }) => kind === "refusal").length;

/** Wait until the answers are processed. */
const heard = () => new Promise((go) => setTimeout(go));

function sitDown() {
  const sitting = new Sitting("a");
  const table = { id: "a", game: "uno", seq: 1, phase: "playing", seats: [{ mine: true }] };
  const positions = [{ seat: 0, moves: ["play r1", "draw"] }];
  sitting.connection.tell({
    scene: { table, positions, clocks: [] },
    news: [],
    fresh: true,
  } as never);
  return sitting;
}

describe("a refusal", () => {
  beforeEach(() => {
    sent.length = 0;
    notices.forgive();
  });

  it("goes with the next move that is made", async () => {
    const sitting = sitDown();
    void sitting.play("play b5");
    sent[0]?.settle(REFUSED);
    await heard();
    expect(refusals()).toBe(1);
    void sitting.play("play r1");
    expect(refusals()).toBe(1);
    sent[1]?.settle(done(2));
    await heard();
    expect(refusals()).toBe(0);
  });

  it("does not swallow the touch that follows before it has come", async () => {
    const sitting = sitDown();
    void sitting.play("play b5");
    expect(sitting.pending).toBe(false);
    void sitting.play("play r1");
    expect(sent.map(({ moves }) => moves)).toEqual([["play b5"], ["play r1"]]);
    sent[0]?.settle(REFUSED);
    sent[1]?.settle(done(2));
    await heard();
    expect(refusals()).toBe(0);
  });

  it("stays while nothing is made, and a move under way takes no second one", async () => {
    const sitting = sitDown();
    void sitting.play("play b5");
    sent[0]?.settle(REFUSED);
    await heard();
    void sitting.play("play r1");
    void sitting.play("draw");
    expect(sent.length).toBe(2);
    sent[1]?.settle(REFUSED);
    await heard();
    expect(refusals()).toBe(1);
    expect(sitting.pending).toBe(false);
  });
});

describe("a move that came too late", () => {
  const jumped = { kind: "jumped_in", seat: 1, a: "r1", b: null };
  const texts = () => notices.all.map(({ kind, text }) => [kind, text]);

  beforeEach(() => {
    sent.length = 0;
    for (const { key } of notices.all) notices.drop(key);
  });

  it.each(["stale", "illegal"])(
    "says who was faster, also when that is told later: %s",
    async (code) => {
      const sitting = sitDown();
      sitting.tooLate = (move, events) => `${move} after ${events.map(({ kind }) => kind).join()}`;
      void sitting.play("play r1");
      sent[0]?.settle({ type: "refusal", code, seq: 2, id: "" });
      await heard();
      expect(texts()).toEqual([]);
      const table = { id: "a", game: "uno", seq: 2, phase: "playing", seats: [{ mine: true }] };
      const news = [{ seq: 2, events: [jumped] }];
      sitting.connection.tell({
        scene: { table, positions: [], clocks: [] },
        news,
        fresh: false,
      } as never);
      await heard();
      expect(texts()).toEqual([["news", "play r1 after jumped_in"]]);
    },
  );

  it("is explained as ever where the game has no words for it", async () => {
    const sitting = sitDown();
    sitting.tooLate = () => null;
    const table = { id: "a", game: "uno", seq: 2, phase: "playing", seats: [{ mine: true }] };
    void sitting.play("play r1");
    const news = [{ seq: 2, events: [jumped] }];
    sitting.connection.tell({
      scene: { table, positions: [], clocks: [] },
      news,
      fresh: false,
    } as never);
    sent[0]?.settle({ type: "refusal", code: "illegal", seq: 2, id: "" });
    await heard();
    expect(refusals()).toBe(1);
  });
});

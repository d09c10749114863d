/** The pause before an automatic pass: random, like the person's own, once per question. */

import { beforeEach, describe, expect, it } from "vitest";

import { LONGEST_MS, PassPause, SHORTEST_MS } from "../src/games/uno/passPause";

let now = 0;
let drawn: number[] = [];
/** Returns the given numbers, then the middle. */
const random = () => drawn.shift() ?? 0.5;

beforeEach(() => {
  now = 1000;
  drawn = [];
});

function pausesOf(pause: PassPause, count: number): readonly number[] {
  return Array.from({ length: count }, (_, number) => {
    pause.ask(`question ${number}`);
    const { leftMs } = pause;
    pause.ask(null);
    return leftMs;
  });
}

describe("the pause before an automatic pass", () => {
  it("is drawn for each question", () => {
    drawn = [0, 0, 0, 1, 0, 0.5];
    const [first = 0, second = 0, third = 0] = pausesOf(new PassPause(random, () => now), 3);
    expect(first).toBeCloseTo(SHORTEST_MS);
    expect(second).toBeCloseTo(LONGEST_MS);
    expect(third).toBeGreaterThan(first);
    expect(third).toBeLessThan(second);
  });

  it("starts once per question", () => {
    const pause = new PassPause(random, () => now);
    pause.ask("mine");
    const whole = pause.leftMs;
    now += 400;
    pause.ask("mine");
    expect(pause.leftMs).toBeCloseTo(whole - 400);
    now += whole;
    pause.ask("mine");
    expect(pause.leftMs).toBe(0);
  });

  it("follows the person's decisions to keep a card", () => {
    const pause = new PassPause(random, () => now);
    pause.ask("a choice");
    now += 5000;
    pause.keep();
    drawn = [0, 0, 0.5, 0.9, 0];
    const [own, other] = pausesOf(pause, 2);
    expect(own).toBeCloseTo(5000);
    expect(other).toBeCloseTo(SHORTEST_MS);
  });

  it("covers the whole range in which the person keeps a card", () => {
    let state = 1;
    const seeded = () => (state = (state * 48271) % 2147483647) / 2147483647;
    const pause = new PassPause(seeded, () => now);
    for (let number = 0; number < 6; number++) {
      pause.ask(`choice ${number}`);
      now += 2000 + 300 * number;
      pause.keep();
      pause.ask(null);
    }
    const pauses = pausesOf(pause, 400);
    expect(new Set(pauses.map((ms) => Math.round(ms / 250))).size).toBeGreaterThan(8);
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(SHORTEST_MS);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(3500 * 1.25 + 1);
  });
});

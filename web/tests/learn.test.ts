import { describe, expect, it } from "vitest";

import { lessonOf, progress, stepsMade, type Lesson, type ScriptStep } from "../src/learn/lesson";

const step = (seat: number, move: string): ScriptStep => ({ seat, move });
const script = [step(0, "flip 1"), step(0, "place R 1"), step(0, "place R 2"), step(1, "flip 3")];

describe("what the learner touches", () => {
  it("is the move of the script", () => {
    expect(stepsMade(script, 0, ["flip 1"])).toBe(1);
    expect(stepsMade(script, 0, ["flip 2"])).toBe(0);
  });

  it("may be several moves at once, in any order", () => {
    expect(stepsMade(script, 1, ["place R 2", "place R 1"])).toBe(2);
    expect(stepsMade(script, 1, ["place R 1", "place R 1"])).toBe(0);
  });

  it("is never a move of somebody else, nor more than there is", () => {
    expect(stepsMade(script, 3, ["flip 3"])).toBe(0);
    expect(stepsMade(script, 2, ["place R 2", "flip 3"])).toBe(0);
    expect(stepsMade(script, 4, ["flip 3"])).toBe(0);
  });
});

describe("how far one is", () => {
  it("counts the learner's own moves over all parts", () => {
    const end = { say: { it: "", en: "" }, rule: "" };
    const part = { options: {}, players: 2, names: ["Ada"], chance: [], script, end };
    const lesson: Lesson = { game: "rookie", parts: [part, part] };
    expect(progress(lesson, 0, 0)).toEqual({ made: 0, all: 6 });
    expect(progress(lesson, 1, 1)).toEqual({ made: 4, all: 6 });
  });
});

describe("the lessons", () => {
  it.each(["yooloo", "one_to_ten", "rookie", "uno", "uno_h2o", "dieci"] as const)(
    "%s is there",
    async (game) => {
      const lesson = await lessonOf(game);
      expect(lesson.game).toBe(game);
      expect(progress(lesson, 0, 0).all).toBeGreaterThan(2);
    },
  );
});

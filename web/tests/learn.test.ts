import "./browserless";
import { describe, expect, it, vi } from "vitest";

import { GAMES } from "../src/games/boxes";
import {
  hasLesson,
  lessonOf,
  progress,
  stepsMade,
  type Lesson,
  type ScriptStep,
} from "../src/learn/lesson";
import { deleteBookmark, saveBookmark, bookmarkOf } from "../src/learn/bookmark";

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
  it("is there for every game of the page", () => {
    expect(GAMES.length).toBeGreaterThan(0);
    expect(GAMES.filter((game) => !hasLesson(game))).toEqual([]);
    expect(hasLesson("nothing")).toBe(false);
  });

  it.each(GAMES)("%s is a lesson of that game", async (game) => {
    const lesson = await lessonOf(game);
    expect(lesson.game).toBe(game);
    expect(progress(lesson, 0, 0).all).toBeGreaterThan(2);
  });
});

describe("where a lesson goes on", () => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
  const end = { say: { it: "", en: "" }, rule: "" };
  const part = { options: {}, players: 2, names: ["Ada"], chance: [], script, end };
  const lesson: Lesson = { game: "rookie", parts: [part, part] };

  it("is at its start, and then where one has left it", () => {
    expect(bookmarkOf(lesson)).toEqual({ part: 0, at: 0 });
    saveBookmark("rookie", { part: 1, at: 2 });
    expect(bookmarkOf(lesson)).toEqual({ part: 1, at: 2 });
    expect(bookmarkOf({ ...lesson, game: "uno" })).toEqual({ part: 0, at: 0 });
    deleteBookmark("rookie");
    expect(bookmarkOf(lesson)).toEqual({ part: 0, at: 0 });
  });

  it("is the next part where one is through", () => {
    saveBookmark("rookie", { part: 0, at: 4 });
    expect(bookmarkOf(lesson)).toEqual({ part: 1, at: 0 });
    saveBookmark("rookie", { part: 1, at: 4 });
    expect(bookmarkOf(lesson)).toEqual({ part: 0, at: 0 });
  });

  it.each(['{"part":7,"at":0}', '{"part":0,"at":99}', '{"part":0,"at":-1}', "[", "null", "7"])(
    "is the start where %s was kept",
    (text) => {
      kept.set("mazziere.lesson.rookie", text);
      expect(bookmarkOf(lesson)).toEqual({ part: 0, at: 0 });
    },
  );
});

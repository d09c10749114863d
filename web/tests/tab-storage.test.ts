/** The tab stores the end of the last round, for the current match only. */

import { expect, it, vi } from "vitest";

const kept = new Map<string, string>();
vi.stubGlobal("sessionStorage", {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
});
const { saveLastRound, savedLastRound } = await import("../src/table/tabStorage");

it("is there after a reload, and not in the next match or at another table", () => {
  expect(savedLastRound("t", 1)).toBeNull();
  saveLastRound("t", 1, { kind: "round", lost: [2] });
  expect(savedLastRound("t", 1)).toEqual({ kind: "round", lost: [2] });
  expect(savedLastRound("t", 2)).toBeNull();
  expect(savedLastRound("u", 1)).toBeNull();
  kept.set("mazziere.last.t", "{");
  expect(savedLastRound("t", 1)).toBeNull();
});

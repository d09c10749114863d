/** The end of the last round is kept in the tab, of this match alone. */

import { expect, it, vi } from "vitest";

const kept = new Map<string, string>();
vi.stubGlobal("sessionStorage", {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
});
const { keepLast, lastOf } = await import("../src/table/last");

it("is there after a reload, and not in the next match or at another table", () => {
  expect(lastOf("t", 1)).toBeNull();
  keepLast("t", 1, { kind: "round", lost: [2] });
  expect(lastOf("t", 1)).toEqual({ kind: "round", lost: [2] });
  expect(lastOf("t", 2)).toBeNull();
  expect(lastOf("u", 1)).toBeNull();
  kept.set("mazziere.last.t", "{");
  expect(lastOf("t", 1)).toBeNull();
});

/** Keys that read the table aloud, and keys that must keep their meaning. */

import "./browserless";

import { describe, expect, it, vi } from "vitest";

/** A fake element, inside or outside of an input field. */
class FakeElement {
  constructor(readonly field: boolean) {}
  closest(): object | null {
    return this.field ? {} : null;
  }
}
vi.stubGlobal("Element", FakeElement);
const { keysOf, shortcutOf } = await import("../src/parts/table/shortcuts");

const key = (given: Partial<KeyboardEvent>, field = false) =>
  shortcutOf({ key: "", code: "", target: new FakeElement(field), ...given } as never);

describe("shortcuts", () => {
  it("tell hand, table, counts and what happened", () => {
    const told = [1, 2, 3, 4].map((digit) => key({ code: `Digit${digit}`, altKey: true }));
    expect(told).toEqual(["hand", "table", "counts", "happened"]);
    expect(keysOf("counts")).toBe("Alt+3");
  });

  it("are found by the place of the key: on a Mac, Option and 1 type another sign", () => {
    expect(key({ key: "¡", code: "Digit1", altKey: true })).toBe("hand");
  });

  it("are listed under the question mark", () => {
    expect(key({ key: "?", shiftKey: true })).toBe("keys");
  });

  it("leave single letters and digits to screen readers", () => {
    expect(key({ key: "h", code: "KeyH" })).toBeNull();
    expect(key({ key: "1", code: "Digit1" })).toBeNull();
  });

  it("leave other modifiers to the browser", () => {
    expect(key({ code: "Digit1", altKey: true, ctrlKey: true })).toBeNull();
    expect(key({ code: "Digit1", metaKey: true })).toBeNull();
    expect(key({ code: "Digit9", altKey: true })).toBeNull();
  });

  it("do not work in a field", () => {
    expect(key({ key: "?", shiftKey: true }, true)).toBeNull();
    expect(key({ code: "Digit1", altKey: true }, true)).toBeNull();
  });
});

/** The parser for the Markdown of the rules. */

import { describe, expect, it } from "vitest";

import { passages, pieces } from "../src/words/prose";

describe("a line", () => {
  it("is taken apart into plain, bold, slanted and code", () => {
    expect(pieces("**A1** *Our ruling.* Play `draw` now.")).toEqual([
      { kind: "bold", text: "A1" },
      { kind: "text", text: " " },
      { kind: "slant", text: "Our ruling." },
      { kind: "text", text: " Play " },
      { kind: "code", text: "draw" },
      { kind: "text", text: " now." },
    ]);
  });

  it("without marks stays whole", () => {
    expect(pieces("3 * 4 is 12")).toEqual([{ kind: "text", text: "3 * 4 is 12" }]);
  });

  it("is never read as markup of the page", () => {
    expect(pieces("<b onclick=x>")).toEqual([{ kind: "text", text: "<b onclick=x>" }]);
  });
});

describe("a block", () => {
  it("joins lines, and keeps paragraphs and lists apart", () => {
    const found = passages("One\ntwo\n\nthree\n- a\n  and on\n- b\nfour");
    expect(found).toEqual([
      { kind: "paragraph", pieces: [{ kind: "text", text: "One two" }] },
      { kind: "paragraph", pieces: [{ kind: "text", text: "three" }] },
      {
        kind: "list",
        items: [[{ kind: "text", text: "a and on" }], [{ kind: "text", text: "b" }]],
      },
      { kind: "paragraph", pieces: [{ kind: "text", text: "four" }] },
    ]);
  });

  it("may be empty", () => {
    expect(passages("\n \n")).toEqual([]);
  });
});

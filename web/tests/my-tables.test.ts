/** “Your tables” on the home page: turns and order. */

import "./browserless";

import { describe, expect, it } from "vitest";

import { sortTables, stateOf } from "../src/parts/home/myTables";
import type { SeatInfo, TableInfo } from "../src/wire/messages";
import { en } from "../src/words/en";
import { it as italian } from "../src/words/it";

const seat = (name: string, mine = false) => ({ kind: "person", name, mine }) as SeatInfo;
const table = (id: string, phase: TableInfo["phase"], ...seats: SeatInfo[]) =>
  ({ id, phase, seats }) as unknown as TableInfo;
const ours = [seat("Anna", true), seat("Bruno"), seat("Carla")];

describe("my tables", () => {
  it("come in the order of how much they wait for me", () => {
    const tables = [
      table("over", "over", ...ours),
      table("theirs", "playing", ...ours),
      table("waits", "waiting", ...ours),
      table("mine", "playing", ...ours),
      table("later", "playing", ...ours),
    ];
    const found = sortTables(tables, { theirs: [1], mine: [0], later: [2] });
    expect(found.map(({ id }) => id)).toEqual(["mine", "theirs", "later", "waits", "over"]);
  });

  it("say whose turn it is", () => {
    const played = table("t", "playing", ...ours);
    expect(stateOf(played, { t: [0, 1] }, en)).toBe("it’s your turn");
    expect(stateOf(played, { t: [1] }, en)).toBe("waiting for Bruno");
    expect(stateOf(played, { t: [1, 2] }, italian)).toBe("si aspetta Bruno e Carla");
    expect(stateOf(played, {}, en)).toBe(en.phases.playing);
    expect(stateOf(table("t", "over", ...ours), {}, en)).toBe(en.phases.over);
  });

  it("name the one of several at this device", () => {
    const both = table("t", "playing", seat("Anna", true), seat("Bruno", true));
    expect(stateOf(both, { t: [1] }, en)).toBe("waiting for Bruno");
  });
});

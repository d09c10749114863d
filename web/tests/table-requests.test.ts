/** Requests of the host while the table waits. */

import "./browserless";

import { describe, expect, it, vi } from "vitest";

import { changeTable } from "../src/parts/lobby/tableRequests";
import type { TableInfo } from "../src/wire/messages";

const TABLE = {
  id: "a",
  seq: 3,
  players: 2,
  options: { scoring: "winner", target: 500 },
  settings: { standIn: "normal", hints: true },
  seats: [{ kind: "person" }, { kind: "bot" }],
} as unknown as TableInfo;

/** A fake server that grants every request once the test lets it answer. */
function server() {
  let seq = TABLE.seq;
  const bodies: { options: unknown }[] = [];
  const answers: (() => void)[] = [];
  vi.stubGlobal("fetch", (_: string, { body }: { body: string }) => {
    const request = JSON.parse(body) as { options: unknown };
    bodies.push(request);
    seq += 1;
    const answer = {
      ok: true,
      text: () => Promise.resolve(JSON.stringify({ ...TABLE, ...request, seq })),
    };
    return new Promise((settle) => answers.push(() => settle(answer)));
  });
  return { bodies, answers };
}

const soon = () => new Promise((go) => setTimeout(go));

describe("what is agreed", () => {
  it("keeps a change of a moment ago that has not been shown yet", async () => {
    const { bodies, answers } = server();
    void changeTable(TABLE, { options: { target: 200 } });
    const second = changeTable(TABLE, { options: { scoring: "hand" } });
    await soon();
    expect(bodies.length).toBe(1);
    answers[0]?.();
    await soon();
    expect(bodies[1]?.options).toEqual({ scoring: "hand", target: 200 });
    answers[1]?.();
    expect((await second)?.options).toEqual({ scoring: "hand", target: 200 });
  });

  it("goes by what was shown since, where that is newer", async () => {
    const { bodies, answers } = server();
    const newer = { ...TABLE, seq: 90, options: { scoring: "winner", target: 300 } };
    void changeTable(newer, { options: { scoring: "hand" } });
    await soon();
    expect(bodies[0]?.options).toEqual({ scoring: "hand", target: 300 });
    answers[0]?.();
  });
});

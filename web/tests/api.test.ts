/** Requests to the server, and what becomes of them without an answer. */

import "./browserless";

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { REPLAY_MS, REQUEST_MS, Refused, ask } from "../src/net/api";

const PATH = { table: "a" };

/** Wait for ever, unless the request is aborted. */
const silence = (signal: AbortSignal): Promise<never> =>
  new Promise((_, fail) => signal.addEventListener("abort", () => fail(new Error("aborted"))));

function serve(answer: (signal: AbortSignal) => unknown): void {
  vi.stubGlobal("fetch", (_: string, { signal }: { signal: AbortSignal }) =>
    Promise.resolve(answer(signal)),
  );
}

const answered = (text: string, status = 200) => ({
  ok: status < 300,
  status,
  text: () => Promise.resolve(text),
});

/** Note how a request ends; it is undefined until then. */
function follow(asked: Promise<unknown>): { end?: unknown } {
  const followed: { end?: unknown } = {};
  asked.then(
    (answer) => (followed.end = answer),
    (error: unknown) => (followed.end = error),
  );
  return followed;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("a request", () => {
  it.each([
    ["the head", (signal: AbortSignal) => silence(signal)],
    ["the body", (signal: AbortSignal) => ({ ...answered(""), text: () => silence(signal) })],
  ])("is offline when %s of the answer never comes", async (_, answer) => {
    serve(answer);
    const asked = follow(ask("GET /api/tables/{table}", { path: PATH }));
    await vi.advanceTimersByTimeAsync(REQUEST_MS - 1);
    expect(asked.end).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(asked.end).toBeInstanceOf(Refused);
    expect((asked.end as Refused).problem.code).toBe("offline");
  });

  it("may be given more time", async () => {
    serve(silence);
    const asked = follow(ask("GET /api/tables/{table}", { path: PATH }, REPLAY_MS));
    await vi.advanceTimersByTimeAsync(REPLAY_MS - 1);
    expect(asked.end).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(asked.end).toBeInstanceOf(Refused);
  });

  it("leaves no timer behind", async () => {
    serve(() => answered('{"id":"a"}'));
    expect(await ask("GET /api/tables/{table}", { path: PATH })).toEqual({ id: "a" });
    expect(vi.getTimerCount()).toBe(0);
  });

  it("is refused with the code and the status of the server", async () => {
    serve(() => answered('{"code":"not_found"}', 404));
    const asked = follow(ask("GET /api/tables/{table}", { path: PATH }));
    await vi.advanceTimersByTimeAsync(0);
    expect(asked.end).toMatchObject({ problem: { code: "not_found" }, status: 404 });
  });

  it("is offline when a proxy answers with a page of its own", async () => {
    serve(() => answered("<h1>502 Bad Gateway</h1>", 502));
    const asked = follow(ask("GET /api/tables/{table}", { path: PATH }));
    await vi.advanceTimersByTimeAsync(0);
    expect(asked.end).toMatchObject({ problem: { code: "offline" } });
  });
});

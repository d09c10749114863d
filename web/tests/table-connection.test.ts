/** The connection to a table: entries in order, moves resent until answered, gaps skipped. */

import "./browserless";

import { beforeEach, describe, expect, it, vi } from "vitest";

import type { Answer, SceneUpdate } from "../src/net/tableConnection.svelte";
import type { FromServer, News, Refusal } from "../src/wire/messages";
import { World } from "./outside";

const listeners = new Map<string, () => void>();
const listen = {
  addEventListener: (name: string, run: () => void) => void listeners.set(name, run),
  removeEventListener: (name: string) => void listeners.delete(name),
};
vi.stubGlobal("window", listen);
Object.assign(document, listen, { visibilityState: "visible" });

const { TableConnection } = await import("../src/net/tableConnection.svelte");

const NOW = 1000;
/**
 * Longer than the longest first pause before a retry, and shorter than the timeout of an attempt.
 */
const RETRY_MS = 1000;
const news = (seq: number, at = NOW): News => ({
  ...{ seq, at, what: "moved", seat: 0, text: null, by: null, events: [] },
});
const base = { positions: [], clocks: [], now: NOW };
const snapshot = (seq: number): FromServer =>
  ({ type: "snapshot", table: { seq }, news: [news(seq)], ...base }) as unknown as FromServer;
const update = (after: number, ...told: News[]): FromServer =>
  ({
    type: "update",
    ...base,
    after,
    seq: told.at(-1)?.seq ?? after,
    news: told,
    table: null,
  }) as FromServer;
const done = (id: string, seq: number): FromServer => ({ type: "done", id, seq });

let world: World;
let told: SceneUpdate[];
let refused: Refusal[];
let connection: InstanceType<typeof TableConnection>;

beforeEach(() => {
  vi.useFakeTimers();
  listeners.clear();
  world = new World();
  told = [];
  refused = [];
  connection = new TableConnection(
    "t",
    (one) => void told.push(one),
    (one) => void refused.push(one),
    world.open,
  );
});

function open(seq = 5): void {
  world.socket.open();
  world.socket.say(snapshot(seq));
}

/** Lose the connection, and connect again. */
function reconnect(): void {
  world.socket.fail();
  vi.advanceTimersByTime(RETRY_MS);
  world.socket.open();
}

const lastSent = () => world.socket.sent.at(-1);
const seqs = () => told.at(-1)?.news.map(({ seq }) => seq);

describe("entries", () => {
  it("are taken in order, and those that are known are skipped", () => {
    open();
    world.socket.say(update(5, news(6)));
    world.socket.say(update(4, news(5), news(6), news(7)));
    expect(seqs()).toEqual([7]);
    expect(told.at(-1)?.scene.table.seq).toBe(7);
  });

  it("are asked for if some are missing", () => {
    open();
    world.socket.say(update(7, news(8)));
    expect(told.length).toBe(1);
    expect(lastSent()).toMatchObject({ type: "hello", last: 5 });
  });

  it("are asked for from the last one that is known, on a new socket", () => {
    expect(world.sockets.length).toBe(1);
    world.socket.open();
    const first = lastSent();
    expect(first).toMatchObject({ type: "hello", last: null, attempt: 1 });
    world.socket.say(snapshot(5));
    reconnect();
    expect(lastSent()).toMatchObject({ ...first, last: 5, attempt: 2 });
  });
});

describe("a gap", () => {
  const many = Array.from({ length: 9 }, (_, more) => news(6 + more));

  it("that was short is shown as it was played", () => {
    open();
    reconnect();
    world.socket.say(update(5, news(6, NOW - 3), news(7)));
    expect(told.at(-1)).toMatchObject({ fresh: false, late: false });
  });

  it.each([
    ["too long ago", [news(6, NOW - 5), news(7)]],
    ["too much", many],
  ])("in which %s happened is late", (_, missed) => {
    open();
    reconnect();
    world.socket.say(update(5, ...missed));
    expect(told.at(-1)?.late).toBe(true);
    const next = (missed.at(-1)?.seq ?? 0) + 1;
    world.socket.say(update(next - 1, news(next, NOW - 60)));
    expect(told.at(-1)?.late).toBe(false);
  });
});

describe("a move", () => {
  it("is sent again on every new socket until it is answered", async () => {
    open();
    const answer = connection.move(0, ["draw"], 5);
    const sent = lastSent();
    expect(sent).toMatchObject({ type: "move", moves: ["draw"], expect: 5 });
    for (let attempt = 0; attempt < 2; attempt++) {
      reconnect();
      expect(lastSent()).not.toEqual(sent);
      world.socket.say(update(5));
      expect(lastSent()).toEqual(sent);
    }
    world.socket.say(done((sent as { id: string }).id, 6));
    expect(((await answer) as Answer).seq).toBe(6);
    reconnect();
    world.socket.say(update(5));
    expect(lastSent()).toMatchObject({ type: "hello" });
  });

  it("that is made without a connection is kept", () => {
    open();
    world.socket.fail();
    void connection.move(0, ["draw"], 5);
    vi.advanceTimersByTime(RETRY_MS);
    world.socket.open();
    world.socket.say(update(5));
    expect(lastSent()).toMatchObject({ type: "move", moves: ["draw"] });
  });

  it("is refused to the one who made it, and nobody else", async () => {
    open();
    const answer = connection.move(0, ["draw"], 5);
    const { id } = lastSent() as { id: string };
    world.socket.say({ type: "refusal", code: "stale", seq: 6, id });
    expect(await answer).toMatchObject({ code: "stale" });
    expect(refused).toEqual([]);
  });
});

describe("a move that the server cannot save", () => {
  it("is sent again with the same id until it is saved", async () => {
    open();
    const answer = connection.move(0, ["draw"], 5);
    const { id } = lastSent() as { id: string };
    world.socket.say({ type: "refusal", code: "unavailable", seq: 5, id });
    expect(connection.unsaved).toBe(true);
    vi.advanceTimersByTime(2000);
    const sent = world.socket.sent.filter(({ type }) => type === "move");
    expect(sent.map((move) => (move as { id: string }).id)).toEqual([id, id]);
    world.socket.say(done(id, 6));
    expect(connection.unsaved).toBe(false);
    expect(await answer).toMatchObject({ type: "done" });
    expect(refused).toEqual([]);
  });
});

describe("a hint", () => {
  it("is refused at once without a connection", async () => {
    expect(await connection.hint(0)).toMatchObject({ code: "offline" });
  });

  it("is refused when the connection is lost", async () => {
    open();
    const hint = connection.hint(0);
    world.socket.fail();
    expect(await hint).toMatchObject({ code: "offline" });
  });
});

describe("the status", () => {
  it("says that the table is being opened until the first attempt has failed", () => {
    expect(connection.status).toBe("connecting");
    world.socket.open();
    expect(connection.status).toBe("connecting");
    vi.advanceTimersByTime(20_000);
    expect(connection.status).toBe("lost");
    world.socket.open();
    expect(connection.status).toBe("lost");
    world.socket.say(snapshot(5));
    expect(connection.status).toBe("open");
  });

  it("says so again after a newer tab has had the seat, and never for ever", () => {
    open();
    world.socket.say({ type: "goodbye", why: "replaced", comeBack: false });
    expect([connection.status, connection.goodbye?.why]).toEqual(["ended", "replaced"]);
    connection.again();
    expect([connection.status, connection.goodbye]).toEqual(["connecting", null]);
    vi.advanceTimersByTime(10_000);
    expect(connection.status).toBe("lost");
    world.socket.open();
    world.socket.say(update(5));
    expect(connection.status).toBe("open");
  });

  it("is proved at once when the browser is offline", () => {
    open();
    listeners.get("offline")?.();
    expect(lastSent()).toEqual({ type: "ping" });
    vi.advanceTimersByTime(5000);
    expect(connection.status).toBe("lost");
  });
});

it("leaves nothing behind when it is closed", () => {
  open();
  connection.close();
  expect(listeners.size).toBe(0);
  expect(vi.getTimerCount()).toBe(0);
  expect(world.socket.isClosed).toBe(true);
});

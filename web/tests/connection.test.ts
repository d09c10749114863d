/** The socket's state machine: every state has a timeout, and only the newest socket counts. */

import { beforeEach, describe, expect, it } from "vitest";

import {
  BEAT_MS,
  Connection,
  CONNECT_MS,
  DOUBT_MS,
  FIRST_WAIT_MS,
  GIVE_UP_MS,
  GREET_MS,
  LONGEST_WAIT_MS,
  type State,
} from "../src/net/connection";
import type { FromServer } from "../src/wire/messages";
import { World } from "./outside";

const HELLO = { type: "hello", version: 1, last: null } as const;
const UPDATE = { type: "update" } as FromServer;
const PONG: FromServer = { type: "pong", id: 1, now: 0 };
const goodbye = (comeBack: boolean): FromServer => ({ type: "goodbye", why: "replaced", comeBack });

const PROBE_MS = DOUBT_MS + GIVE_UP_MS;

let world: World;
let states: State[];
let heard: string[];
let connection: Connection;

beforeEach(() => {
  world = new World();
  states = [];
  heard = [];
  connection = new Connection(world, {
    hello: () => HELLO,
    hear: ({ type }) => void heard.push(type),
    change: (state) => void states.push(state),
  });
});

/** Bring the newest socket to the open state. */
function greet(): void {
  world.socket.open();
  world.socket.say(UPDATE);
}

/** How to bring the connection into each state. */
const REACH: Record<Exclude<State, "closed">, () => void> = {
  connecting: () => undefined,
  greeting: () => world.socket.open(),
  open: greet,
  probing: () => (greet(), connection.probe()),
  doubtful: () => (greet(), connection.probe(), world.pass(DOUBT_MS)),
  waiting: () => world.socket.fail(),
  ended: () => (greet(), world.socket.say(goodbye(false))),
};
const STATES = Object.keys(REACH) as (keyof typeof REACH)[];
const ALIVE = STATES.filter((state) => state !== "ended");

describe("a network that falls silent", () => {
  it("is doubted within three seconds of its last sign", () => {
    greet();
    world.pass(3000);
    expect(states).toContain("doubtful");
    expect(BEAT_MS + DOUBT_MS).toBeLessThan(3000);
  });
});

describe("the way to an open connection", () => {
  it("greets when the socket opens, and is open with the first answer", () => {
    expect(connection.state).toBe("connecting");
    world.socket.open();
    expect(world.socket.sent).toEqual([HELLO]);
    world.socket.say(UPDATE);
    expect(states).toEqual(["connecting", "greeting", "open"]);
    expect(heard).toEqual(["update"]);
  });

  it("sends nothing before it is open", () => {
    expect(connection.send({ type: "ping" })).toBe(false);
    world.socket.open();
    expect(connection.send({ type: "ping" })).toBe(false);
    world.socket.say(UPDATE);
    expect(connection.send({ type: "ping" })).toBe(true);
    expect(world.socket.sent).toEqual([HELLO, { type: "ping" }]);
  });

  it("is not open because of a message that answers no hello", () => {
    world.socket.open();
    world.socket.say({ type: "refusal", code: "busy", seq: 0 });
    expect(connection.state).toBe("greeting");
    expect(heard).toEqual(["refusal"]);
  });
});

describe("timeouts", () => {
  it.each([
    ["connecting", CONNECT_MS],
    ["greeting", GREET_MS],
    ["doubtful", GIVE_UP_MS],
  ] as const)("%s is given up in time, and tried again", (state, limitMs) => {
    REACH[state]();
    world.pass(limitMs - 1);
    expect(connection.state).toBe(state);
    world.pass(1);
    expect(connection.state).toBe("waiting");
    expect(world.sockets[0]?.isClosed).toBe(true);
    world.pass(FIRST_WAIT_MS);
    expect(connection.state).toBe("connecting");
    expect(world.sockets.length).toBe(2);
  });

  it("pings every second, and any message shows that the connection lives", () => {
    greet();
    world.pass(BEAT_MS - 1);
    world.socket.say(UPDATE); // does not delay the ping
    world.pass(1);
    expect(connection.state).toBe("probing");
    expect(world.socket.sent.at(-1)).toEqual({ type: "ping" });
    world.socket.say(PONG);
    expect(connection.state).toBe("open");
    world.pass(BEAT_MS - 1);
    expect(connection.state).toBe("open");
  });

  it("doubts a silent connection within three seconds, and trusts it again", () => {
    greet();
    world.pass(BEAT_MS + DOUBT_MS);
    expect(BEAT_MS + DOUBT_MS).toBeLessThan(3000);
    expect(connection.state).toBe("doubtful");
    expect(connection.send({ type: "ping" })).toBe(true);
    world.socket.say(PONG);
    expect(connection.state).toBe("open");
    expect(world.sockets.length).toBe(1);
  });

  it.each(STATES)("%s has one timer, or none if it has ended", (state) => {
    REACH[state]();
    expect(connection.state).toBe(state);
    expect(world.timers).toBe(state === "ended" ? 0 : 1);
  });

  it.each(ALIVE)("from %s a server that answers nothing never ends the attempts", (state) => {
    REACH[state]();
    const before = world.sockets.length;
    world.pass(10 * (BEAT_MS + PROBE_MS + CONNECT_MS + LONGEST_WAIT_MS));
    expect(world.sockets.length).toBeGreaterThan(before + 5);
    connection.online();
    greet();
    expect(connection.state).toBe("open");
  });
});

describe("retries", () => {
  it("follow also when a socket cannot be made at all", () => {
    world.socket.fail();
    world.isBroken = true;
    expect(() => world.pass(LONGEST_WAIT_MS)).toThrow("no socket");
    expect(connection.state).toBe("connecting");
    world.isBroken = false;
    world.pass(CONNECT_MS + 2 * LONGEST_WAIT_MS);
    greet();
    expect(connection.state).toBe("open");
  });

  /** Return the pause before the next attempt. */
  function pauseMs(): number {
    const before = world.sockets.length;
    let waited = 0;
    while (world.sockets.length === before) {
      world.pass(FIRST_WAIT_MS);
      waited += FIRST_WAIT_MS;
    }
    return waited;
  }

  it("wait longer each time, up to a limit, and briefly again after a success", () => {
    const pauses = [];
    for (let attempt = 0; attempt < 6; attempt++) {
      world.socket.fail();
      pauses.push(pauseMs());
    }
    expect(pauses).toEqual([500, 1000, 2000, 4000, 8000, 8000]);
    greet();
    world.socket.fail();
    expect(pauseMs()).toBe(500);
  });

  it("does not wait when somebody looks again or the network is back", () => {
    for (const wake of ["hurry", "online"] as const) {
      world.socket.fail();
      expect(connection.state).toBe("waiting");
      connection[wake]();
      expect(connection.state).toBe("connecting");
    }
  });
});

describe("a change of the network", () => {
  it.each(["connecting", "greeting"] as const)("starts %s anew on the new one", (state) => {
    REACH[state]();
    connection.online();
    expect(world.sockets.map((socket) => socket.isClosed)).toEqual([true, false]);
    expect(connection.state).toBe("connecting");
  });

  it.each(["online", "hurry", "probe"] as const)(
    "makes an open connection prove itself: %s",
    (event) => {
      greet();
      connection[event]();
      expect(connection.state).toBe("probing");
      world.pass(PROBE_MS);
      expect(connection.state).toBe("waiting");
    },
  );

  it.each(["connecting", "greeting", "waiting", "ended"] as const)(
    "a probe does not disturb %s",
    (state) => {
      REACH[state]();
      connection.probe();
      expect(connection.state).toBe(state);
    },
  );
});

describe("old sockets", () => {
  it.each(["open", "doubtful", "greeting"] as const)("are not heard after %s was lost", (state) => {
    REACH[state]();
    const old = world.socket;
    const { onopen, onmessage, onclose } = old;
    old.fail();
    connection.hurry();
    heard.length = states.length = 0;
    // A handler that was called before the socket was dropped may still run
    onopen?.({} as Event);
    onmessage?.({ data: JSON.stringify(UPDATE) } as MessageEvent<string>);
    onclose?.({} as CloseEvent);
    expect([heard, states]).toEqual([[], []]);
    expect(connection.state).toBe("connecting");
  });

  it("are closed, and have no handlers any more", () => {
    greet();
    const old = world.socket;
    connection.probe();
    world.pass(PROBE_MS);
    expect(old.isClosed).toBe(true);
    old.say(UPDATE);
    old.fail();
    old.open();
    expect(heard).toEqual(["update"]);
    expect(connection.state).toBe("waiting");
  });
});

describe("goodbye", () => {
  it("for good ends it, without waiting for the socket to close", () => {
    greet();
    world.socket.say(goodbye(false));
    expect(connection.state).toBe("ended");
    expect(world.socket.isClosed).toBe(true);
    world.pass(10 * PROBE_MS);
    connection.hurry();
    connection.online();
    expect(connection.state).toBe("ended");
    expect(world.sockets.length).toBe(1);
  });

  it("before anything else ends it, too", () => {
    world.socket.open();
    world.socket.say(goodbye(false));
    expect(connection.state).toBe("ended");
  });

  it("for now leads to another attempt", () => {
    greet();
    world.socket.say(goodbye(true));
    expect(connection.state).toBe("waiting");
    world.pass(FIRST_WAIT_MS);
    expect(connection.state).toBe("connecting");
  });

  it("for now may ask for a longer pause", () => {
    greet();
    world.socket.say({
      type: "goodbye",
      why: "too_many",
      comeBack: true,
      limit: "hellos",
      waitS: 7,
    });
    expect(connection.state).toBe("waiting");
    world.pass(7000 + 0.9 * FIRST_WAIT_MS);
    expect(world.sockets.length).toBe(1);
    world.pass(0.2 * FIRST_WAIT_MS);
    expect(world.sockets.length).toBe(2);
  });

  it("can be taken back, and then has all timeouts again", () => {
    greet();
    world.socket.say(goodbye(false));
    connection.again();
    expect(connection.state).toBe("connecting");
    world.pass(CONNECT_MS);
    expect(connection.state).toBe("waiting");
    world.pass(FIRST_WAIT_MS);
    greet();
    expect(connection.state).toBe("open");
  });

  it("cannot be taken back before it was said", () => {
    greet();
    connection.again();
    expect(world.sockets.length).toBe(1);
  });
});

describe("close", () => {
  it.each(STATES)("from %s leaves no socket and no timer, for ever", (state) => {
    REACH[state]();
    connection.close();
    expect(world.socket.isClosed).toBe(true);
    expect(world.timers).toBe(0);
    const sockets = world.sockets.length;
    connection.online();
    connection.hurry();
    connection.again();
    world.socket.say(UPDATE);
    world.pass(100_000);
    expect(connection.state).toBe("closed");
    expect(world.sockets.length).toBe(sockets);
  });
});

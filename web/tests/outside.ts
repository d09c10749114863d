/** Fake sockets and timers that a test controls. */

import type { Outside, Socket } from "../src/net/connection";
import type { FromClient, FromServer } from "../src/wire/messages";

export class FakeSocket implements Socket {
  onopen: Socket["onopen"] = null;
  onmessage: Socket["onmessage"] = null;
  onclose: Socket["onclose"] = null;
  readonly sent: FromClient[] = [];
  isClosed = false;

  send(text: string): void {
    this.sent.push(JSON.parse(text) as FromClient);
  }

  close(): void {
    this.isClosed = true;
  }

  /** Complete the handshake. */
  open(): void {
    this.onopen?.({} as Event);
  }

  /** Deliver a message of the server. */
  say(message: FromServer): void {
    this.onmessage?.({ data: JSON.stringify(message) } as MessageEvent<string>);
  }

  /** Close the socket from the other side. */
  fail(): void {
    this.onclose?.({} as CloseEvent);
  }
}

/** Fake surroundings: time passes only in `pass`, and random numbers are always one half. */
export class World implements Outside {
  readonly sockets: FakeSocket[] = [];
  /** Whether a new socket throws. */
  isBroken = false;
  #now = 0;
  #timers: { readonly at: number; readonly run: () => void }[] = [];

  readonly random = (): number => 0.5;

  readonly open = (): FakeSocket => {
    if (this.isBroken) throw new Error("no socket");
    const socket = new FakeSocket();
    this.sockets.push(socket);
    return socket;
  };

  readonly later = (ms: number, run: () => void): (() => void) => {
    const timer = { at: this.#now + ms, run };
    this.#timers.push(timer);
    return () => (this.#timers = this.#timers.filter((one) => one !== timer));
  };

  /** The newest socket. */
  get socket(): FakeSocket {
    const last = this.sockets.at(-1);
    if (!last) throw new Error("no socket has been opened");
    return last;
  }

  get timers(): number {
    return this.#timers.length;
  }

  pass(ms: number): void {
    const end = this.#now + ms;
    for (;;) {
      const next = this.#timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.#timers = this.#timers.filter((one) => one !== next);
      this.#now = next.at;
      next.run();
    }
    this.#now = end;
  }
}

/**
 * The socket of a table as a state machine: connect, greet, listen, probe and retry, each with a
 * timeout. Messages of older sockets are ignored. It knows nothing of entries and moves.
 *
 *     connecting → greeting → open ⇄ probing → doubtful → waiting → connecting
 *                              ↑__________________|    any of these → waiting
 *     ended: the server closed it for good; only `again` leaves this state.     closed: final.
 */

import type { FromClient, FromServer, Goodbye } from "../wire/messages";

export type State =
  /** The socket is not open yet. */
  | "connecting"
  /** `hello` was sent; no snapshot or update has come yet. */
  | "greeting"
  | "open"
  /** A ping was sent; nothing has come since. */
  | "probing"
  /** Silent for so long that the person is told; the socket may still recover. */
  | "doubtful"
  /** There is no socket; the next attempt follows after a pause. */
  | "waiting"
  | "ended"
  | "closed";

/** The part of a WebSocket that is used. */
export interface Socket {
  onopen: ((event: Event) => void) | null;
  onmessage: ((frame: MessageEvent<string>) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
  send(text: string): void;
  close(): void;
}

/** Everything outside: sockets, timers and chance. */
export interface Outside {
  readonly open: () => Socket;
  /** Run something later; returns a function that cancels it. */
  readonly later: (ms: number, run: () => void) => () => void;
  /** From 0 to 1. */
  readonly random: () => number;
}

export interface Listener {
  /** The first message on a new socket. */
  readonly hello: () => FromClient;
  readonly hear: (message: FromServer) => void;
  readonly change: (state: State) => void;
}

export const CONNECT_MS = 8000;
export const GREET_MS = 8000;
/** The pause between two pings: people hear within three seconds that their network is gone. */
export const BEAT_MS = 1000;
export const DOUBT_MS = 1500;
export const GIVE_UP_MS = 3500;
export const FIRST_WAIT_MS = 500;
export const LONGEST_WAIT_MS = 8000;

export class Connection {
  #state: State = "closed";
  #socket: Socket | null = null;
  #waitMs = FIRST_WAIT_MS;
  #cancel: (() => void) | null = null;

  constructor(
    readonly outside: Outside,
    readonly listener: Listener,
  ) {
    this.#connect();
  }

  get state(): State {
    return this.#state;
  }

  get isOpen(): boolean {
    return this.#state === "open" || this.#state === "probing" || this.#state === "doubtful";
  }

  /** Send a message if the connection is open; returns whether it is. */
  send(message: FromClient): boolean {
    if (!this.isOpen) return false;
    this.#socket?.send(JSON.stringify(message));
    return true;
  }

  /**
   * The network is back or has changed: restart a pending attempt, which may hang on the old
   * network.
   */
  online(): void {
    if (this.isOpen) this.probe();
    else if (this.#state === "greeting" || this.#state === "connecting") this.#connect();
    else this.hurry();
  }

  /** The page is visible again: do not wait for the next attempt. */
  hurry(): void {
    if (this.#state === "waiting") this.#connect();
    else this.probe();
  }

  /** Send a ping; without an answer the connection is dropped. */
  probe(): void {
    if (this.#state !== "open") return;
    this.#enter("probing", DOUBT_MS, () => this.#enter("doubtful", GIVE_UP_MS, () => this.#lose()));
    this.send({ type: "ping" });
  }

  /** Connect again after the server has ended the connection. */
  again(): void {
    if (this.#state !== "ended") return;
    this.#waitMs = FIRST_WAIT_MS;
    this.#connect();
  }

  close(): void {
    this.#drop();
    this.#enter("closed");
  }

  /** Change the state; after `ms` do something, unless the state changes before. */
  #enter(state: State, ms?: number, then?: () => void): void {
    this.#cancel?.();
    this.#cancel = ms !== undefined && then ? this.outside.later(ms, then) : null;
    if (state === this.#state) return;
    this.#state = state;
    this.listener.change(state);
  }

  /** Drop the socket and ignore its further events. */
  #drop(): void {
    const socket = this.#socket;
    this.#socket = null;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  #connect(): void {
    this.#drop();
    this.#enter("connecting", CONNECT_MS, () => this.#lose());
    const socket = this.outside.open();
    this.#socket = socket;
    const isNewest = () => this.#socket === socket;
    socket.onopen = () => isNewest() && this.#greet(socket);
    socket.onmessage = ({ data }) => isNewest() && this.#hear(data);
    socket.onclose = () => isNewest() && this.#lose();
  }

  #greet(socket: Socket): void {
    this.#enter("greeting", GREET_MS, () => this.#lose());
    socket.send(JSON.stringify(this.listener.hello()));
  }

  /** Try again after a pause, which the server may ask to be longer. */
  #lose(leastMs = 0): void {
    this.#drop();
    const pauseMs = leastMs + this.#waitMs * (0.7 + 0.6 * this.outside.random());
    this.#waitMs = Math.min(this.#waitMs * 2, LONGEST_WAIT_MS);
    this.#enter("waiting", pauseMs, () => this.#connect());
  }

  #hear(data: string): void {
    const message = JSON.parse(data) as FromServer;
    const isAnswer = message.type === "snapshot" || message.type === "update";
    if (this.isOpen || isAnswer) {
      if (!this.isOpen) this.#waitMs = FIRST_WAIT_MS;
      // Ping even without silence: the server expects regular pings, too.
      if (this.#state !== "open") this.#enter("open", BEAT_MS, () => this.probe());
    }
    this.listener.hear(message);
    if (message.type === "goodbye") this.#part(message);
  }

  /** Handle a goodbye. Do not wait for the server to close the socket. */
  #part({ comeBack, waitS }: Goodbye): void {
    if (comeBack) return this.#lose(1000 * (waitS ?? 0));
    this.#drop();
    this.#enter("ended");
  }
}

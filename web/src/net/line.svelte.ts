/**
 * One person's connection to a table: what the server says in order and without gaps, and what the
 * person does sent until it is answered. See docs/reference/protocol.md.
 */

import type {
  Advice,
  ClockInfo,
  Done,
  FromClient,
  FromServer,
  Goodbye,
  News,
  Position,
  Refusal,
  Snapshot,
  TableInfo,
  Update,
} from "../wire/messages";
import { VERSION } from "../wire/messages";
import { BASE } from "./base";

/** How things are after an entry. */
export interface Scene {
  readonly table: TableInfo;
  readonly positions: readonly Position[];
  readonly clocks: readonly ClockInfo[];
}

/** What a line tells: the news in order, with the scene after the last of them. */
export interface Told {
  readonly scene: Scene;
  readonly news: readonly News[];
  /** A scene to begin from; otherwise it follows on the last one. */
  readonly fresh: boolean;
}

export type Answer = Done | Refusal;
type Status = "connecting" | "open" | "lost" | "ended";

interface Waiting {
  readonly message: FromClient;
  readonly settle: (answer: Answer) => void;
}

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 8000;
const SILENCE_MS = 15_000;
const PATIENCE_MS = 5000;

export class Line {
  status = $state<Status>("connecting");
  /** Why the server has ended it, if it has. */
  goodbye = $state.raw<Goodbye | null>(null);
  /** The server's clock minus ours, in seconds. */
  ahead = 0;

  #socket: WebSocket | null = null;
  #table: TableInfo | null = null;
  #waitMs = FIRST_WAIT_MS;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #watch: ReturnType<typeof setTimeout> | undefined;
  #closed = false;
  readonly #unanswered = new Map<string, Waiting>();
  readonly #asked = new Map<string, (answer: Advice | Refusal) => void>();

  constructor(
    readonly id: string,
    readonly tell: (told: Told) => void,
    readonly refuse: (refusal: Refusal) => void,
  ) {
    window.addEventListener("online", this.#hurry);
    document.addEventListener("visibilitychange", this.#hurry);
    this.#connect();
  }

  /** Make moves of a seat, all or none; sent again until there is an answer. */
  move(seat: number, moves: readonly string[], expect: number): Promise<Answer> {
    const id = newId();
    return new Promise((settle) => {
      const message: FromClient = { type: "move", id, seat, moves, expect };
      this.#unanswered.set(id, { message, settle });
      this.#send(message);
    });
  }

  /** What would the hard bot do? */
  hint(seat: number): Promise<Advice | Refusal> {
    const id = newId();
    return new Promise((settle) => {
      this.#asked.set(id, settle);
      this.#send({ type: "hint", seat, id });
    });
  }

  /** Say something that needs no answer; whether there was a connection to say it over. */
  say(message: FromClient): boolean {
    return this.#send(message);
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#watch);
    window.removeEventListener("online", this.#hurry);
    document.removeEventListener("visibilitychange", this.#hurry);
    this.#socket?.close();
  }

  /** Take the seat back from a newer tab. */
  again(): void {
    this.goodbye = null;
    this.status = "connecting";
    this.#connect();
  }

  #connect(): void {
    clearTimeout(this.#timer);
    if (this.#closed) return;
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}${BASE}/api/tables/${this.id}/socket`);
    this.#socket = socket;
    socket.onopen = () =>
      this.#send({ type: "hello", version: VERSION, last: this.#table?.seq ?? null });
    socket.onmessage = (frame: MessageEvent<string>) => this.#hear(JSON.parse(frame.data));
    socket.onclose = () => {
      if (this.#socket === socket) this.#lose();
    };
  }

  #lose(): void {
    this.#socket = null;
    clearTimeout(this.#watch);
    for (const id of [...this.#asked.keys()])
      this.#advise(id, { type: "refusal", code: "offline", seq: 0 });
    if (this.#closed) return;
    if (this.goodbye && !this.goodbye.comeBack) {
      this.status = "ended";
      return;
    }
    this.status = "lost";
    this.#timer = setTimeout(() => this.#connect(), this.#waitMs * (0.7 + 0.6 * Math.random()));
    this.#waitMs = Math.min(this.#waitMs * 2, LONGEST_WAIT_MS);
  }

  /** The network is back, or the person looks again: do not wait. */
  readonly #hurry = (): void => {
    if (document.visibilityState !== "visible") return;
    if (this.status === "lost") this.#connect();
    else if (this.status === "open") this.#probe();
  };

  /** A connection that says nothing for a while may be dead: ask, and give it up if nothing comes. */
  #listen(): void {
    clearTimeout(this.#watch);
    this.#watch = setTimeout(() => this.#probe(), SILENCE_MS);
  }

  #probe(): void {
    const socket = this.#socket;
    this.#send({ type: "ping" });
    clearTimeout(this.#watch);
    this.#watch = setTimeout(() => {
      if (this.#socket !== socket || !socket) return;
      socket.close();
      this.#lose();
    }, PATIENCE_MS);
  }

  #send(message: FromClient): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  #hear(message: FromServer): void {
    this.#listen();
    switch (message.type) {
      case "snapshot":
        this.#take(message, message.table, true);
        break;
      case "update":
        if (!this.#table || message.after > this.#table.seq)
          this.#send({ type: "hello", version: VERSION, last: this.#table?.seq ?? null });
        else this.#take(message, message.table ?? { ...this.#table, seq: message.seq }, false);
        break;
      case "done":
        this.#settle(message.id, message);
        break;
      case "refusal":
        if (!this.#settle(message.id ?? "", message) && !this.#advise(message.id ?? "", message))
          this.refuse(message);
        break;
      case "advice":
        this.#advise(message.id ?? "", message);
        break;
      case "pong":
        this.ahead = message.now - Date.now() / 1000;
        break;
      case "goodbye":
        this.goodbye = message;
        break;
    }
  }

  #take(message: Snapshot | Update, table: TableInfo, fresh: boolean): void {
    const { positions, clocks, now } = message;
    const known = fresh ? 0 : (this.#table?.seq ?? 0);
    const wasAway = this.status !== "open";
    this.#table = table;
    this.ahead = now - Date.now() / 1000;
    this.#waitMs = FIRST_WAIT_MS;
    this.status = "open";
    this.goodbye = null;
    const news = message.news.filter((item) => item.seq > known);
    this.tell({ scene: { table, positions, clocks }, news, fresh });
    if (wasAway) for (const { message } of this.#unanswered.values()) this.#send(message);
  }

  #settle(id: string, answer: Answer): boolean {
    const waiting = this.#unanswered.get(id);
    this.#unanswered.delete(id);
    waiting?.settle(answer);
    return waiting !== undefined;
  }

  #advise(id: string, answer: Advice | Refusal): boolean {
    const settle = this.#asked.get(id);
    this.#asked.delete(id);
    settle?.(answer);
    return settle !== undefined;
  }
}

const newId = (): string => crypto.getRandomValues(new Uint32Array(4)).join("-");

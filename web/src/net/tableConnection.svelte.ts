/**
 * One person's connection to a table: the entries of the table in order and without gaps, and the
 * person's moves, sent until they are answered. See docs/reference/protocol.md.
 */

import { netMs } from "../speed";
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
import { Connection, type Socket, type State } from "./connection";

/** The table, the positions and the clocks after an entry. */
export interface Scene {
  readonly table: TableInfo;
  readonly positions: readonly Position[];
  readonly clocks: readonly ClockInfo[];
}

/** News in order, with the scene after the last of them. */
export interface SceneUpdate {
  readonly scene: Scene;
  readonly news: readonly News[];
  /** Whether the scene replaces everything; otherwise it follows the last one. */
  readonly fresh: boolean;
  /** Too much happened during a gap to be shown move by move. */
  readonly late?: boolean;
}

export type Answer = Done | Refusal;
type Status = "connecting" | "open" | "lost" | "ended";

interface Waiting {
  readonly message: FromClient;
  readonly settle: (answer: Answer) => void;
}

/** After a gap, entries that are older or more than this are not shown one by one. */
const GAP_S = 4;
const GAP_ENTRIES = 8;
const SAVE_AGAIN_MS = 2000;
const OFFLINE: Refusal = { type: "refusal", code: "offline", seq: 0 };

export class TableConnection {
  /** "connecting" until the first attempt has succeeded or failed, then "open" or "lost". */
  status = $state<Status>("connecting");
  /** The server cannot save moves at the moment; they are sent again until it can. */
  unsaved = $state(false);
  /** Why the server has ended the connection, if it has. */
  goodbye = $state.raw<Goodbye | null>(null);
  /** The server's clock minus ours, in seconds. */
  ahead = 0;

  #table: TableInfo | null = null;
  /** Whether nothing has arrived since the socket was opened. */
  #resumes = false;
  readonly #connection: Connection;
  /** With these the server recognizes a socket that we have given up and that arrives late. */
  readonly #page = newId();
  #attempt = 0;
  readonly #unanswered = new Map<string, Waiting>();
  readonly #asked = new Map<string, (answer: Advice | Refusal) => void>();

  constructor(
    readonly id: string,
    readonly tell: (told: SceneUpdate) => void,
    readonly refuse: (refusal: Refusal) => void,
    open: () => Socket = () => openSocket(id),
  ) {
    this.#connection = new Connection(
      { open, later, random: Math.random },
      {
        hello: () => this.#hello(),
        hear: (message) => this.#hear(message),
        change: (state) => this.#follow(state),
      },
    );
    window.addEventListener("online", this.#online);
    window.addEventListener("offline", this.#offline);
    document.addEventListener("visibilitychange", this.#visible);
  }

  /** Make moves of a seat, all or none; sent again until there is an answer. */
  move(seat: number, moves: readonly string[], expect: number): Promise<Answer> {
    const id = newId();
    return new Promise((settle) => {
      const message: FromClient = { type: "move", id, seat, moves, expect };
      this.#unanswered.set(id, { message, settle });
      this.say(message);
    });
  }

  /** Ask what the hard bot would do. */
  hint(seat: number): Promise<Advice | Refusal> {
    const id = newId();
    return new Promise((settle) => {
      if (this.say({ type: "hint", seat, id })) this.#asked.set(id, settle);
      else settle(OFFLINE);
    });
  }

  /** Send a message that needs no answer; returns whether there was a connection. */
  say(message: FromClient): boolean {
    return this.#connection.send(message);
  }

  close(): void {
    window.removeEventListener("online", this.#online);
    window.removeEventListener("offline", this.#offline);
    document.removeEventListener("visibilitychange", this.#visible);
    this.#connection.close();
  }

  /** Take the seat back from a newer tab. */
  again(): void {
    if (this.status !== "ended") return;
    this.goodbye = null;
    this.status = "connecting";
    this.#connection.again();
  }

  readonly #online = (): void => this.#connection.online();
  readonly #offline = (): void => this.#connection.probe();
  readonly #visible = (): void => {
    if (document.visibilityState === "visible") this.#connection.hurry();
  };

  #hello(): FromClient {
    const last = this.#table?.seq ?? null;
    return { type: "hello", version: VERSION, last, page: this.#page, attempt: ++this.#attempt };
  }

  #follow(state: State): void {
    if (state === "greeting") this.#resumes = true;
    if (state === "open") this.status = "open";
    if (state === "ended") this.status = "ended";
    if (state === "waiting" || state === "doubtful") this.status = "lost";
    if (state === "waiting" || state === "ended")
      for (const id of [...this.#asked.keys()]) this.#advise(id, OFFLINE);
  }

  #hear(message: FromServer): void {
    switch (message.type) {
      case "snapshot":
        this.#take(message, message.table, true);
        break;
      case "update":
        if (!this.#table || message.after > this.#table.seq) this.say(this.#hello());
        else this.#take(message, message.table ?? { ...this.#table, seq: message.seq }, false);
        break;
      case "done":
        this.#settle(message.id, message);
        break;
      case "refusal":
        if (message.code === "unavailable" && this.#unanswered.has(message.id ?? ""))
          this.#sendLater(message.id ?? "");
        else if (
          !this.#settle(message.id ?? "", message) &&
          !this.#advise(message.id ?? "", message)
        )
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
    const resumes = this.#resumes;
    this.#resumes = false;
    this.#table = table;
    this.ahead = now - Date.now() / 1000;
    this.goodbye = null;
    const news = message.news.filter((item) => item.seq > known);
    const isOld = now - (news[0]?.at ?? now) > GAP_S;
    const late = resumes && (isOld || news.length > GAP_ENTRIES);
    this.tell({ scene: { table, positions, clocks }, news, fresh, late });
    if (resumes) for (const { message } of this.#unanswered.values()) this.say(message);
  }

  /** The server could not save a move: send it again after a pause, with the same id. */
  #sendLater(id: string): void {
    this.unsaved = true;
    later(SAVE_AGAIN_MS, () => {
      const waiting = this.#unanswered.get(id);
      if (waiting) this.say(waiting.message);
    });
  }

  #settle(id: string, answer: Answer): boolean {
    const waiting = this.#unanswered.get(id);
    this.#unanswered.delete(id);
    if (waiting) this.unsaved = false;
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

function openSocket(table: string): Socket {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  return new WebSocket(`${scheme}//${location.host}${BASE}/api/tables/${table}/socket`);
}

function later(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, netMs(ms));
  return () => clearTimeout(timer);
}

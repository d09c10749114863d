// Written by `make gen` from the types in src/mazziere/wire; do not edit.

/** Of the protocol. */
export const VERSION = 1;

/** Why a connection ends. */
export type Why =
  | "replaced"
  | "moved"
  | "removed"
  | "not_found"
  | "closed"
  | "version"
  | "hello_first"
  | "too_big"
  | "too_many"
  | "slow"
  | "restart"
  | "internal";

/** A seat, as everybody at the table sees it. */
export interface SeatInfo {
  readonly kind: "open" | "person" | "bot";
  /** The nickname; of a bot its level */
  readonly name: string;
  readonly host: boolean;
  readonly away: boolean;
  /** A bot sits in for the person */
  readonly standIn: boolean;
  readonly mine: boolean;
  /** Has promised its random part of the next deal */
  readonly pledged: boolean;
  /** Wants another match */
  readonly agreed: boolean;
}

/** What is agreed at a table beside the options of the game. */
export interface SettingsInfo {
  readonly clock: "none" | "relaxed" | "fast";
  readonly standIn: string;
  readonly graceMs: number;
  readonly paceMs: number;
  readonly hints: boolean;
  readonly chat: boolean;
  readonly watchers: boolean;
}

/** A match of the evening that is over. */
export interface MatchResult {
  readonly match: number;
  readonly scores: readonly number[];
  readonly winners: readonly number[];
  readonly seats: readonly string[];
}

/** The list that decides the next deal, beside the secret and a position to start from. */
export interface DealInfo {
  /** Seats, and the hashes of their parts */
  readonly pledges: readonly (readonly [number, string])[];
  /** That were shown since the match is about to begin */
  readonly parts: readonly (readonly [number, string])[];
  /** Who begins or deals, if not by lot */
  readonly named: number | null;
  /** Steps of a record that the match goes on from */
  readonly given: number;
}

/** Somebody whom the host has removed. */
export interface RemovedInfo {
  /** By which they are let in again */
  readonly id: number;
  readonly name: string;
}

/** A table, as one person sees it. */
export interface TableInfo {
  readonly id: string;
  readonly game: string;
  readonly rules: number;
  readonly players: number;
  readonly options: Readonly<Record<string, unknown>>;
  readonly settings: SettingsInfo;
  readonly phase: "waiting" | "starting" | "playing" | "over" | "closed";
  readonly paused: boolean;
  readonly seats: readonly SeatInfo[];
  /** To join with, while it waits; for people at the table */
  readonly code: string | null;
  /** The number of the match that is played, or is sealed */
  readonly match: number;
  /** To the secret of that deal */
  readonly commitment: string;
  /** Of all else that decides it, from the moment it begins */
  readonly receipt: string | null;
  /** Until it begins */
  readonly deal: DealInfo | null;
  readonly evening: readonly MatchResult[];
  readonly seq: number;
  /** Whom the host may let in again; for the host */
  readonly removed: readonly RemovedInfo[];
  /** The host has removed the one who looks: no seat until let in again */
  readonly out: boolean;
}

/** Something that happened in the game, as this person may hear it. */
export interface EventInfo {
  readonly kind: string;
  readonly seat: number;
  /** A card, a colour, a seat, a number: the catalogue of events says */
  readonly a: string | number | null;
  readonly b: string | number | null;
}

/** The clock of a seat that is to move. */
export interface ClockInfo {
  readonly seat: number;
  /** Seconds since the epoch, by the server's clock */
  readonly until: number;
  readonly reserveS: number;
}

/** What one seat sees, and may do. */
export interface Position {
  /** None: for those who only watch */
  readonly seat: number | null;
  /** The table as the seat sees it now; its form depends on the game */
  readonly picture: Readonly<Record<string, unknown>>;
  /** That it may make now */
  readonly moves: readonly string[];
  /** The entry since when these are its moves: a move must not expect less */
  readonly since: number;
}

/** One entry of the log, as this person may see it. */
export interface News {
  readonly seq: number;
  readonly at: number;
  /** The kind of entry */
  readonly what: string;
  readonly seat: number | null;
  /** What was said; the commitment of a sealed deal; a random part, or its hash; a name; why a bot sits in; the secret of a match that was broken off */
  readonly text: string | null;
  /** Who moved: a person, a bot, a stand-in */
  readonly by: string | null;
  readonly events: readonly EventInfo[];
}

/** The first message, and again after a gap. */
export interface Hello {
  readonly type: "hello";
  /** Of the protocol */
  readonly version: number;
  /** The last entry that is known already; null: everything */
  readonly last?: number | null;
}

/** Moves of a seat, all or none; the same id again gets the same answer again. */
export interface Move {
  readonly type: "move";
  /** Made up by the client */
  readonly id: string;
  readonly seat: number;
  readonly moves: readonly string[];
  /** The last entry that the person had seen */
  readonly expect: number;
}

/** The hash of this device's random part of the next deal. */
export interface Pledge {
  readonly type: "pledge";
  readonly seat: number;
  readonly pledge: string;
}

/** The part itself, once the match is about to begin. */
export interface Mix {
  readonly type: "mix";
  readonly seat: number;
  readonly part: string;
}

/** A short message, or an emote. */
export interface Say {
  readonly type: "say";
  readonly seat: number;
  /** 200 letters are shown */
  readonly text: string;
}

/** What would the hard bot do? */
export interface Hint {
  readonly type: "hint";
  readonly seat: number;
  /** Comes back with the answer */
  readonly id?: string;
}

/** Are you there? */
export interface Ping {
  readonly type: "ping";
  readonly id?: number;
}

/** What a client says. */
export type FromClient = Hello | Move | Pledge | Mix | Say | Hint | Ping;

/** Everything that a client needs to draw the table, with the last news to look back at. */
export interface Snapshot {
  readonly type: "snapshot";
  readonly version: number;
  readonly table: TableInfo;
  readonly positions: readonly Position[];
  readonly clocks: readonly ClockInfo[];
  readonly news: readonly News[];
  /** The server's clock */
  readonly now: number;
}

/** What has happened since: news in order, and how things are after the last of them. */
export interface Update {
  readonly type: "update";
  /** Follows on this entry; a client that does not know it has missed something */
  readonly after: number;
  /** The last entry that it takes into account */
  readonly seq: number;
  readonly news: readonly News[];
  readonly positions: readonly Position[];
  readonly clocks: readonly ClockInfo[];
  readonly now: number;
  /** Null: as it was, but for its `seq` */
  readonly table?: TableInfo | null;
}

/** A move was made, and is on disk as this entry. */
export interface Done {
  readonly type: "done";
  readonly id: string;
  readonly seq: number;
}

/** Something is not granted: why, and the rule behind it if there is one. */
export interface Refusal {
  readonly type: "refusal";
  readonly code: string;
  /** The last entry of the log */
  readonly seq: number;
  readonly id?: string;
  readonly rule?: string | null;
  /** Of an illegal move: the game's own code */
  readonly why?: string | null;
  readonly detail?: string | null;
}

/** What the hard bot thinks of each move, the best first. */
export interface Advice {
  readonly type: "advice";
  readonly seat: number;
  readonly seq: number;
  readonly moves: readonly string[];
  readonly shares: readonly number[];
  readonly values: readonly number[];
  /** Of the question */
  readonly id?: string;
}

/** Yes. */
export interface Pong {
  readonly type: "pong";
  readonly id: number;
  readonly now: number;
}

/** The connection ends: why, and whether to come back. */
export interface Goodbye {
  readonly type: "goodbye";
  readonly why: Why;
  readonly comeBack: boolean;
}

/** What the server says. */
export type FromServer = Snapshot | Update | Done | Refusal | Advice | Pong | Goodbye;

// Written by `make gen` from the types in src/mazziere/wire; do not edit.

/** The protocol version. */
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
  /** The nickname; for a bot, its level */
  readonly name: string;
  readonly host: boolean;
  readonly away: boolean;
  /** A bot plays for the person */
  readonly standIn: boolean;
  /** The seat is this person's */
  readonly mine: boolean;
  /** Has committed to its random part of the next deal */
  readonly pledged: boolean;
  /** Wants another match */
  readonly agreed: boolean;
  /** The animal that the person chose; empty: none */
  readonly avatar: string;
  /** The person's connection has been silent for seconds; not in the log */
  readonly quiet: boolean;
  /** Matches at this table that its player has won */
  readonly won: number;
}

/** The settings of a table, besides the options of the game. */
export interface SettingsInfo {
  readonly clock: "none" | "relaxed" | "fast";
  /** The bot that plays for a person who is away */
  readonly standIn: string;
  /** How long the next player's move waits while a call window is open */
  readonly graceMs: number;
  /** Mean time of a bot's move */
  readonly paceMs: number;
  /** Whether people may ask for hints */
  readonly hints: boolean;
  readonly chat: boolean;
  /** Whether spectators may watch */
  readonly watchers: boolean;
  /** The name that the host gave to the options; empty: none */
  readonly mix: string;
}

/** The result of a finished match. */
export interface MatchResult {
  readonly match: number;
  readonly scores: readonly number[];
  readonly winners: readonly number[];
  readonly seats: readonly string[];
  /** It was too long for the server; nobody has won */
  readonly stopped: boolean;
  /** Seats of people for whom a bot played at the end */
  readonly standIns: readonly number[];
}

/** The public data that determines the next deal, together with the server's secret. */
export interface DealInfo {
  /** Seats, and the hashes of their random parts */
  readonly pledges: readonly (readonly [number, string])[];
  /** Seats, and their revealed random parts */
  readonly parts: readonly (readonly [number, string])[];
  /** The seat that begins or deals; null: drawn by lot */
  readonly named: number | null;
  /** Number of steps of the record that the match continues */
  readonly given: number;
}

/** A person whom the host has removed. */
export interface RemovedInfo {
  /** With which the host readmits them */
  readonly id: number;
  readonly name: string;
}

/** A spectator who asks for the seat of a bot. */
export interface RequestInfo {
  /** With which the host answers */
  readonly id: number;
  readonly name: string;
  readonly avatar: string;
  /** This person asks */
  readonly mine: boolean;
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
  /** The join code; only for people at the table */
  readonly code: string | null;
  /** The number of the current or next match */
  readonly match: number;
  /** The hash of the secret of that deal */
  readonly commitment: string;
  /** The hash of all other inputs of the deal, once the match begins */
  readonly receipt: string | null;
  /** Until the match begins */
  readonly deal: DealInfo | null;
  /** The last 50 finished matches */
  readonly evening: readonly MatchResult[];
  readonly seq: number;
  /** People whom the host may readmit; only for the host */
  readonly removed: readonly RemovedInfo[];
  /** For the host: all; for others: their own */
  readonly requests: readonly RequestInfo[];
  /** The host gave this person no seat in this match */
  readonly declined: boolean;
  /** Everybody present wants the bots to finish the match quickly */
  readonly hurried: boolean;
  /** The number of finished matches */
  readonly finished: number;
  /** The host has removed this person, who cannot sit down until readmitted */
  readonly out: boolean;
}

/** An event of the game, as this person may know it. */
export interface EventInfo {
  readonly kind: string;
  readonly seat: number;
  /** A card, a colour, a seat or a number, by the kind of event */
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

/** The view and the moves of one seat. */
export interface Position {
  /** Null: for spectators */
  readonly seat: number | null;
  /** The table as the seat sees it now; its form depends on the game */
  readonly picture: Readonly<Record<string, unknown>>;
  /** The legal moves */
  readonly moves: readonly string[];
  /** The entry since which the seat has these moves; `expect` must not be lower */
  readonly since: number;
}

/** An entry of the log, as this person may see it. */
export interface News {
  readonly seq: number;
  readonly at: number;
  /** The kind of entry */
  readonly what: string;
  readonly seat: number | null;
  /** A chat message; the commitment to a deal; a random part, or its hash; a nickname; the reason for a stand-in; the secret of an aborted match */
  readonly text: string | null;
  /** The mover: person, bot or stand_in; host, if the host freed a seat */
  readonly by: string | null;
  readonly events: readonly EventInfo[];
}

/** The first message; also asks for missed entries after a gap. */
export interface Hello {
  readonly type: "hello";
  /** Of the protocol */
  readonly version: number;
  /** The last entry that the client knows; null: send everything */
  readonly last?: number | null;
  /** A random id */
  readonly page?: string;
  /** Counts the connections of the page: one that comes late ends */
  readonly attempt?: number;
}

/** Moves of a seat, all or none; a retry with the same id gets the same answer. */
export interface Move {
  readonly type: "move";
  /** Chosen by the client */
  readonly id: string;
  readonly seat: number;
  readonly moves: readonly string[];
  /** The last entry that the person saw */
  readonly expect: number;
}

/** Commit to this device's random part of the next deal by its hash. */
export interface Pledge {
  readonly type: "pledge";
  readonly seat: number;
  readonly pledge: string;
}

/** Reveal the random part, once the match is about to begin. */
export interface Mix {
  readonly type: "mix";
  readonly seat: number;
  readonly part: string;
}

/** A chat message, or an emote. */
export interface Say {
  readonly type: "say";
  readonly seat: number;
  /** 200 characters are shown */
  readonly text: string;
}

/** Ask how the hard bot rates the moves of a seat. */
export interface Hint {
  readonly type: "hint";
  readonly seat: number;
  /** Returned with the answer */
  readonly id?: string;
}

/** Check the connection; the answer is a pong. */
export interface Ping {
  readonly type: "ping";
  readonly id?: number;
}

/** A message of a client. */
export type FromClient = Hello | Move | Pledge | Mix | Say | Hint | Ping;

/** Everything that a client needs to draw the table, with the last news as history. */
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

/** New entries of the log, and the positions after the last of them. */
export interface Update {
  readonly type: "update";
  /** The entry before the news; a client that does not know it has missed some */
  readonly after: number;
  /** The last entry that it covers */
  readonly seq: number;
  readonly news: readonly News[];
  readonly positions: readonly Position[];
  readonly clocks: readonly ClockInfo[];
  readonly now: number;
  /** Null: unchanged except for `seq` */
  readonly table?: TableInfo | null;
}

/** A move was made; it is durable as this entry. */
export interface Done {
  readonly type: "done";
  readonly id: string;
  readonly seq: number;
}

/** A message was refused: the reason, and the rule behind it if there is one. */
export interface Refusal {
  readonly type: "refusal";
  readonly code: string;
  /** The last entry of the log */
  readonly seq: number;
  readonly id?: string;
  readonly rule?: string | null;
  /** The game's own code for an illegal move */
  readonly why?: string | null;
  readonly detail?: string | null;
  /** The limit that was exceeded */
  readonly limit?: string | null;
  /** Seconds until another attempt can succeed */
  readonly waitS?: number | null;
}

/** The hard bot's rating of each move, the best first. */
export interface Advice {
  readonly type: "advice";
  readonly seat: number;
  readonly seq: number;
  readonly moves: readonly string[];
  readonly shares: readonly number[];
  readonly values: readonly number[];
  /** Of the hint */
  readonly id?: string;
}

/** The reply to a ping. */
export interface Pong {
  readonly type: "pong";
  readonly id: number;
  readonly now: number;
}

/** The connection ends: the reason, and whether to reconnect. */
export interface Goodbye {
  readonly type: "goodbye";
  readonly why: Why;
  readonly comeBack: boolean;
  /** The limit that was exceeded */
  readonly limit?: string | null;
  /** Seconds until a new connection can succeed */
  readonly waitS?: number | null;
}

/** A message of the server. */
export type FromServer = Snapshot | Update | Done | Refusal | Advice | Pong | Goodbye;

// Written by `make gen` from the types in src/mazziere/wire; do not edit.

import type { EventInfo, TableInfo } from "./messages";

/** The settings that a host asks for. */
export interface AskedSettings {
  readonly clock?: "none" | "relaxed" | "fast";
  /** The bot that plays for a person who is away */
  readonly standIn?: "random" | "easy" | "normal" | "hard" | "master";
  /** How long the next player's move waits while a call window is open */
  readonly graceMs?: number;
  /** Mean time of a bot's move */
  readonly paceMs?: number;
  /** Whether people may ask for hints; null: if only one person plays */
  readonly hints?: boolean | null;
  readonly chat?: boolean;
  /** Whether spectators may watch */
  readonly watchers?: boolean;
  /** The name that the host gave to the options; empty: none */
  readonly mix?: string;
}

/** Open a table, and sit down at seat 0. */
export interface OpenTable {
  readonly game: string;
  readonly nick: string;
  readonly players: number;
  readonly options?: Readonly<Record<string, unknown>>;
  readonly settings?: AskedSettings;
  /** For the seats after seat 0 */
  readonly bots?: readonly string[];
  /** A record that the first match continues */
  readonly record?: Readonly<Record<string, unknown>> | null;
  /** The animal of the person; empty: none */
  readonly avatar?: string;
}

/** Change the number of seats, the options and the settings. */
export interface Arrange {
  readonly players: number;
  readonly options: Readonly<Record<string, unknown>>;
  readonly settings: AskedSettings;
}

/** Sit down. */
export interface Join {
  readonly nick: string;
  readonly seat?: number | null;
  /** The animal of the person; empty: none */
  readonly avatar?: string;
}

/** Ask the host for the seat of a bot. */
export interface AskForSeat {
  readonly nick: string;
  /** The animal of the person; empty: none */
  readonly avatar?: string;
}

/** A code that a person typed. */
export interface ByCode {
  readonly code: string;
}

/** Put a bot on a seat. */
export interface SeatBot {
  readonly bot: string;
}

/** A request that concerns a seat. */
export interface ForSeat {
  readonly seat: number;
}

/** Start the match. */
export interface Start {
  /** The seat that begins or deals; null: drawn by lot */
  readonly named?: number | null;
}

/** The request was refused. */
export interface Problem {
  /** The key of the text that a client shows */
  readonly code: string;
  readonly rule: string | null;
  /** For developers of clients */
  readonly detail: string | null;
  /** The limit that was exceeded */
  readonly limit: string | null;
  /** Seconds until another attempt can succeed */
  readonly waitS: number | null;
  /** How many the limit allows */
  readonly most: number | null;
}

/** The table with a join code. */
export interface Found {
  readonly table: string;
  /** The code for `take`, if it was the code of a seat */
  readonly seatCode: string | null;
}

/** A code with which another device can take the seat. */
export interface Lent {
  /** The table's join code and the seat's own, as a person can type it */
  readonly code: string;
  /** The address that contains the seat's code */
  readonly link: string;
  /** The link as a QR code: an SVG document */
  readonly qr: string;
}

/** The tables at which a person has a seat. */
export interface Mine {
  readonly tables: readonly TableInfo[];
  /** By table with a running match: the seats that are to move */
  readonly turns: Readonly<Record<string, readonly number[]>>;
}

/** A finished match. */
export interface MatchInfo {
  readonly match: number;
  readonly scores: readonly number[];
  readonly winners: readonly number[];
  /** The names of the players */
  readonly seats: readonly string[];
  /** The last part of /api/shared/…, a public link to this match */
  readonly share: string;
  /** It was too long for the server; nobody has won */
  readonly stopped: boolean;
  /** Seats of people for whom a bot played at the end */
  readonly standIns: readonly number[];
}

/** The finished matches of a table. */
export interface Evening {
  readonly matches: readonly MatchInfo[];
}

/** An event, with its audience. */
export interface OpenEvent {
  readonly event: EventInfo;
  /** Seats */
  readonly heard: readonly number[];
  /** Spectators heard it, too */
  readonly watched: boolean;
}

/** One step of a match. */
export interface ReplayStep {
  /** As in the record */
  readonly step: Readonly<Record<string, unknown>>;
  readonly events: readonly OpenEvent[];
  /** After it */
  readonly scores: readonly number[];
  /** By seat, and `watcher` for spectators: the views that changed */
  readonly pictures: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** A finished match, step by step, with everything open. */
export interface Replay {
  /** Without its steps, with the proof of its deal */
  readonly record: Readonly<Record<string, unknown>>;
  readonly names: readonly string[];
  /** By seat, and `watcher` for spectators: the first views */
  readonly start: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly steps: readonly ReplayStep[];
}

/** An option of a game: one of several values, a number, or a list with a value per item.

A list of numbers has `labels`, the range of each number, and bounds on the sum. */
export interface OptionInfo {
  readonly name: string;
  readonly default: unknown;
  /** Ids of its rules */
  readonly rules: readonly string[];
  readonly values?: readonly unknown[] | null;
  readonly low?: number | null;
  readonly high?: number | null;
  /** The items of a list, */
  readonly each?: readonly string[] | null;
  /** The length of that list */
  readonly count?: number | null;
  /** The items of a list of numbers: ids of cards */
  readonly labels?: readonly string[] | null;
  /** Bounds on the sum of a list of numbers */
  readonly least?: number | null;
  readonly most?: number | null;
  /** Values of other options under which it has no effect */
  readonly idle?: Readonly<Record<string, readonly unknown[]>>;
}

/** A named set of options; its words are in the rules text. */
export interface PresetInfo {
  readonly id: string;
  /** Those that differ from the default */
  readonly options: Readonly<Record<string, unknown>>;
  /** The number of players that suits it */
  readonly players: number | null;
}

/** The order in which a table decides its options; those not named are finer points. */
export interface LobbyInfo {
  /** Decisions of every table */
  readonly family: readonly string[];
  /** House rules */
  readonly house: readonly string[];
  /** Options with two values: the value that is on */
  readonly switches: Readonly<Record<string, unknown>>;
  /** Values with which seats may act out of turn */
  readonly calls: Readonly<Record<string, readonly unknown[]>>;
  /** Whether the host may name the seat that begins or deals */
  readonly named: boolean;
}

/** A game, its options and presets, and its cards. */
export interface GameInfo {
  readonly id: string;
  readonly title: string;
  /** The rules version */
  readonly rules: number;
  /** Allowed numbers of players */
  readonly players: readonly number[];
  readonly clockwise: boolean;
  readonly options: readonly OptionInfo[];
  /** The first one changes nothing */
  readonly presets: readonly PresetInfo[];
  readonly lobby: LobbyInfo;
  readonly cards: readonly string[];
  readonly colours: readonly string[];
  /** Of a record's step, those that determine the match */
  readonly stepFields: readonly string[];
  /** Fields of chance steps that a host cannot give */
  readonly byLot: readonly string[];
}

/** All games, and the settings that hold for all tables of the server. */
export interface Games {
  readonly games: readonly GameInfo[];
  /** Whether the server allows chat */
  readonly chat: boolean;
}

/** A numbered paragraph of the rules, or a text between two of them. */
export interface RuleBlock {
  readonly id: string | null;
  /** Markdown */
  readonly text: string;
  /** Lines about the options that change it */
  readonly options: readonly string[];
}

/** A section of the rules. */
export interface RuleSection {
  readonly title: string;
  readonly blocks: readonly RuleBlock[];
}

/** The rules of a game in a language, and its texts for events, refusals, cards and more. */
export interface RulesText {
  readonly sections: readonly RuleSection[];
  /** With {seat}, {a} and {b}; a part in [] is only for what is new */
  readonly events: Readonly<Record<string, string>>;
  /** The same in the second person, for the seat of the event */
  readonly eventsYou: Readonly<Record<string, string>>;
  /** Several such events of one seat in a row: {n} or {list} */
  readonly eventsMany: Readonly<Record<string, string>>;
  readonly eventsManyYou: Readonly<Record<string, string>>;
  /** The rule behind a kind of event, if there is one */
  readonly eventRules: Readonly<Record<string, string>>;
  /** Which values of an event are seats: "a", "b" or "ab" */
  readonly eventSeats: Readonly<Record<string, string>>;
  readonly refusals: Readonly<Record<string, string>>;
  readonly cards: Readonly<Record<string, string>>;
  readonly colours: Readonly<Record<string, string>>;
  readonly options: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** By id: `name`, and `text` of one line */
  readonly presets: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** By option: `label`, and a phrase by value, `value` for all */
  readonly lobby: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** By the verb of a move: its words, with {} for each card or number */
  readonly moves: Readonly<Record<string, string>>;
  /** Texts of the table, and labels of the picture's fields */
  readonly table: Readonly<Record<string, string>>;
}

/** The routes: by method and path, the path parameters, the body and the answer. */
export interface Routes {
  /** List the games with their options, presets and numbers of players. */
  readonly "GET /api/games": {
    readonly path: undefined;
    readonly body: undefined;
    readonly answer: Games;
  };
  /** Show the rules of a game in a language, with its words. */
  readonly "GET /api/games/{game}/{lang}": {
    readonly path: { readonly game: string; readonly lang: string };
    readonly body: undefined;
    readonly answer: RulesText;
  };
  /** List the tables at which the person has a seat, the latest first. */
  readonly "GET /api/tables": {
    readonly path: undefined;
    readonly body: undefined;
    readonly answer: Mine;
  };
  /** Open a table: the person who asks is its host and sits at seat 0. */
  readonly "POST /api/tables": {
    readonly path: undefined;
    readonly body: OpenTable;
    readonly answer: TableInfo;
  };
  /** Find the table with a join code, or with the code of a seat that follows it. */
  readonly "POST /api/codes": {
    readonly path: undefined;
    readonly body: ByCode;
    readonly answer: Found;
  };
  /** Show a table. */
  readonly "GET /api/tables/{table}": {
    readonly path: { readonly table: string };
    readonly body: undefined;
    readonly answer: TableInfo;
  };
  /** Change the number of seats, the options and the settings. */
  readonly "PUT /api/tables/{table}": {
    readonly path: { readonly table: string };
    readonly body: Arrange;
    readonly answer: TableInfo;
  };
  /** Close a table for good. */
  readonly "DELETE /api/tables/{table}": {
    readonly path: { readonly table: string };
    readonly body: undefined;
    readonly answer: undefined;
  };
  /** Sit down. */
  readonly "POST /api/tables/{table}/seats": {
    readonly path: { readonly table: string };
    readonly body: Join;
    readonly answer: TableInfo;
  };
  /** Put a bot on a seat. */
  readonly "PUT /api/tables/{table}/seats/{seat}": {
    readonly path: { readonly table: string; readonly seat: number };
    readonly body: SeatBot;
    readonly answer: TableInfo;
  };
  /** Leave a seat, or clear one as the host. */
  readonly "DELETE /api/tables/{table}/seats/{seat}": {
    readonly path: { readonly table: string; readonly seat: number };
    readonly body: undefined;
    readonly answer: TableInfo;
  };
  /** Let a bot play for a person who is away. */
  readonly "POST /api/tables/{table}/seats/{seat}/stand-in": {
    readonly path: { readonly table: string; readonly seat: number };
    readonly body: undefined;
    readonly answer: TableInfo;
  };
  /** Give a seat back to its person, for whom a bot has played. */
  readonly "DELETE /api/tables/{table}/seats/{seat}/stand-in": {
    readonly path: { readonly table: string; readonly seat: number };
    readonly body: undefined;
    readonly answer: TableInfo;
  };
  /** Make a code with which another device can take the seat. */
  readonly "POST /api/tables/{table}/seats/{seat}/code": {
    readonly path: { readonly table: string; readonly seat: number };
    readonly body: undefined;
    readonly answer: Lent;
  };
  /** Take a seat on this device, with a code from another device. */
  readonly "POST /api/tables/{table}/take": {
    readonly path: { readonly table: string };
    readonly body: ByCode;
    readonly answer: TableInfo;
  };
  /** Readmit a person whom a host has removed. */
  readonly "DELETE /api/tables/{table}/removed/{removed}": {
    readonly path: { readonly table: string; readonly removed: number };
    readonly body: undefined;
    readonly answer: TableInfo;
  };
  /** Ask the host for the seat of a bot. */
  readonly "POST /api/tables/{table}/requests": {
    readonly path: { readonly table: string };
    readonly body: AskForSeat;
    readonly answer: TableInfo;
  };
  /** Give the seat of a bot to a person who has asked for one. */
  readonly "PUT /api/tables/{table}/requests/{request}": {
    readonly path: { readonly table: string; readonly request: number };
    readonly body: ForSeat;
    readonly answer: TableInfo;
  };
  /** Withdraw a request for a seat, or decline one as the host. */
  readonly "DELETE /api/tables/{table}/requests/{request}": {
    readonly path: { readonly table: string; readonly request: number };
    readonly body: undefined;
    readonly answer: TableInfo;
  };
  /** Make another person the host. */
  readonly "POST /api/tables/{table}/host": {
    readonly path: { readonly table: string };
    readonly body: ForSeat;
    readonly answer: TableInfo;
  };
  /** Start the match. */
  readonly "POST /api/tables/{table}/start": {
    readonly path: { readonly table: string };
    readonly body: Start;
    readonly answer: TableInfo;
  };
  /** Ask for another match. */
  readonly "POST /api/tables/{table}/again": {
    readonly path: { readonly table: string };
    readonly body: ForSeat;
    readonly answer: TableInfo;
  };
  /** Ask the bots to play the rest of the match quickly. */
  readonly "POST /api/tables/{table}/hurry": {
    readonly path: { readonly table: string };
    readonly body: ForSeat;
    readonly answer: TableInfo;
  };
  /** Show the link to a table as a QR code. */
  readonly "GET /api/tables/{table}/qr.svg": {
    readonly path: { readonly table: string };
    readonly body: undefined;
    readonly answer: string;
  };
  /** List the finished matches of a table. */
  readonly "GET /api/tables/{table}/matches": {
    readonly path: { readonly table: string };
    readonly body: undefined;
    readonly answer: Evening;
  };
  /** Download the record of a finished match, with the proof of its deal. */
  readonly "GET /api/tables/{table}/matches/{match}": {
    readonly path: { readonly table: string; readonly match: number };
    readonly body: undefined;
    readonly answer: Readonly<Record<string, unknown>>;
  };
  /** Show a finished match step by step. */
  readonly "GET /api/tables/{table}/matches/{match}/replay": {
    readonly path: { readonly table: string; readonly match: number };
    readonly body: undefined;
    readonly answer: Replay;
  };
  /** Show a shared match step by step. */
  readonly "GET /api/shared/{share}": {
    readonly path: { readonly share: string };
    readonly body: undefined;
    readonly answer: Replay;
  };
  /** Download the record of a shared match. */
  readonly "GET /api/shared/{share}/record": {
    readonly path: { readonly share: string };
    readonly body: undefined;
    readonly answer: Readonly<Record<string, unknown>>;
  };
}

// Written by `make gen` from the types in src/mazziere/wire; do not edit.

import type { EventInfo, TableInfo } from "./messages";

/** What may be agreed at a table. */
export interface AskedSettings {
  readonly clock?: "none" | "relaxed" | "fast";
  readonly standIn?: "random" | "easy" | "normal" | "hard" | "master";
  readonly graceMs?: number;
  readonly paceMs?: number;
  readonly hints?: boolean | null;
  readonly chat?: boolean;
  readonly watchers?: boolean;
}

/** Open a table, and sit down at it. */
export interface OpenTable {
  readonly game: "yooloo" | "one_to_ten" | "rookie" | "uno" | "uno_h2o" | "dieci";
  readonly nick: string;
  readonly players: number;
  readonly options?: Readonly<Record<string, unknown>>;
  readonly settings?: AskedSettings;
  /** For the seats after the first */
  readonly bots?: readonly string[];
  /** Whose position the first match starts from */
  readonly record?: Readonly<Record<string, unknown>> | null;
}

/** Change what is agreed. */
export interface Arrange {
  readonly players: number;
  readonly options: Readonly<Record<string, unknown>>;
  readonly settings: AskedSettings;
}

/** Sit down. */
export interface Join {
  readonly nick: string;
  readonly seat?: number | null;
}

/** A code that somebody reads out. */
export interface ByCode {
  readonly code: string;
}

/** Put a bot on a seat. */
export interface SeatBot {
  readonly bot: string;
}

/** Something about a seat. */
export interface ForSeat {
  readonly seat: number;
}

/** Start the match; `named` begins or deals, if not by lot. */
export interface Start {
  readonly named?: number | null;
}

/** Something is not granted. */
export interface Problem {
  /** For the catalogues of words */
  readonly code: string;
  readonly rule: string | null;
  /** For who writes a client */
  readonly detail: string | null;
}

/** The table that a code belongs to. */
export interface Found {
  readonly table: string;
}

/** A code for another device. */
export interface Lent {
  readonly code: string;
}

/** The tables at which somebody has a seat. */
export interface Mine {
  readonly tables: readonly TableInfo[];
  /** By table where a match is played: who is to move */
  readonly turns: Readonly<Record<string, readonly number[]>>;
}

/** A match that is over. */
export interface MatchInfo {
  readonly match: number;
  readonly scores: readonly number[];
  readonly winners: readonly number[];
  /** The names of those who played */
  readonly seats: readonly string[];
  /** For /api/shared/…: a link to this match alone, for anybody */
  readonly share: string;
}

/** The matches of a table that are over. */
export interface Evening {
  readonly matches: readonly MatchInfo[];
}

/** An event, with those who heard it. */
export interface OpenEvent {
  readonly event: EventInfo;
  /** Seats */
  readonly heard: readonly number[];
  /** Those who only watch heard it, too */
  readonly watched: boolean;
}

/** One step of a match. */
export interface ReplayStep {
  /** As the record has it */
  readonly step: Readonly<Record<string, unknown>>;
  readonly events: readonly OpenEvent[];
  /** After it */
  readonly scores: readonly number[];
  /** By seat, and `watcher`: what it sees after it, where that is new */
  readonly pictures: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** A match that is over, step by step, with everything open. */
export interface Replay {
  /** But for the steps, which follow; with the proof of its deal */
  readonly record: Readonly<Record<string, unknown>>;
  readonly names: readonly string[];
  /** By seat, and `watcher`: what it sees before the first step */
  readonly start: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly steps: readonly ReplayStep[];
}

/** An option of a game: one of some values, a number, or one value for each of some things. */
export interface OptionInfo {
  readonly name: string;
  readonly default: unknown;
  /** The ids of the rules behind it */
  readonly rules: readonly string[];
  readonly values?: readonly unknown[] | null;
  readonly low?: number | null;
  readonly high?: number | null;
  /** A list of these, */
  readonly each?: readonly string[] | null;
  /** So many of them */
  readonly count?: number | null;
  /** Values of other options under which it means nothing */
  readonly idle?: Readonly<Record<string, readonly unknown[]>>;
}

/** A game. */
export interface GameInfo {
  readonly id: string;
  readonly title: string;
  /** The version of its rules */
  readonly rules: number;
  /** How many may play */
  readonly players: readonly number[];
  readonly clockwise: boolean;
  readonly options: readonly OptionInfo[];
  readonly cards: readonly string[];
  readonly colours: readonly string[];
}

/** The games that there are, and what holds for all tables of the server. */
export interface Games {
  readonly games: readonly GameInfo[];
  /** Whether people may talk here at all */
  readonly chat: boolean;
}

/** A numbered paragraph of the rules, or a text between them. */
export interface RuleBlock {
  readonly id: string | null;
  /** Markdown */
  readonly text: string;
  /** Lines on the options beside it */
  readonly options: readonly string[];
}

/** A section of the rules. */
export interface RuleSection {
  readonly title: string;
  readonly blocks: readonly RuleBlock[];
}

/** The rules of a game in a language, and the words for what happens in it. */
export interface RulesText {
  readonly sections: readonly RuleSection[];
  readonly events: Readonly<Record<string, string>>;
  /** The rule behind a kind of event, where one fits */
  readonly eventRules: Readonly<Record<string, string>>;
  readonly refusals: Readonly<Record<string, string>>;
  readonly cards: Readonly<Record<string, string>>;
  readonly colours: Readonly<Record<string, string>>;
  readonly options: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** What can be asked for: the parameters in the path, the body and the answer. */
export interface Ways {
  /** The games, their options and who can play. */
  readonly "GET /api/games": {
    readonly path: undefined;
    readonly body: undefined;
    readonly answer: Games;
  };
  /** The rules of a game in a language, with its words. */
  readonly "GET /api/games/{game}/{lang}": {
    readonly path: { readonly game: string; readonly lang: string };
    readonly body: undefined;
    readonly answer: RulesText;
  };
  /** The tables at which the one who asks has a seat, the latest first. */
  readonly "GET /api/tables": {
    readonly path: undefined;
    readonly body: undefined;
    readonly answer: Mine;
  };
  /** Open a table: the one who asks is its host and sits at seat 0. */
  readonly "POST /api/tables": {
    readonly path: undefined;
    readonly body: OpenTable;
    readonly answer: TableInfo;
  };
  /** The table that waits with a code. */
  readonly "POST /api/codes": {
    readonly path: undefined;
    readonly body: ByCode;
    readonly answer: Found;
  };
  /** A table. */
  readonly "GET /api/tables/{table}": {
    readonly path: { readonly table: string };
    readonly body: undefined;
    readonly answer: TableInfo;
  };
  /** Change what is agreed. */
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
  /** Let a bot sit in for somebody who is away. */
  readonly "POST /api/tables/{table}/seats/{seat}/stand-in": {
    readonly path: { readonly table: string; readonly seat: number };
    readonly body: undefined;
    readonly answer: TableInfo;
  };
  /** End a bot's sitting in. */
  readonly "DELETE /api/tables/{table}/seats/{seat}/stand-in": {
    readonly path: { readonly table: string; readonly seat: number };
    readonly body: undefined;
    readonly answer: TableInfo;
  };
  /** A code for another device. */
  readonly "POST /api/tables/{table}/seats/{seat}/code": {
    readonly path: { readonly table: string; readonly seat: number };
    readonly body: undefined;
    readonly answer: Lent;
  };
  /** Take a seat along to this device. */
  readonly "POST /api/tables/{table}/take": {
    readonly path: { readonly table: string };
    readonly body: ByCode;
    readonly answer: TableInfo;
  };
  /** Let somebody in again whom a host has removed. */
  readonly "DELETE /api/tables/{table}/removed/{removed}": {
    readonly path: { readonly table: string; readonly removed: number };
    readonly body: undefined;
    readonly answer: TableInfo;
  };
  /** Make somebody else the host. */
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
  /** The link to a table as a QR code. */
  readonly "GET /api/tables/{table}/qr.svg": {
    readonly path: { readonly table: string };
    readonly body: undefined;
    readonly answer: string;
  };
  /** The matches that are over. */
  readonly "GET /api/tables/{table}/matches": {
    readonly path: { readonly table: string };
    readonly body: undefined;
    readonly answer: Evening;
  };
  /** The record of a match that is over: everything that happened, with the proof of its deal. */
  readonly "GET /api/tables/{table}/matches/{match}": {
    readonly path: { readonly table: string; readonly match: number };
    readonly body: undefined;
    readonly answer: Readonly<Record<string, unknown>>;
  };
  /** The same, step by step. */
  readonly "GET /api/tables/{table}/matches/{match}/replay": {
    readonly path: { readonly table: string; readonly match: number };
    readonly body: undefined;
    readonly answer: Replay;
  };
  /** A match that was shared, step by step. */
  readonly "GET /api/shared/{share}": {
    readonly path: { readonly share: string };
    readonly body: undefined;
    readonly answer: Replay;
  };
  /** The record of a match that was shared. */
  readonly "GET /api/shared/{share}/record": {
    readonly path: { readonly share: string };
    readonly body: undefined;
    readonly answer: Readonly<Record<string, unknown>>;
  };
}

/** The interface between the page and a game: each game's `index.ts` exports one `GamePage`. */

import type { Component } from "svelte";

import type { Reaction } from "../avatars/moods.svelte";
import type { Lang } from "../words/words.svelte";
import type { EventInfo, TableInfo } from "../wire/messages";
import type { Outcome, Tally } from "./outcome";

/** A table's picture, as a game's own type narrows it. `src/mazziere/wire/pictures.py` draws it. */
export interface Picture {
  readonly phase: string;
  readonly scores: readonly number[];
}

/** The table as one seat sees it. */
export interface View<P extends Picture = Picture> {
  readonly table: TableInfo;
  /** The seat that sees it; null: a watcher, or a replay with all hands. */
  readonly seat: number | null;
  readonly picture: P;
  /** In a replay: what each seat sees, so that all hands can be shown. */
  readonly all?: readonly P[];
  readonly moves: ReadonlySet<string>;
  /** By seat. */
  readonly names: readonly string[];
}

export interface BoardProps<P extends Picture = Picture> {
  readonly view: View<P>;
  /**
   * Make these moves, all or none. One that is not allowed is refused with its rule in words, so a
   * board passes on whatever was touched and judges nothing itself.
   */
  readonly play: (...moves: string[]) => void;
  /** Moves that the hard bot would make or a lesson points at, the best first; to be marked. */
  readonly hinted: readonly string[];
}

/** A card that flies: from an anchor to an anchor, face up if it has a name. */
export interface Flight {
  readonly card: string | null;
  readonly from: string;
  readonly to: string;
}

/** A picture on the way, where one entry holds more than one thing to see. */
export interface Halt<P extends Picture = Picture> {
  /** How many of the entry's events lead up to it. */
  readonly after: number;
  readonly picture: P;
  /** How long it is looked at, unless a tap ends it. */
  readonly holdMs: number;
}

/** The deal of a new round: it is seen once the end of the last one has been looked at. */
export interface Deal<P extends Picture = Picture> {
  /** With which of the events it begins; -1: with none of them. */
  readonly from: (events: readonly EventInfo[]) => number;
  /** The table before its first card, by how it is after the last. */
  readonly before: (after: P) => P;
}

/** A count beside a name at the table, e.g. “7 cards”, “3 tokens”. */
export interface Badge {
  /** What it counts; a game draws its own sign for it. */
  readonly sign: "cards" | "tokens" | "points" | "found" | "hourglass";
  readonly value: string;
  /** In words, for screen readers. */
  readonly label: string;
  /** Something to be warned of, e.g. one card left. */
  readonly alert?: string;
}

/** The kinds of signs, each with its own drawing and motion. */
export type FlashKind =
  | "plus"
  | "skip"
  | "reverse"
  | "shout"
  | "shuffle"
  | "rob"
  | "jackpot"
  | "block"
  | "skunk"
  | "out"
  | "showdown"
  | "find"
  | "miss";

/** A sign that is shown over the table for a second. */
export interface Flash {
  readonly kind: FlashKind;
  /** A word or two. */
  readonly text: string;
  /** The seat that it happens to; null: the middle of the table. */
  readonly seat: number | null;
  /** Another sign, once the moment between them has been looked at. */
  readonly then?: Flash;
}

export interface MomentProps<P extends Picture = Picture, M = unknown> {
  readonly moment: M;
  readonly view: View<P>;
}

export interface GamePage<P extends Picture = Picture, M = unknown> {
  /** The middle of the table and one's own cards. */
  readonly Board: Component<BoardProps<P>>;
  /** A card; `card` null is its back. Fills the width that it is given. */
  readonly Face: Component<FaceProps>;
  /** How cards move when something happens. */
  readonly flights: (event: EventInfo, view: View<P>) => readonly Flight[];
  /** Where to halt on the way, e.g. at a card that is turned over and covered again. */
  readonly halts?: (events: readonly EventInfo[], before: View<P>) => readonly Halt<P>[];
  /** Cards that are dealt anew in the middle of a match, or again after it. */
  readonly deal?: Deal<P>;
  /**
   * Something to stop and look at when it happens (a round that ends): null for nothing. It is shown
   * for a moment, or for as long as its own `holdMs` says.
   */
  readonly moment: (events: readonly EventInfo[], before: View<P>, after: View<P>) => M | null;
  /** The table while it is looked at, where the table would tell it first. */
  readonly meanwhile?: (before: P, after: P) => P;
  /** Whether such a moment ends a round: the last of these can be looked at again. */
  readonly isRound: (moment: M) => boolean;
  /** Draws it; the same draws the last one again on request. */
  readonly Moment: Component<MomentProps<P, M>>;
  readonly badges: (view: View<P>, seat: number) => readonly Badge[];
  /** The board itself says who is there and what they have: alone, or where there is little room. */
  readonly tellsSeats?: (view: View<P>) => "always" | "tight" | "never";
  /** How faces react to an event. */
  readonly reactions?: (event: EventInfo, view: View<P>) => readonly Reaction[];
  /** A short sign over the table when something hits somebody; null for nothing. */
  readonly flash?: (
    events: readonly EventInfo[],
    before: View<P>,
    after: View<P>,
    lang: Lang,
  ) => Flash | null;
  /** How many cards a seat holds, to draw them as a fan of backs; null: not drawn. */
  readonly held?: (view: View<P>, seat: number) => number | null;
  /** Whether the board itself shows the direction of play. */
  readonly showsDirection?: boolean;
  /** Seats whose turn it is. */
  readonly turn: (picture: P) => readonly number[];
  /** 1: as the seats are numbered; -1: the other way. */
  readonly direction: (picture: P) => 1 | -1;
  /** What to do now, in a short sentence for the viewer. */
  readonly prompt: (view: View<P>, lang: Lang) => string;
  /** A refusal in words that name what would be right; null: the book's words. */
  readonly refusal?: (why: string, view: View<P>, lang: Lang) => string | null;
  /**
   * Who was faster, for a move that was legal when it was made; null: nothing to say. `events` is what
   * happened in between.
   */
  readonly tooLate?: (
    move: string,
    events: readonly EventInfo[],
    view: View<P>,
    lang: Lang,
  ) => string | null;
  /** What I hold, in words; one list. */
  readonly handWords: (view: View<P>, lang: Lang) => string;
  /** What lies on the table for everybody, in words. */
  readonly tableWords: (view: View<P>, lang: Lang) => string;
  /** Kinds of events that a screen reader hears apart from the others. */
  readonly heardApart?: ReadonlySet<string>;
  /** Whether the part in brackets of an event's sentence tells nothing new after these events. */
  readonly isKnown?: (event: EventInfo, earlier: readonly EventInfo[]) => boolean;
  /** A move in words, for lists, hints and screen readers. */
  readonly moveWords: (move: string, view: View<P>, lang: Lang) => string;
  /** What counts in this match, and how it stands. */
  readonly tally: (view: View<P>, lang: Lang) => Tally;
  /** Who has won a match that is over, and why. */
  readonly outcome: (view: View<P>, winners: readonly number[], lang: Lang) => Outcome;
  /** Whether a seat has nothing more to do in this match. Games that put nobody out leave it out. */
  readonly isOut?: (view: View<P>, seat: number) => boolean;
  /** Whether a move should be asked for twice where the player wants to be asked. */
  readonly isWeighty: (move: string) => boolean;
}

export interface FaceProps {
  readonly card: string | null;
  /** Of the table, for cards whose meaning is agreed there. */
  readonly options?: Readonly<Record<string, unknown>>;
  /** Whose card, where backs differ. */
  readonly seat?: number;
}

/** The interface between the page and a game: each game's `index.ts` exports one `GamePage`. */

import type { Component } from "svelte";

import type { AnimalId } from "../avatars/animals";
import type { Reaction } from "../avatars/moods.svelte";
import type { PlaceNames } from "../words/narration";
import type { Lang } from "../words/words.svelte";
import type { EventInfo, TableInfo } from "../wire/messages";
import type { Ending, Outcome, Tally } from "./outcome";

/** The common fields of a picture; each game has its own, narrower type. The server computes it. */
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
  /** Names by seat. */
  readonly names: readonly string[];
}

export interface BoardProps<P extends Picture = Picture> {
  readonly view: View<P>;
  /**
   * Make these moves, all or none. An illegal move is refused with its rule, so a board passes on
   * every tap and does not check legality.
   */
  readonly play: (...moves: string[]) => void;
  /** Moves to mark: those of the hard bot, best first, or of a lesson. */
  readonly hinted: readonly string[];
}

/** A card that flies: from an anchor to an anchor, face up if it has a name. */
export interface Flight {
  readonly card: string | null;
  readonly from: string;
  readonly to: string;
}

/** An intermediate picture, for an entry with several things to show. */
export interface Halt<P extends Picture = Picture> {
  /** Number of the entry's events before it. */
  readonly after: number;
  readonly picture: P;
  /** Display time; a tap ends it early. */
  readonly holdMs: number;
}

/** The deal of a new round, shown after the end of the last round. */
export interface Deal<P extends Picture = Picture> {
  /** Return the index of the first event of the deal; -1: there is none. */
  readonly from: (events: readonly EventInfo[]) => number;
  /** Return the table before the deal, computed from the table after it. */
  readonly before: (after: P) => P;
}

/** A count beside a name at the table, e.g. “7 cards”, “3 tokens”. */
export interface Badge {
  /** The thing that it counts; selects the icon. */
  readonly sign: "cards" | "tokens" | "points" | "found" | "hourglass";
  readonly value: string;
  /** In words, for screen readers. */
  readonly label: string;
  /** A warning, e.g. one card left. */
  readonly alert?: string;
}

/** The kinds of signs that belong to no single game, each with its own drawing and motion. */
export type CommonFlash =
  "plus" | "skip" | "reverse" | "shout" | "caught" | "out" | "find" | "miss";

/** A sign that is shown over the table for a second. */
export interface Flash {
  /** One of the common kinds, or a game's own. */
  readonly kind: string;
  /** A word or two. */
  readonly text: string;
  /** The seat beside which it is shown; null: the middle of the table. */
  readonly seat: number | null;
  /** The game's own drawing; it fills a square. Without one, the common drawing of the kind. */
  readonly Picture?: Component<{ readonly flash: Flash }>;
  /** Cards that the drawing shows. */
  readonly cards?: readonly string[];
  /** The person at the seat; `choreography` fills this in. */
  readonly who?: { readonly name: string; readonly animal: AnimalId };
  /** A second sign, shown after the moment. */
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
  /** Flights of cards for an event. */
  readonly flights: (event: EventInfo, view: View<P>) => readonly Flight[];
  /** Intermediate pictures, e.g. of a card that is turned over and covered again. */
  readonly halts?: (events: readonly EventInfo[], before: View<P>) => readonly Halt<P>[];
  /** Deals of new rounds within a match. */
  readonly deal?: Deal<P>;
  /**
   * A result to show when it happens, e.g. the end of a round; null for nothing. It is shown for
   * the default time, or for its own `holdMs`.
   */
  readonly moment: (events: readonly EventInfo[], before: View<P>, after: View<P>) => M | null;
  /** The table during a moment, if the new table would give the result away. */
  readonly meanwhile?: (before: P, after: P) => P;
  /** Kinds of events that begin a round, for the marks of a replay; else turns are marked. */
  readonly roundEvents?: ReadonlySet<string>;
  /** Whether a moment ends a round; the last one can be shown again. */
  readonly isRound: (moment: M) => boolean;
  /** Draws a moment, also when it is shown again. */
  readonly Moment: Component<MomentProps<P, M>>;
  readonly badges: (view: View<P>, seat: number) => readonly Badge[];
  /**
   * When the board itself shows the players and their counts: always, or if there is little room.
   */
  readonly tellsSeats?: (view: View<P>) => "always" | "tight" | "never";
  /** How faces react to an event. */
  readonly reactions?: (event: EventInfo, view: View<P>) => readonly Reaction[];
  /** A short sign over the table for these events; null for nothing. */
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
  /** 1: as the seats are numbered; -1: the other way; 0: all act at once. */
  readonly direction: (picture: P) => 1 | -1 | 0;
  /** What to do now, in a short sentence for the viewer. */
  readonly prompt: (view: View<P>, lang: Lang) => string;
  /** The game's own words for a refusal, with what would be right; null: the words of the rules. */
  readonly refusal?: (why: string, view: View<P>, lang: Lang) => string | null;
  /**
   * Say who was faster, for a move that was legal when it was made; null: nothing to say. `events`
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
  /** Names of places, where the screen shows no numbers. */
  readonly places?: PlaceNames;
  /** Kinds of events that a screen reader hears apart from the others. */
  readonly heardApart?: ReadonlySet<string>;
  /** Whether the part in brackets of an event's sentence tells nothing new after these events. */
  readonly isKnown?: (event: EventInfo, earlier: readonly EventInfo[]) => boolean;
  /** A move in words, for lists, hints and screen readers. */
  readonly moveWords: (move: string, view: View<P>, lang: Lang) => string;
  /** The score of each seat, and its unit. */
  readonly tally: (view: View<P>, lang: Lang) => Tally;
  /** The winners of a finished match, and the reason. */
  readonly outcome: (view: View<P>, winners: readonly number[], lang: Lang) => Outcome;
  /** Say in a sentence what decided a match with one winner; null: nothing is known of it. */
  readonly decided?: (ending: Ending, view: View<P>, lang: Lang) => string | null;
  /** Whether a seat is eliminated. Optional for games without elimination. */
  readonly isOut?: (view: View<P>, seat: number) => boolean;
  /** Whether a move needs a confirmation, if the player has turned confirmations on. */
  readonly isWeighty: (move: string) => boolean;
}

export interface FaceProps {
  readonly card: string | null;
  /** Options of the table, for cards whose effect is agreed there. */
  readonly options?: Readonly<Record<string, unknown>>;
  /** Owner of the card, for games with different backs. */
  readonly seat?: number;
}

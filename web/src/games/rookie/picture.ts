/** ROOKIE's picture for one seat: only cards that are face up now, never cards seen earlier. */

import type { Picture, View } from "../../table/board";

export const KINDS = ["R", "G", "B", "Y", "P", "X"] as const;
export type Kind = (typeof KINDS)[number];

/** One of the nine piles. */
export interface Pile {
  readonly height: number;
  readonly open: Kind | null;
}

/** One of a player's three provisional piles. */
export interface Laid {
  readonly top: Kind | null;
  readonly cards: Readonly<Partial<Record<Kind, number>>>;
}

export interface RookiePicture extends Picture {
  readonly phase:
    | "starter"
    | "piles"
    | "first"
    | "second"
    | "cover_or_seek"
    | "seek"
    | "lay"
    | "ask"
    | "rob"
    | "over";
  readonly turn: number;
  /** The seat to act: the seat on turn, or its partner. */
  readonly actor: number;
  /** The kind of the pair that was found. */
  readonly found: Kind | null;
  readonly piles: readonly Pile[];
  /** Provisional piles by seat, three each. */
  readonly laid: readonly (readonly Laid[])[];
  /** Cards that the actor must lay. */
  readonly inHand: readonly Kind[];
  readonly mayGive: boolean;
}

export type RookieView = View<RookiePicture>;

/** Counts of cards by kind. */
export type Tally = readonly (readonly [Kind, number])[];

export function tallyOf(cards: Readonly<Partial<Record<Kind, number>>>): Tally {
  return KINDS.flatMap((kind) => {
    const count = cards[kind] ?? 0;
    return count > 0 ? [[kind, count] as const] : [];
  });
}

export function tallyOfAll(cards: readonly Kind[]): Tally {
  const counts: Partial<Record<Kind, number>> = {};
  for (const card of cards) counts[card] = (counts[card] ?? 0) + 1;
  return tallyOf(counts);
}

/** Count the cards of several piles. */
export function tallyOfPiles(piles: readonly Laid[]): Tally {
  return tallyOfAll(
    piles.flatMap((pile) =>
      tallyOf(pile.cards).flatMap(([kind, count]) => Array<Kind>(count).fill(kind)),
    ),
  );
}

export function countOf(pile: Laid): number {
  return tallyOf(pile.cards).reduce((sum, [, count]) => sum + count, 0);
}

/** Return the number of uncaptured cards of a seat. */
export function uncaptured(picture: RookiePicture, seat: number): number {
  return (picture.laid[seat] ?? []).reduce((sum, pile) => sum + countOf(pile), 0);
}

/** Count the cards beneath the top card of a pile. */
export function beneath(pile: Laid): Tally {
  return tallyOf(pile.cards).flatMap(([kind, count]) => {
    const left = kind === pile.top ? count - 1 : count;
    return left > 0 ? [[kind, left] as const] : [];
  });
}

/** Return the kind that most piles show, if at least two show it. */
export function leader(piles: readonly Laid[]): { kind: Kind; piles: number } | null {
  const tops = piles.flatMap((pile) => (pile.top ? [pile.top] : []));
  const best = tallyOfAll(tops).reduce<readonly [Kind | null, number]>(
    (found, one) => (one[1] > found[1] ? one : found),
    [null, 1],
  );
  return best[0] ? { kind: best[0], piles: best[1] } : null;
}

export function isKids(view: RookieView): boolean {
  return view.table.options["mode"] === "kids";
}

export function isTeam(view: RookieView): boolean {
  return view.table.options["mode"] === "team";
}

/** Return whether the viewer is to act. */
export function isMine(view: RookieView): boolean {
  return view.seat !== null && view.moves.size > 0 && view.picture.actor === view.seat;
}

/** What a ROOKIE table looks like to one seat: only what lies open now, never what was seen before. */

import type { Picture, View } from "../../table/board";

export const KINDS = ["R", "G", "B", "Y", "P", "X"] as const;
export type Kind = (typeof KINDS)[number];

/** One of the nine piles. */
export interface Pile {
  readonly height: number;
  readonly open: Kind | null;
}

/** One of somebody's three provisional piles. */
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
  /** Who is to act: the one whose turn it is, or the partner. */
  readonly actor: number;
  /** The kind of the pair that is being dealt with. */
  readonly found: Kind | null;
  readonly piles: readonly Pile[];
  /** By seat, three each. */
  readonly laid: readonly (readonly Laid[])[];
  /** Of the actor, to be laid. */
  readonly inHand: readonly Kind[];
  readonly mayGive: boolean;
}

export type RookieView = View<RookiePicture>;

/** The cards of a kind, and how many. */
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

/** Everything in several piles. */
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

/** The uncaptured cards of a seat. */
export function uncaptured(picture: RookiePicture, seat: number): number {
  return (picture.laid[seat] ?? []).reduce((sum, pile) => sum + countOf(pile), 0);
}

/** What lies beneath the top card of a pile. */
export function beneath(pile: Laid): Tally {
  return tallyOf(pile.cards).flatMap(([kind, count]) => {
    const left = kind === pile.top ? count - 1 : count;
    return left > 0 ? [[kind, left] as const] : [];
  });
}

/** The kind that most of the piles show, if at least two do. */
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

/** Whether these eyes are to act. */
export function isMine(view: RookieView): boolean {
  return view.seat !== null && view.moves.size > 0 && view.picture.actor === view.seat;
}

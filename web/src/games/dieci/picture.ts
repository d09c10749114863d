/** What a DIECI table looks like to one pair of eyes, and what is read off it for drawing. */

import type { Picture, View } from "../../table/board";

export interface DieciPicture extends Picture {
  readonly phase: "dealer" | "deck" | "play" | "answer" | "over";
  readonly dealer: number;
  /** Who plays, and while a swap is offered: who offers it. */
  readonly turn: number;
  /** Who has to answer an offer. */
  readonly asked: number | null;
  readonly jumped: boolean;
  readonly inRound: readonly number[];
  readonly tokens: readonly number[];
  /** By seat: a card that is known, `?` for one that is not, null for none. */
  readonly cards: readonly (string | null)[];
  /** Swaps of the chain that runs now, the first one first. */
  readonly chain: readonly (readonly [number, number])[];
  readonly aside: readonly (string | null)[];
  readonly deck: number;
}

export type DieciView = View<DieciPicture>;

/** The kinds that carry a sign: they may be shown to block. */
export const SIGNED: readonly string[] = ["10", "9", "8", "7", "6"];

/** A card as these eyes see it: `face` null is its back; `open` lies open for all. */
export interface Seen {
  readonly face: string | null;
  readonly open: boolean;
}

/** What lies in front of a seat; null for nothing. In a replay every seat's own eyes are asked. */
export function cardOf(view: DieciView, seat: number): Seen | null {
  const own = view.all?.[seat]?.cards[seat];
  const card = own ?? view.picture.cards[seat] ?? null;
  if (card === null) return null;
  const face = card === "?" ? null : card;
  // Before the end only a card with a sign can lie open; any other that is known was passed on.
  const open =
    face !== null && (view.picture.phase === "over" || SIGNED.includes(face) || !!view.all);
  return { face, open };
}

/** Whose turn it is to do something. */
export function toMove(picture: DieciPicture): readonly number[] {
  if (picture.phase === "play") return [picture.turn];
  return picture.phase === "answer" && picture.asked !== null ? [picture.asked] : [];
}

/**
 * Whether a seat is out: without tokens it still plays its round to the end, and at the end of the
 * match is out as well, unless nobody has any and those of the last round share the win.
 */
export function isOut(picture: DieciPicture, seat: number): boolean {
  if (picture.tokens[seat] !== 0) return false;
  const hasWinner = picture.phase === "over" && picture.tokens.some((count) => count > 0);
  return hasWinner || !picture.inRound.includes(seat);
}

/** The next one to the right who is in the round; null if there is nobody else. */
export function neighbourOf(picture: DieciPicture, seat: number): number | null {
  const players = picture.tokens.length;
  for (let step = 1; step < players; step++) {
    const other = (seat + step) % players;
    if (picture.inRound.includes(other)) return other;
  }
  return null;
}

/** The seats that the card of the running chain has been at, the first giver first. */
export function pathOf(picture: DieciPicture): readonly number[] {
  const first = picture.chain[0];
  return first ? [first[0], ...picture.chain.map(([, taker]) => taker)] : [];
}

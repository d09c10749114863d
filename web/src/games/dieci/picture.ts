/** DIECI's picture for one seat, and values derived from it for drawing. */

import type { Picture, View } from "../../table/board";

export interface DieciPicture extends Picture {
  readonly phase: "dealer" | "deck" | "play" | "answer" | "over";
  readonly dealer: number;
  /** The seat to move; during an offer, the seat that offers the swap. */
  readonly turn: number;
  /** The seat that must answer an offer. */
  readonly asked: number | null;
  readonly jumped: boolean;
  readonly inRound: readonly number[];
  readonly tokens: readonly number[];
  /** By seat: a known card, `?` for an unknown one, null for none. */
  readonly cards: readonly (string | null)[];
  /** Swaps of the current chain, in order. */
  readonly chain: readonly (readonly [number, number])[];
  readonly aside: readonly (string | null)[];
  readonly deck: number;
}

export type DieciView = View<DieciPicture>;

/** Cards with a sign; a player may show one to block a swap. */
export const SIGNED: readonly string[] = ["10", "9", "8", "7", "6"];

/** A card as one seat sees it. `face` null: its back. `open`: face up for everybody. */
export interface SeatCard {
  readonly face: string | null;
  readonly open: boolean;
}

/** Return the card in front of a seat, or null. A replay uses each seat's own picture. */
export function cardOf(view: DieciView, seat: number): SeatCard | null {
  const own = view.all?.[seat]?.cards[seat];
  const card = own ?? view.picture.cards[seat] ?? null;
  if (card === null) return null;
  const face = card === "?" ? null : card;
  // Before the end only a card with a sign can lie face up; any other known card was passed on.
  const open =
    face !== null && (view.picture.phase === "over" || SIGNED.includes(face) || !!view.all);
  return { face, open };
}

/** Return the seats that are to move. */
export function toMove(picture: DieciPicture): readonly number[] {
  if (picture.phase === "play") return [picture.turn];
  return picture.phase === "answer" && picture.asked !== null ? [picture.asked] : [];
}

/**
 * Return whether a seat is out. A seat without tokens finishes its round. At the end of the match
 * it is out, unless nobody has tokens: then the players of the last round share the win.
 */
export function isOut(picture: DieciPicture, seat: number): boolean {
  if (picture.tokens[seat] !== 0) return false;
  const hasWinner = picture.phase === "over" && picture.tokens.some((count) => count > 0);
  return hasWinner || !picture.inRound.includes(seat);
}

/** Return the next seat to the right that is in the round; null if there is none. */
export function neighbourOf(picture: DieciPicture, seat: number): number | null {
  const players = picture.tokens.length;
  for (let step = 1; step < players; step++) {
    const other = (seat + step) % players;
    if (picture.inRound.includes(other)) return other;
  }
  return null;
}

/** Return the seats that the card of the current chain has visited, the first giver first. */
export function pathOf(picture: DieciPicture): readonly number[] {
  const first = picture.chain[0];
  return first ? [first[0], ...picture.chain.map(([, taker]) => taker)] : [];
}

/**
 * Lays all cards in hand at once: as many piles as possible show one kind, and the other cards go
 * beneath.
 */

import { KINDS, tallyOfAll, type Kind, type Laid } from "./picture";

/** Return the moves in order; `piles` are the player's own three. */
export function spread(inHand: readonly Kind[], piles: readonly Laid[]): readonly string[] {
  const tops: (Kind | null)[] = piles.map((pile) => pile.top);
  const hand = new Map(tallyOfAll(inHand));
  const shows = (kind: Kind) => tops.filter((top) => top === kind).length;
  const reach = (kind: Kind) => Math.min(piles.length, shows(kind) + (hand.get(kind) ?? 0));
  const lead = KINDS.reduce((best, kind) => (reach(kind) > reach(best) ? kind : best));
  const moves: string[] = [];
  const lay = (kind: Kind, pile: number) => {
    tops[pile] = kind;
    moves.push(`place ${kind} ${pile + 1}`);
  };
  /**
   * Pick the pile for another card: avoid piles that show the leading kind; prefer the same kind,
   * then an empty pile.
   */
  const aside = (kind: Kind) => {
    const free = tops.flatMap((top, pile) => (top === lead ? [] : [pile]));
    return (
      free.find((pile) => tops[pile] === kind) ??
      free.find((pile) => tops[pile] === null) ??
      free.at(-1) ??
      tops.length - 1
    );
  };
  for (const [kind, count] of hand) {
    if (kind === lead) continue;
    const pile = aside(kind);
    for (let card = 0; card < count; card++) lay(kind, pile);
  }
  for (let card = 0; card < (hand.get(lead) ?? 0); card++) {
    const empty = tops.indexOf(null);
    const other = tops.findIndex((top) => top !== lead);
    lay(lead, Math.max(0, empty >= 0 ? empty : other));
  }
  return moves;
}

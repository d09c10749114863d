import { isSameList, type Draw, type GameDeal } from "../../fair/chance";
import type { Json } from "../../fair/proof";

const PLACES = [0, 1, 2, 3, 4, 5, 6, 7, 8];

/**
 * Check the piles: first the drawn places of the taller piles, then the cards, dealt pile by pile.
 */
function isLaidOut({ piles }: Json, { stream, isOrdered }: Draw): boolean {
  if (!Array.isArray(piles) || piles.length !== PLACES.length) return false;
  if (!piles.every((pile): pile is unknown[] => Array.isArray(pile))) return false;
  const cards = piles.flat();
  const taller = stream.order(PLACES).slice(0, cards.length % PLACES.length);
  const least = Math.floor(cards.length / PLACES.length);
  const sizes = PLACES.map((place) => least + Number(taller.includes(place)));
  return (
    isSameList(
      piles.map((pile) => pile.length),
      sizes,
    ) && isOrdered(cards)
  );
}

export const deal: GameDeal = { cards: [..."RGBYPX"], steps: { piles: isLaidOut } };

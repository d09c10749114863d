import { isObject } from "../../fair/canonical";
import type { Draw, GameDeal } from "../../fair/chance";
import { isWhole, type Json } from "../../fair/proof";
import { COMMON } from "../uno/cards";

/** The whole pack. Players draw from it to decide the dealer. */
const PACK = COMMON.flatMap((card) => {
  const count = card.startsWith("wild") ? 4 : card.endsWith("0") ? 1 : 2;
  return Array.from({ length: count }, () => card);
});

/**
 * Check the draws: in each round the seats, ascending, get the first cards of a freshly shuffled
 * pack.
 */
function isDrawnFor({ draws }: Json, { players, ordered }: Draw): boolean {
  if (!Array.isArray(draws) || draws.length === 0) return false;
  return draws.every((round: unknown) => {
    const first = ordered(PACK);
    if (!first || !isObject(round)) return false;
    const seats = Object.keys(round)
      .map(Number)
      .sort((one, other) => one - other);
    if (!seats.every((seat) => isWhole(seat) && seat >= 0 && seat < players)) return false;
    return seats.every((seat, place) => round[seat] === first[place]);
  });
}

export const deal: GameDeal = {
  cards: COMMON,
  steps: { draws: isDrawnFor },
  byLot: ["draws"],
};

import type { GameDeal } from "../../fair/chance";

export const deal: GameDeal = { cards: ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"] };

import type { GameDeal } from "../../fair/chance";

export const deal: GameDeal = { cards: "10 9 8 7 6 5 4 3 2 1 0 00 000 0000 cat".split(" ") };

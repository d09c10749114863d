import type { GameDeal } from "../../fair/chance";
import { cards } from "./cards";

export const deal: GameDeal = { cards };

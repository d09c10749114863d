/** The box for the beach: the same page, with its cards half under water. */

import type { GamePage } from "../../table/board";
import { page as dry } from "./index";
import type { UnoMoment } from "./moment";
import type { UnoPicture } from "./picture";
import WaterFace from "./WaterFace.svelte";

export const page: GamePage<UnoPicture, UnoMoment> = { ...dry, Face: WaterFace };

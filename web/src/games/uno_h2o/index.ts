/** The page of UNO, with cards half under water. */

import "./setting.css";

import type { GamePage } from "../../table/board";
import { page as dry } from "../uno";
import type { UnoMoment } from "../uno/moment";
import { playUnderWater, type UnoPicture } from "../uno/picture";
import WaterFace from "../uno/WaterFace.svelte";

playUnderWater("uno_h2o");

export const page: GamePage<UnoPicture, UnoMoment> = { ...dry, Face: WaterFace };

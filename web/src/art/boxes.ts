/** The five boxes on the shelf, with what their booklets say of each game, and what we add. */

import type { Component } from "svelte";

import type { GameId } from "../games";
import Dieci from "./Dieci.svelte";
import Rookie from "./Rookie.svelte";
import Uno from "./Uno.svelte";
import Water from "./Water.svelte";
import Yooloo from "./Yooloo.svelte";

export interface Box {
  readonly games: readonly GameId[];
  readonly Art: Component;
}

export const BOXES: readonly Box[] = [
  { games: ["yooloo", "one_to_ten"], Art: Yooloo },
  { games: ["rookie"], Art: Rookie },
  { games: ["uno"], Art: Uno },
  { games: ["uno_h2o"], Art: Water },
  { games: ["dieci"], Art: Dieci },
];

export interface Facts {
  /** Of a match as we play it by default; only DIECI's booklet gives a time. */
  readonly minutes: number;
  /** From which age: by the booklet, or by the box where the booklet is silent. */
  readonly age: number;
  /** How many sit down for a game against bots. */
  readonly company: number;
}

export const FACTS: Readonly<Record<GameId, Facts>> = {
  yooloo: { minutes: 10, age: 6, company: 4 },
  one_to_ten: { minutes: 10, age: 6, company: 3 },
  rookie: { minutes: 20, age: 6, company: 3 },
  uno: { minutes: 15, age: 7, company: 4 },
  uno_h2o: { minutes: 30, age: 7, company: 4 },
  dieci: { minutes: 30, age: 6, company: 5 },
};

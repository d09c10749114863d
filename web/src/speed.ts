/**
 * Durations on this page. People choose a pace in the settings. Tests set
 * `globalThis.mazziereSpeed` before the page loads and may change it later; its factors are 1 for
 * people. A timer that is already running keeps its duration.
 */

import { settings, type Pace } from "./look/settings.svelte";

interface Speed {
  /** Divides the time that scenes, moments and moves are shown for or wait. */
  show?: number;
  /** Divides the time that notices and speech bubbles stay. */
  note?: number;
  /** Divides the timeouts and retries of the connection. */
  net?: number;
}

declare global {
  var mazziereSpeed: Speed | undefined;
}

const scale =
  (what: keyof Speed) =>
  (ms: number): number =>
    ms / (globalThis.mazziereSpeed?.[what] ?? 1);

/** Whether calm is the default now: in a mode for children, and in lessons. */
let isCalm = false;

export function calmByDefault(calm: boolean): void {
  isCalm = calm;
}

/** Return the pace that the person chose, or the default of a game or a lesson. */
export function paceOf(calm: boolean): Pace {
  return settings.now.pace === "auto" ? (calm ? "calm" : "normal") : settings.now.pace;
}

const PACE: Readonly<Record<Pace, number>> = { calm: 1.6, normal: 1, fast: 0.55 };
const shown = scale("show");

/** Scale a display time by the pace of this person. */
export const showMs = (ms: number): number => shown(ms) * PACE[paceOf(isCalm)];

/** Scale a wait that the pace of this person does not change. */
export const waitMs = shown;

/** Mean time of a bot's move for a new table, by pace. */
export const BOT_MS: Readonly<Record<Pace, number>> = { calm: 2000, normal: 1200, fast: 400 };

export const noteMs = scale("note");
export const netMs = scale("net");

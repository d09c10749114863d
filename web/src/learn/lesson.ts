/** A lesson: one or more fixed deals, each with a script of moves and the coach's sentences. */

import type { GameId } from "../games";
import type { Lang } from "../words/words.svelte";

export interface Said {
  readonly say: Readonly<Record<Lang, string>>;
  /** The rule behind it. */
  readonly rule: string;
}

/**
 * A move of the script. The learner has seat 0. Moves of other players can have an explanation,
 * too.
 */
export interface ScriptStep extends Partial<Said> {
  readonly seat: number;
  readonly move: string;
}

/** A sentence of the coach. One that explains another player's move waits for a button. */
export interface CoachLine extends Said {
  readonly explains: boolean;
}

export interface Part {
  readonly options: Readonly<Record<string, unknown>>;
  readonly players: number;
  /** Names of the seats after the first. */
  readonly names: readonly string[];
  /** The deal, as a record writes it. */
  readonly chance: readonly Readonly<Record<string, unknown>>[];
  readonly script: readonly ScriptStep[];
  /** The sentence after the last step. */
  readonly end: Said;
}

export interface Lesson {
  readonly game: GameId;
  readonly parts: readonly Part[];
}

/** The learner's seat. */
export const LEARNER = 0;

/** Return all sentences of a part except the last. */
export function linesOf({ script }: Part): readonly CoachLine[] {
  return script.flatMap(({ seat, say, rule }) =>
    say && rule ? [{ say, rule, explains: seat !== LEARNER }] : [],
  );
}

/** Lessons from the games' folders in the engine, loaded on demand. */
const LESSONS = import.meta.glob<{ readonly default: unknown }>(
  "../../../src/mazziere/games/*/lesson.json",
);
const pathOf = (game: GameId) => `../../../src/mazziere/games/${game}/lesson.json`;

/** Return whether a game has a lesson. */
export function hasLesson(game: GameId): boolean {
  return Object.hasOwn(LESSONS, pathOf(game));
}

/** Load the lesson of a game; a test replays each of them through the engine. */
export async function lessonOf(game: GameId): Promise<Lesson> {
  const load = LESSONS[pathOf(game)];
  if (!load) throw new Error(`no lesson: ${game}`);
  return (await load()).default as Lesson;
}

/**
 * Return how many steps of the script, from `at` on, the learner's moves complete; 0 if they differ
 * from the script. Moves made together can be in any order.
 */
export function stepsMade(
  script: readonly ScriptStep[],
  at: number,
  moves: readonly string[],
): number {
  const wanted = script.slice(at, at + moves.length);
  if (wanted.length < moves.length || wanted.some((step) => step.seat !== LEARNER)) return 0;
  const left = wanted.map((step) => step.move);
  for (const move of moves) {
    const found = left.indexOf(move);
    if (found < 0) return 0;
    left.splice(found, 1);
  }
  return moves.length;
}

/** Return the number of finished moves of the learner, and of all. */
export function progress(lesson: Lesson, part: number, at: number): { made: number; all: number } {
  const own = (steps: readonly ScriptStep[]) =>
    steps.filter((step) => step.seat === LEARNER).length;
  const before = lesson.parts.slice(0, part).reduce((sum, one) => sum + own(one.script), 0);
  const made = before + own((lesson.parts[part]?.script ?? []).slice(0, at));
  return { made, all: lesson.parts.reduce((sum, one) => sum + own(one.script), 0) };
}

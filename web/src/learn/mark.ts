/** Where somebody is in a lesson, kept on the device: after a reload it goes on from there. */

import type { GameId } from "../games";
import type { Lesson } from "./lesson";

export interface Mark {
  readonly part: number;
  /** Steps of the part's script that are made. */
  readonly at: number;
}

const START: Mark = { part: 0, at: 0 };
const keyOf = (game: GameId) => `mazziere.lesson.${game}`;

/** Where a lesson goes on: never past its end, and at its start if it has been changed since. */
export function markIn(lesson: Lesson): Mark {
  const kept = read(localStorage.getItem(keyOf(lesson.game)));
  const script = lesson.parts[kept.part]?.script;
  if (!script || kept.at > script.length) return START;
  if (kept.at < script.length) return kept;
  return kept.part + 1 < lesson.parts.length ? { part: kept.part + 1, at: 0 } : START;
}

export function keepMark(game: GameId, mark: Mark): void {
  localStorage.setItem(keyOf(game), JSON.stringify(mark));
}

export function forgetMark(game: GameId): void {
  localStorage.removeItem(keyOf(game));
}

function read(text: string | null): Mark {
  try {
    const { part, at } = JSON.parse(text ?? "") as Partial<Mark>;
    return isCount(part) && isCount(at) ? { part, at } : START;
  } catch {
    return START;
  }
}

const isCount = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0;

/** The learner's position in a lesson, kept in local storage so that a reload continues there. */

import type { GameId } from "../games";
import type { Lesson } from "./lesson";

export interface Bookmark {
  readonly part: number;
  /** Number of finished steps of the part's script. */
  readonly at: number;
}

const START: Bookmark = { part: 0, at: 0 };
const keyOf = (game: GameId) => `mazziere.lesson.${game}`;

/** Return where a lesson continues; its start if the stored position does not fit the lesson. */
export function bookmarkOf(lesson: Lesson): Bookmark {
  const kept = read(localStorage.getItem(keyOf(lesson.game)));
  const script = lesson.parts[kept.part]?.script;
  if (!script || kept.at > script.length) return START;
  if (kept.at < script.length) return kept;
  return kept.part + 1 < lesson.parts.length ? { part: kept.part + 1, at: 0 } : START;
}

export function saveBookmark(game: GameId, mark: Bookmark): void {
  localStorage.setItem(keyOf(game), JSON.stringify(mark));
}

export function deleteBookmark(game: GameId): void {
  localStorage.removeItem(keyOf(game));
}

function read(text: string | null): Bookmark {
  try {
    const { part, at } = JSON.parse(text ?? "") as Partial<Bookmark>;
    return isCount(part) && isCount(at) ? { part, at } : START;
  } catch {
    return START;
  }
}

const isCount = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0;

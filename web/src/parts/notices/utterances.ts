/** What a screen reader says, cut into parts that it reads one after the other. */

import type { GamePage } from "../../table/board";
import type { LogLine } from "../log/logLines";

/** More lines than this are only in the log. A whole game of ten rounds fits. */
const MOST = 120;

/**
 * Join lines into utterances. A card that only I see stands on its own, and so does each part that
 * the game wants to be heard apart, e.g. the result of a showdown.
 */
export function utterances(lines: readonly LogLine[], page: GamePage | null): readonly string[] {
  const parts: string[][] = [];
  let before: LogLine | null = null;
  for (const line of lines.slice(-MOST)) {
    const isApart = line.kind !== null && (page?.heardApart?.has(line.kind) ?? false);
    const isNew: boolean =
      before === null || isApart !== wasApart(before) || line.isPrivate || before.isPrivate;
    if (isNew || (isApart && before?.kind !== line.kind)) parts.push([]);
    parts.at(-1)?.push(line.text + (line.times > 1 ? ` × ${line.times}` : ""));
    before = line;
  }
  return parts.map((part) => part.join(" "));

  function wasApart({ kind }: LogLine): boolean {
    return kind !== null && (page?.heardApart?.has(kind) ?? false);
  }
}

/** Add the question after the news, unless the last sentence says the same. */
export function withQuestion(parts: readonly string[], question: string): readonly string[] {
  return question && !parts.at(-1)?.endsWith(question) ? [...parts, question] : parts;
}

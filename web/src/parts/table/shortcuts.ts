/**
 * Keys that read the table aloud. They have a modifier, so that they neither type into a field nor
 * clash with the letters of a screen reader's browse mode. `?` opens the list of keys.
 */

import { isHandledElsewhere } from "../../table/keyTarget";

export const TOPICS = ["hand", "table", "counts", "happened"] as const;
export type Topic = (typeof TOPICS)[number];

/** Return the keys of a topic, as people read them. */
export function keysOf(topic: Topic): string {
  return `Alt+${TOPICS.indexOf(topic) + 1}`;
}

/** Return what a key asks for: a topic, the list of keys, or nothing. */
export function shortcutOf(event: KeyboardEvent): Topic | "keys" | null {
  if (event.ctrlKey || event.metaKey || isHandledElsewhere(event)) return null;
  if (event.key === "?" && !event.altKey) return "keys";
  // The key's place, not its letter: on a Mac, Option and a digit type a sign.
  const digit = event.altKey && !event.shiftKey ? /^Digit(\d)$/.exec(event.code) : null;
  return TOPICS[Number(digit?.[1]) - 1] ?? null;
}

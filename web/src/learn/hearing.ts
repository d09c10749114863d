/**
 * All seats of a lesson belong to one person, who therefore hears what is meant for each of them.
 * The eyes on the screen are the learner's: of what others get they see only that it happened.
 */

import type { EventInfo } from "../wire/messages";

/** Kinds that only their seat hears, with the kind that all others hear instead; null for nothing. */
const SECRETS: Readonly<Record<string, Readonly<Record<string, string | null>>>> = {
  yooloo: { stacked: "stacked_unseen", chose: "chose_unseen" },
  uno: { dealt: null, drew: "drew_unseen", received: null },
  uno_h2o: { dealt: null, drew: "drew_unseen", received: null },
  dieci: {
    dealt: "drew_one",
    received: null,
    took_back: "took_back_unseen",
    drew_secretly: "drew_unseen",
  },
};

/** What one seat would have heard. */
export function heardBy(
  game: string,
  seat: number,
  events: readonly EventInfo[],
): readonly EventInfo[] {
  const secrets = SECRETS[game] ?? {};
  return events.flatMap((event) => {
    const instead = secrets[event.kind];
    if (instead === undefined || event.seat === seat) return [event];
    return instead === null ? [] : [{ ...event, kind: instead, a: null, b: null }];
  });
}

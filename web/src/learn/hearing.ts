/**
 * All seats of a lesson belong to one person, who therefore hears what is meant for each of them.
 * The eyes on the screen are the learner's: of what others get they see only that it happened.
 */

import type { Eyes } from "../parts/telling";
import { PRIVATE_EVENTS } from "../wire/events";
import type { EventInfo, News } from "../wire/messages";

/** By game: what all others hear instead of a kind that only its seat hears, if they do. */
const INSTEAD: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  yooloo: { stacked: "stacked_unseen", chose: "chose_unseen" },
  uno: { drew: "drew_unseen" },
  uno_h2o: { drew: "drew_unseen" },
  dieci: { dealt: "drew_one", took_back: "took_back_unseen", drew_secretly: "drew_unseen" },
};

/** What these eyes would have heard alone. */
export function heardBy(item: News, eyes: Eyes): readonly EventInfo[] {
  return item.events.flatMap((event) => {
    if (!PRIVATE_EVENTS[eyes.game]?.has(event.kind) || event.seat === eyes.seat) return [event];
    const kind = INSTEAD[eyes.game]?.[event.kind];
    return kind === undefined ? [] : [{ ...event, kind, a: null, b: null }];
  });
}

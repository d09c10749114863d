/** Refusals in words: which limit was exceeded, and until when. */

import type { Problem } from "../../wire/http";
import type { Words } from "../../words/words.svelte";

type RefusalInfo = Pick<Problem, "code"> & {
  readonly limit?: string | null;
  readonly waitS?: number | null;
  readonly most?: number | null;
};

const MINUTE_S = 60;
const HOUR_S = 3600;

/** Say when something is possible again. */
export function waitWords(waitS: number | null | undefined, words: Words): string {
  const { limits } = words;
  if (waitS === null || waitS === undefined || waitS <= 2) return limits.soon;
  if (waitS < MINUTE_S) return limits.seconds(waitS);
  if (waitS < HOUR_S) return limits.minutes(Math.ceil(waitS / MINUTE_S));
  return limits.hours(Math.ceil(waitS / HOUR_S));
}

/** Return the words for a refusal; null if we have none. */
export function refusalWords(refusal: RefusalInfo, words: Words): string | null {
  const said: Readonly<Record<string, string>> = words.refusals;
  if (refusal.code !== "too_many") return said[refusal.code] ?? null;
  const when = waitWords(refusal.waitS, words);
  switch (refusal.limit) {
    case "tables_of_person":
      return words.limits.tables_of_person(refusal.most ?? 0);
    case "tables_of_address":
      return words.limits.tables_of_address(when);
    case "tables_of_all":
      return words.limits.tables_of_all;
    case "codes":
    case "codes_of_all":
      return words.limits.codes(when);
    case "chat":
      return words.limits.chat(when);
    case "seat_requests":
      return words.limits.seatRequests(when);
    case "hints":
      return words.limits.hints(when);
    case "requests":
      return words.limits.requests(when);
    case "connections":
      return words.limits.connections;
    case "messages":
    case "hellos":
    case "pending":
      return words.limits.fast(when);
    default:
      return words.limits.other(when);
  }
}

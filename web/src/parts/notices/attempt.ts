/** Requests whose refusal is shown as a notice. */

import { Refused } from "../../net/api";
import { language } from "../../words/words.svelte";
import { notices } from "./notices.svelte";
import { refusalWords } from "./refusalWords";

/**
 * Return the answer, or null after showing why it was refused. `here` has words for this place, by
 * the code of the refusal; other codes use the general words. `onlimit` receives the name of the limit.
 */
export async function attempt<T>(
  asked: Promise<T>,
  here: Readonly<Record<string, string>> = {},
  onlimit?: (limit: string | null) => void,
): Promise<T | null> {
  try {
    const answer = await asked;
    settle();
    return answer;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const { code, limit } = error.problem;
    const text = here[code] ?? refusalWords(error.problem, language.words) ?? code;
    notices.show({ kind: "trouble", text });
    onlimit?.(code === "too_many" ? limit : null);
    return null;
  }
}

/** Remove notices of earlier failures. */
function settle(): void {
  for (const { key, kind } of notices.all) if (kind === "trouble") notices.drop(key);
}

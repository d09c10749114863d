/** Requests whose refusal is shown as a notice. */

import { Refused } from "../../net/api";
import { language } from "../../words/words.svelte";
import { notices } from "./notices.svelte";

/**
 * Return the answer, or null after showing why it was refused. `here` has words for this place, by
 * the code of the refusal; other codes use the general words.
 */
export async function attempt<T>(
  asked: Promise<T>,
  here: Readonly<Record<string, string>> = {},
): Promise<T | null> {
  try {
    const answer = await asked;
    settle();
    return answer;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const said: Readonly<Record<string, string>> = language.words.refusals;
    const { code } = error.problem;
    notices.show({ kind: "trouble", text: here[code] ?? said[code] ?? code });
    return null;
  }
}

/** Remove notices of earlier failures. */
function settle(): void {
  for (const { key, kind } of notices.all) if (kind === "trouble") notices.drop(key);
}

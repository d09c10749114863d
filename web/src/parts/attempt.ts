/** Ask the server for something; what is refused is said in words. */

import { Refused } from "../net/api";
import { language } from "../words/words.svelte";
import { notices } from "./notices.svelte";

/**
 * The answer, or null if it was refused: then somebody has been told why, in words of this very
 * place (`here`, by the code of the refusal) or in the usual ones.
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

/** What did not work before has worked now, or no longer matters. */
function settle(): void {
  for (const { key, kind } of notices.all) if (kind === "trouble") notices.drop(key);
}

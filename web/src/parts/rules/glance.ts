/** Rules at a glance: a few steps with cards, which a child of ten reads in two minutes. */

import type { Lang } from "../../words/words.svelte";

interface GlanceStep extends Readonly<Record<Lang, string>> {
  /** Cards that illustrate it; null is a back. */
  readonly cards: readonly (string | null)[];
}

/** What a game's `glance.ts` exports. */
export type Glance = readonly GlanceStep[];

const FOUND = import.meta.glob<Glance>("../../games/*/glance.ts", { import: "glance" });

/** Load the steps of a game; empty for a game that has none. */
export async function glanceOf(game: string): Promise<Glance> {
  return (await FOUND[`../../games/${game}/glance.ts`]?.()) ?? [];
}

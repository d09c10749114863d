/** ROOKIE's reactions of faces and signs over the table. */

import { reactionsBy } from "../../avatars/moods.svelte";
import type { Flash } from "../../table/board";
import type { EventInfo } from "../../wire/messages";
import type { Lang } from "../../words/words.svelte";
import type { RookieView } from "./picture";
import Signs from "./Signs.svelte";

export const reactions = reactionsBy({
  found: ["happy"],
  captured: ["happy"],
  left_open: ["hit"],
  robbed: ["happy", "hit"],
  rookie: ["shouting"],
  looted: ["happy"],
  won: ["happy"],
});

const TEXTS: Readonly<Record<Lang, string>> = { it: "Furto!", en: "Robbed!" };

export function flash(
  events: readonly EventInfo[],
  _before: RookieView,
  _after: RookieView,
  lang: Lang,
): Flash | null {
  const rookie = events.find((event) => event.kind === "rookie");
  if (rookie) return { kind: "jackpot", text: "ROOKIE!", seat: null, Picture: Signs };
  const robbed = events.find((event) => event.kind === "robbed");
  return robbed ? { kind: "rob", text: TEXTS[lang], seat: Number(robbed.a), Picture: Signs } : null;
}

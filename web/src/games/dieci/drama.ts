/** DIECI's reactions of faces and signs over the table. */

import { reactionsBy } from "../../avatars/moods.svelte";
import type { Flash } from "../../table/board";
import type { EventInfo } from "../../wire/messages";
import type { Lang } from "../../words/words.svelte";
import type { DieciView } from "./picture";
import Signs from "./Signs.svelte";

export const reactions = reactionsBy({
  blocked: ["happy"],
  failed: ["hit"],
  paid: ["hit"],
  paid_to: ["hit", "happy"],
  lost: ["hit"],
  out: ["hit"],
  returned: ["happy"],
  won: ["happy"],
});

const TEXTS: Readonly<Record<Lang, Readonly<Record<"block" | "skunk" | "out" | "show", string>>>> =
  {
    it: { block: "Bloccato!", skunk: "Puzzola!", out: "Fuori!", show: "Si scoprono le carte" },
    en: { block: "Blocked!", skunk: "Skunk!", out: "Out!", show: "Cards on the table" },
  };
/** The skunk: its block undoes the whole chain. */
const SKUNK = "8";

export function flash(
  events: readonly EventInfo[],
  _before: DieciView,
  _after: DieciView,
  lang: Lang,
): Flash | null {
  const of = (kind: string) => events.find((event) => event.kind === kind);
  const texts = TEXTS[lang];
  const out = of("out");
  const left: Flash | null = out ? { kind: "out", text: texts.out, seat: out.seat } : null;
  if (of("revealed"))
    return {
      kind: "showdown",
      text: texts.show,
      seat: null,
      Picture: Signs,
      cards: events.flatMap(({ kind, a }) => (kind === "revealed" ? [String(a)] : [])),
      ...(left && { then: left }),
    };
  if (left) return left;
  const blocked = of("blocked");
  if (!blocked) return null;
  return blocked.a === SKUNK
    ? { kind: "skunk", text: texts.skunk, seat: null, Picture: Signs }
    : { kind: "block", text: texts.block, seat: blocked.seat, Picture: Signs };
}

/** News about the people at a table, as notices beside their seats. */

import { seatPlace } from "../../table/anchors";
import { namesOf } from "../../table/names";
import type { Sitting } from "../../table/sitting.svelte";
import type { News, TableInfo } from "../../wire/messages";
import { language, type Words } from "../../words/words.svelte";
import { notices } from "./notices.svelte";

/**
 * Return what is said of an entry; null if nothing. A seat that has become free has its name only
 * in
 * `before`, the table before the entry.
 */
export function newsText(
  { what, seat, by, text }: Pick<News, "what" | "seat" | "by" | "text">,
  before: TableInfo,
  table: TableInfo,
  words: Words,
): string | null {
  if (seat === null) return null;
  const { together } = words;
  const name = namesOf(before)[seat] ?? "";
  const isMine = table.seats[seat]?.mine ?? false;
  if (what === "stood") {
    if (before.seats[seat]?.kind !== "person" || before.seats[seat]?.mine) return null;
    return by === "host" ? together.removed(name) : together.stood(name);
  }
  if (what === "stood_in") return isMine ? together.botForYou : together.botFor(name);
  if (what === "admitted")
    return isMine ? together.youAdmitted(name) : together.admitted(text ?? "", name);
  if (isMine) return null;
  if (what === "returned") return before.seats[seat]?.standIn ? together.back(name) : null;
  return what === "agreed" ? together.wantsRematch(name) : null;
}

/** Show a notice for each new entry about a person. */
export function tellNews(current: () => Sitting): void {
  let known: number | null = null;
  let before: TableInfo | null = null;
  let sitting: Sitting | null = null;
  $effect(() => {
    const now = current();
    if (now !== sitting) [sitting, known, before] = [now, null, null];
    const { scene, news } = now.stage;
    const table = scene?.table;
    if (!table) return;
    const last = before;
    const from = known ?? Infinity;
    for (const item of last ? news.filter(({ seq }) => seq > from) : []) {
      const text = newsText(item, last ?? table, table, language.words);
      const place = item.seat === null ? null : seatPlace(item.seat);
      const at = place && { x: place.x + place.width / 2, y: place.bottom };
      if (text) notices.show({ kind: "news", text, at: place ? at : null });
    }
    known = news.at(-1)?.seq ?? table.seq;
    before = table;
  });
}

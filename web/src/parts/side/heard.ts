/** Talk at a table, as it concerns the one who looks. */

import { settings } from "../../look/settings.svelte";
import type { News, TableInfo } from "../../wire/messages";
import { shelf } from "../../words/games.svelte";

/** Whether people talk at this table: it may be off there, or on the whole server. */
export function talks(table: TableInfo): boolean {
  return table.settings.chat && (shelf.chat ?? true);
}

/** Pictures to say something with. */
export const EMOTES: readonly string[] = ["👏", "😄", "😮", "😢", "🤔", "🍀", "🐢", "👋"];

export const isMuted = (name: string): boolean => settings.now.muted.includes(name);

/** Something that somebody said, with the name of who sat there then. */
export interface Said {
  readonly seq: number;
  readonly seat: number;
  readonly name: string;
  readonly text: string;
}

/**
 * What is to be read here: everything but the words of those whom one does not want to hear. A seat
 * may have had somebody else on it before.
 */
export function heard(news: readonly News[], names: readonly string[]): readonly Said[] {
  const sits = new Map<number, string>();
  const said: Said[] = [];
  for (const { seq, what, seat, text } of news) {
    if (seat === null) continue;
    if (what === "sat") sits.set(seat, text ?? "");
    if (what !== "said") continue;
    const name = sits.get(seat) ?? whoSat(news, seat, names[seat] ?? "");
    if (!isMuted(name)) said.push({ seq, seat, name, text: text ?? "" });
  }
  return said;
}

/** Who was on a seat as far back as the news go: not the one who sat down later. */
function whoSat(news: readonly News[], seat: number, now: string): string {
  return news.some((one) => one.what === "sat" && one.seat === seat) ? "…" : now;
}

/** The last thing that somebody else has said; null if nobody has. */
export function lastSaid(
  table: TableInfo,
  news: readonly News[],
  names: readonly string[],
): Said | null {
  if (!talks(table)) return null;
  return heard(news, names).findLast(({ seat }) => !table.seats[seat]?.mine) ?? null;
}

/** The last entry in which somebody else has said something; 0 if nobody has. */
export function lastHeard(
  table: TableInfo,
  news: readonly News[],
  names: readonly string[],
): number {
  return lastSaid(table, news, names)?.seq ?? 0;
}

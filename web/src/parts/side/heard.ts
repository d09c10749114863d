/** Talk at a table, as it concerns the one who looks. */

import { settings } from "../../look/settings.svelte";
import type { News, TableInfo } from "../../wire/messages";
import { shelf } from "../../words/games.svelte";

/** Whether people talk at this table: it may be off there, or on the whole server. */
export function talks(table: TableInfo): boolean {
  return table.settings.chat && (shelf.chat ?? true);
}

export const isMuted = (name: string): boolean => settings.now.muted.includes(name);

/** What is to be read here: everything but the words of those whom one does not want to hear. */
export function heard(news: readonly News[], names: readonly string[]): readonly News[] {
  return news.filter(({ what, seat }) => what === "said" && !isMuted(names[seat ?? -1] ?? ""));
}

/** The last entry in which somebody else has said something; 0 if nobody has. */
export function lastHeard(
  table: TableInfo,
  news: readonly News[],
  names: readonly string[],
): number {
  if (!talks(table)) return 0;
  const others = heard(news, names).filter(({ seat }) => !table.seats[seat ?? -1]?.mine);
  return others.at(-1)?.seq ?? 0;
}

/** Chat messages of a table, filtered by the mute list of this device. */

import { settings } from "../../look/settings.svelte";
import type { News, TableInfo } from "../../wire/messages";
import { shelf } from "../../words/games.svelte";

/** Return whether chat is on: a table or the whole server may switch it off. */
export function isChatOn(table: TableInfo): boolean {
  return table.settings.chat && (shelf.chat ?? true);
}

/** Emotes that can be sent with one tap. */
export const EMOTES: readonly string[] = ["👏", "😄", "😮", "😢", "🤔", "🍀", "🐢", "👋"];

export const isMuted = (name: string): boolean => settings.now.muted.includes(name);

/** A chat message, with the name of the sender at that time. */
export interface ChatMessage {
  readonly seq: number;
  readonly seat: number;
  readonly name: string;
  readonly text: string;
}

/**
 * Return the messages of everybody who is not muted. A message keeps the name of its sender even when
 * somebody else sits on that seat now.
 */
export function chatMessages(
  news: readonly News[],
  names: readonly string[],
): readonly ChatMessage[] {
  const sits = new Map<number, string>();
  const said: ChatMessage[] = [];
  for (const { seq, what, seat, text } of news) {
    if (seat === null) continue;
    if (what === "sat") sits.set(seat, text ?? "");
    if (what !== "said") continue;
    const name = sits.get(seat) ?? nameThen(news, seat, names[seat] ?? "");
    if (!isMuted(name)) said.push({ seq, seat, name, text: text ?? "" });
  }
  return said;
}

/** Name the sender of a message that is older than the last change of a seat. */
function nameThen(news: readonly News[], seat: number, now: string): string {
  return news.some((one) => one.what === "sat" && one.seat === seat) ? "…" : now;
}

/** Return the last message of another person, or null. */
export function lastMessage(
  table: TableInfo,
  news: readonly News[],
  names: readonly string[],
): ChatMessage | null {
  if (!isChatOn(table)) return null;
  return chatMessages(news, names).findLast(({ seat }) => !table.seats[seat]?.mine) ?? null;
}

/** Return the sequence number of the last message of another person, or 0. */
export function lastMessageSeq(
  table: TableInfo,
  news: readonly News[],
  names: readonly string[],
): number {
  return lastMessage(table, news, names)?.seq ?? 0;
}

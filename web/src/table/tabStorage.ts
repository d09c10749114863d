/** Session storage of a tab, so that a reload keeps the last round's result and the chat position. */

const keyOf = (table: string) => `mazziere.last.${table}`;
const readKeyOf = (table: string) => `mazziere.read.${table}`;

export function saveLastRound(table: string, match: number, moment: unknown): void {
  sessionStorage.setItem(keyOf(table), JSON.stringify({ match, moment }));
}

/** Return the stored result of the last round of this match; null if there is none. */
export function savedLastRound(table: string, match: number): unknown {
  try {
    const kept = JSON.parse(sessionStorage.getItem(keyOf(table)) ?? "null") as {
      readonly match?: unknown;
      readonly moment?: unknown;
    } | null;
    return kept?.match === match ? (kept.moment ?? null) : null;
  } catch {
    return null;
  }
}

export function saveChatRead(table: string, seq: number): void {
  sessionStorage.setItem(readKeyOf(table), String(seq));
}

/** Return the last chat entry that was read; 0 if none was. */
export function savedChatRead(table: string): number {
  return Number(sessionStorage.getItem(readKeyOf(table))) || 0;
}

/** What a tab keeps of a table, so that a reload does not lose it: the end of the last round, and
 *  up to where talk has been read. */

const keyOf = (table: string) => `mazziere.last.${table}`;
const readKeyOf = (table: string) => `mazziere.read.${table}`;

export function saveLastRound(table: string, match: number, moment: unknown): void {
  sessionStorage.setItem(keyOf(table), JSON.stringify({ match, moment }));
}

/** What was kept of this match; null for nothing. */
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

/** Up to which entry talk has been read; 0 for nothing. */
export function savedChatRead(table: string): number {
  return Number(sessionStorage.getItem(readKeyOf(table))) || 0;
}

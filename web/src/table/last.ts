/** The end of the last round, kept in the tab: a reload does not lose it. */

const keyOf = (table: string) => `mazziere.last.${table}`;

export function keepLast(table: string, match: number, moment: unknown): void {
  sessionStorage.setItem(keyOf(table), JSON.stringify({ match, moment }));
}

/** What was kept of this match; null for nothing. */
export function lastOf(table: string, match: number): unknown {
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

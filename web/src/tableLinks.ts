/** Addresses of tables, and links to them that people paste. */

const SEAT_CODE = /^#seat-([A-Za-z]+)$/;

/** Return the address of a table, with the code of a seat if there is one. */
export function tablePath(table: string, seatCode: string | null = null): string {
  return seatCode ? `/t/${table}#seat-${seatCode}` : `/t/${table}`;
}

/** Return the address of the table in a pasted link; null if the text is no such link. */
export function pathOfLink(text: string): string | null {
  const [, table, hash = ""] = /\/t\/([\w-]+)(#[\w-]*)?/.exec(text) ?? [];
  return table ? tablePath(table, seatCodeIn(hash)) : null;
}

/** Return the code of a seat in the fragment of a link. */
export function seatCodeIn(hash: string): string | null {
  return SEAT_CODE.exec(hash)?.[1] ?? null;
}

/** Sorts the fields of any game's picture into shared fields and fields with a value per seat. */

import type { Picture, View } from "../../table/board";

/** A picture with the common fields and any others. */
export type AnyPicture = Picture & Readonly<Record<string, unknown>>;
export type AnyView = View<AnyPicture>;

export interface Field {
  readonly name: string;
  readonly value: unknown;
}

export interface SeatField {
  readonly name: string;
  /** Values by seat. */
  readonly values: readonly unknown[];
}

/** Fields that the page shows elsewhere: in the prompt, on the plates and as my cards. */
const PLACED = new Set(["phase", "scores", "turn", "hand"]);

function fieldsOf(picture: AnyPicture): readonly Field[] {
  return Object.entries(picture)
    .filter(([name]) => !PLACED.has(name))
    .map(([name, value]) => ({ name, value }));
}

function isBySeat(value: unknown, players: number): value is readonly unknown[] {
  return Array.isArray(value) && value.length === players;
}

/** List the fields that all seats share. */
export function sharedFields({ picture, names }: AnyView): readonly Field[] {
  return fieldsOf(picture).filter(({ value }) => !isBySeat(value, names.length));
}

/** List the fields that have a value for each seat. */
export function seatFields({ picture, names }: AnyView): readonly SeatField[] {
  return fieldsOf(picture).flatMap(({ name, value }) =>
    isBySeat(value, names.length) ? [{ name, values: value }] : [],
  );
}

/** Return the cards in the field `hand`; null if the game has no such field. */
export function handOf(picture: AnyPicture | undefined): readonly string[] | null {
  const hand = picture?.["hand"];
  if (!Array.isArray(hand)) return null;
  return hand.filter((card): card is string => typeof card === "string");
}

/** Return the seats whose turn it is, if the picture has a field `turn`. */
export function turnOf(picture: AnyPicture): readonly number[] {
  const turn = picture["turn"];
  return picture.phase !== "over" && typeof turn === "number" ? [turn] : [];
}

/** Return the cards in a value, with null for a back; null if it is not only cards. */
export function cardsIn(
  value: unknown,
  known: readonly string[],
): readonly (string | null)[] | null {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  const isCard = (one: unknown) => one === "?" || known.includes(one as string);
  if (values.length === 0 || !values.every(isCard)) return null;
  return values.map((one) => (one === "?" ? null : (one as string)));
}

/** Write a value as text. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return "–";
  if (Array.isArray(value)) return value.map(textOf).join(" ") || "–";
  if (typeof value === "boolean") return value ? "✓" : "–";
  if (typeof value === "object")
    return Object.entries(value)
      .map(([name, part]) => `${name} ${textOf(part)}`)
      .join(", ");
  return String(value);
}

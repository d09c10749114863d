/**
 * Names of faces, because a flying card is identified by its name only: `7` or `7@3` is a 7 (of seat 3),
 * `@3` the back of seat 3, `*7` the points card 7, `*` the white back of the points cards.
 */

export type CardFace =
  | { readonly kind: "number"; readonly value: string; readonly seat: number }
  | { readonly kind: "back"; readonly seat: number }
  | { readonly kind: "points"; readonly value: string | null };

export const cardOf = (value: string, seat: number) => `${value}@${seat}`;
export const backOf = (seat: number) => `@${seat}`;
export const pointsCard = (value: string | number | null) => `*${value ?? ""}`;

/** Parse the name of a face; `seat` is the owner if the name has none. */
export function parseFace(card: string | null, seat: number): CardFace {
  if (card?.startsWith("*")) {
    const value = card.slice(1);
    return { kind: "points", value: value && value !== "?" ? value : null };
  }
  const [value = "", owner] = (card ?? "").split("@");
  const whose = owner === undefined ? seat : Number(owner);
  return value && value !== "?"
    ? { kind: "number", value, seat: whose }
    : { kind: "back", seat: whose };
}

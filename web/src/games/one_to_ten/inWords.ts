/** The rows of “from 1 to 10” in words, for screen readers. */

import type { Lang } from "../../words/words.svelte";
import { cardName } from "./moveWords";
import { doorWords, pictureAt } from "./places";
import { openIn, othersOf, soughtBy, type TenView } from "./picture";
import { words } from "./words";

/** Describe my open and closed doors and the card that I look for. */
export function handWords(view: TenView, lang: Lang): string {
  if (view.seat === null) return "";
  const said = words[lang];
  const open = openIn(view, view.seat);
  const closed = (view.picture.rows[view.seat] ?? [])
    .map((_, at) => at + 1)
    .filter((place) => !open.has(place))
    .map((place) => pictureAt(place, lang));
  const sought = soughtBy(view, view.seat);
  return [
    ...[...open].map(
      ([place, card]) => `${said.open(doorWords(place, lang), cardName(card, lang))}.`,
    ),
    ...(closed.length > 0 ? [said.closedDoors(closed.join(", "))] : []),
    ...(sought ? [said.sought(said.the(sought))] : []),
  ].join(" ");
}

/** Describe the progress of the other players. */
export function tableWords(view: TenView, lang: Lang): string {
  const { found } = view.picture;
  return othersOf(view)
    .map(
      (seat) => `${view.names[seat] ?? ""}, ${words[lang].found(found[seat] ?? 0).toLowerCase()}.`,
    )
    .join(" ");
}

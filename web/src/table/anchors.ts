/** Places on the screen that cards fly from and to, by name. */

import type { Attachment } from "svelte/attachments";

const places = new Map<string, Element>();

/**
 * Name an element: `{@attach anchor("draw")}`. Seats are `seat:0`, `seat:1` … but where a game's
 * board itself shows who sits where.
 */
export function anchor(name: string): Attachment {
  return (element) => {
    places.set(name, element);
    return () => {
      if (places.get(name) === element) places.delete(name);
    };
  };
}

/** Say of a named place that a card is leaving it (`data-flying`), until the answer is called. */
export function leaving(name: string): () => void {
  const place = places.get(name);
  place?.setAttribute("data-flying", "");
  return () => place?.removeAttribute("data-flying");
}

/** Where a named place is now; null if it is not on the screen. */
export function placeOf(name: string): DOMRect | null {
  const box = places.get(name)?.getBoundingClientRect();
  return box && box.width > 0 ? box : null;
}

/** Where a board shows who sits where, the plates beside it may be only read out. */
const SEAT_NAMES = ["place:*", "row:*", "home:*", "laid:*:1", "seat:*"];

/** Where somebody sits, as far as anything on the screen shows it. */
export function seatPlace(seat: number): DOMRect | null {
  for (const name of SEAT_NAMES) {
    const place = placeOf(name.replace("*", String(seat)));
    if (place) return place;
  }
  return null;
}

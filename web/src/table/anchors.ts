/** Places on the screen that cards fly from and to, by name. */

import type { Attachment } from "svelte/attachments";

const places = new Map<string, Element>();

/**
 * Name an element: `{@attach anchor("draw")}`. Seats are `seat:0`, `seat:1` …, unless a game's
 * board draws the players itself.
 */
export function anchor(name: string): Attachment {
  return (element) => {
    places.set(name, element);
    return () => {
      if (places.get(name) === element) places.delete(name);
    };
  };
}

/** Mark a named place as one that a card leaves (`data-flying`); the result removes the mark. */
export function leaving(name: string): () => void {
  const place = places.get(name);
  place?.setAttribute("data-flying", "");
  return () => place?.removeAttribute("data-flying");
}

/** Return the position of a named place; null if it is not on the screen. */
export function placeOf(name: string): DOMRect | null {
  const box = places.get(name)?.getBoundingClientRect();
  return box && box.width > 0 ? box : null;
}

/** Names of seats, in order of preference: a board may draw seats itself and hide the plates. */
const SEAT_NAMES = ["place:*", "row:*", "home:*", "laid:*:1", "seat:*"];

/** Return the position of a seat on the screen; null if nothing shows it. */
export function seatPlace(seat: number): DOMRect | null {
  for (const name of SEAT_NAMES) {
    const place = placeOf(name.replace("*", String(seat)));
    if (place) return place;
  }
  return null;
}

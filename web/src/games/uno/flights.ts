/** Flights of cards for UNO's events. */

import type { Deal, Flight } from "../../table/board";
import { dealtFrom } from "../../table/dealing";
import type { EventInfo } from "../../wire/messages";
import type { UnoPicture, UnoView } from "./picture";

/** Upper bound on cards of one seat that fly at once. */
const SEEN_AT_ONCE = 3;

/** Return the anchor of a seat's hand: mine at the bottom, the others beside their names. */
function handOf(seat: number, view: UnoView): string {
  return seat === view.seat ? "hand" : `seat:${seat}`;
}

/** Return the anchor of a known card: its own place in my hand, or the hand of another seat. */
function cardFrom(seat: number, card: string, view: UnoView): string {
  return seat === view.seat && view.picture.hand.includes(card)
    ? `hand:${card}`
    : handOf(seat, view);
}

export function flights(event: EventInfo, view: UnoView): readonly Flight[] {
  const { kind, seat, a } = event;
  const to = handOf(seat, view);
  const name = typeof a === "string" ? a : null;
  const count = Math.min(SEEN_AT_ONCE, typeof a === "number" ? a : 0);
  const neighbour = handOf((seat + view.table.players - 1) % view.table.players, view);
  switch (kind) {
    case "played":
    case "threw_away":
    case "discarded":
      return name ? [{ card: name, from: cardFrom(seat, name, view), to: "discard" }] : [];
    case "drew":
      return [{ card: name, from: "draw", to }];
    case "drew_unseen":
    case "dealt":
      return [{ card: null, from: "draw", to }];
    case "dealt_unseen":
      return repeated(count, { card: null, from: "draw", to });
    case "turned_up":
    case "ignored":
      return [{ card: name, from: "draw", to: "discard" }];
    case "put_back":
      return [{ card: name, from: "discard", to: "draw" }];
    case "reshuffled":
      return repeated(SEEN_AT_ONCE, { card: null, from: "discard", to: "draw" });
    // All hands are passed on: each card comes from the neighbour.
    case "received":
      return [{ card: null, from: neighbour, to }];
    case "received_unseen":
      return repeated(count, { card: null, from: neighbour, to });
    // Two hands are swapped, or all hands move to the next player.
    case "swapped": {
      const other = handOf(Number(a), view);
      return [
        ...repeated(SEEN_AT_ONCE, { card: null, from: to, to: other }),
        ...repeated(SEEN_AT_ONCE, { card: null, from: other, to }),
      ];
    }
    case "hands_moved":
      return movedOn(seat, Number(a), view);
    default:
      return [];
  }
}

/** Events of a deal, including the effect of the first card. */
const DEALING: readonly string[] = [
  "deals",
  "dealt",
  "dealt_unseen",
  "turned_up",
  "ignored",
  "put_back",
  "drew",
  "drew_unseen",
  "skipped",
  "reversed",
];

/** A new round arrives in the same entry as the end of the last one. */
export const deal: Deal<UnoPicture> = {
  from: dealtFrom(DEALING),
  before: (after) => ({
    ...after,
    phase: "deck",
    colour: null,
    top: null,
    hand: [],
    sizes: after.sizes.map(() => 0),
    drawPile: after.sizes.reduce((sum, size) => sum + size, after.drawPile + after.discards),
    discards: 0,
    debts: [],
    drawn: null,
    bluffer: null,
    stacked: 0,
    swapper: null,
    jump: null,
  }),
};

/** Return flights of every hand to the next seat, in the direction from `giver` to `taker`. */
function movedOn(giver: number, taker: number, view: UnoView): readonly Flight[] {
  const { players } = view.table;
  const way = (taker - giver + players) % players;
  return Array.from({ length: players }, (_, from) => from).flatMap((from) =>
    repeated(Math.min(SEEN_AT_ONCE, view.picture.sizes[from] ?? 0), {
      card: null,
      from: handOf(from, view),
      to: handOf((from + way) % players, view),
    }),
  );
}

function repeated(count: number, flight: Flight): readonly Flight[] {
  return Array.from({ length: count }, () => flight);
}

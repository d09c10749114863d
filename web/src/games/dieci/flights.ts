/** Flights of cards between the places of the ring (`place:N`), the deck and the discards. */

import type { EventInfo } from "../../wire/messages";
import type { Deal, Flight } from "../../table/board";
import { dealtFrom } from "../../table/dealing";
import type { DieciPicture, DieciView } from "./picture";

const place = (seat: number) => `place:${seat}`;

export function flightsOf(event: EventInfo, view: DieciView): readonly Flight[] {
  const { picture } = view;
  const { seat } = event;
  const face = (at: number) => {
    const card = picture.cards[at];
    return card === undefined || card === "?" ? null : card;
  };
  switch (event.kind) {
    case "dealt":
    case "drew_one":
      return [{ card: null, from: "deck", to: place(seat) }];
    case "swapped": {
      const other = Number(event.a);
      return [
        { card: face(seat), from: place(seat), to: place(other) },
        { card: face(other), from: place(other), to: place(seat) },
      ];
    }
    case "took_back":
    case "took_back_unseen": {
      const from = holderOf(picture, seat);
      const card = event.kind === "took_back" ? String(event.a) : null;
      return from === null ? [] : [{ card, from: place(from), to: place(seat) }];
    }
    case "drew":
    case "drew_secretly":
    case "drew_unseen":
      return [
        { card: face(seat), from: place(seat), to: "aside" },
        {
          card: event.kind === "drew_unseen" ? null : String(event.a),
          from: "deck",
          to: place(seat),
        },
      ];
    case "set_aside":
      return [{ card: String(event.a), from: "deck", to: "aside" }];
    default:
      return [];
  }
}

const DEALING: readonly string[] = ["deals", "dealt", "drew_one"];

/** A new round arrives in the same entry as the end of the last one. */
export const deal: Deal<DieciPicture> = {
  from: dealtFrom(DEALING),
  before: (after) => ({
    ...after,
    phase: "deck",
    asked: null,
    cards: after.cards.map(() => null),
    aside: [],
    chain: [],
    deck: after.deck + after.inRound.length,
  }),
};

/**
 * Return the seat that now holds the card which `seat` held before the chain. The first giver's
 * card is with the last taker.
 */
function holderOf({ chain }: DieciPicture, seat: number): number | null {
  if (chain[0]?.[0] === seat) return chain.at(-1)?.[1] ?? null;
  return chain.find(([, taker]) => taker === seat)?.[0] ?? null;
}

/** The events as animations: intermediate pictures, flights and halts. */

import type { Flight, Halt } from "../../table/board";
import type { EventInfo } from "../../wire/messages";
import {
  isKids,
  type Kind,
  type Laid,
  type Pile,
  type RookiePicture,
  type RookieView,
} from "./picture";
import { partnerOf } from "./seating";

const LAID = [1, 2, 3] as const;

/** Return the picture after one event. Only the positions of cards are updated. */
export function told(picture: RookiePicture, event: EventInfo, players: number): RookiePicture {
  switch (event.kind) {
    case "moved":
    case "moved_under":
      return { ...picture, piles: moved(picture.piles, Number(event.a), Number(event.b)) };
    case "flipped":
      return {
        ...picture,
        piles: picture.piles.map((pile, at) =>
          at + 1 === event.b ? { ...pile, open: event.a as Kind } : pile,
        ),
      };
    case "placed":
    case "gave": {
      const owner = event.kind === "gave" ? partnerOf(event.seat, players) : event.seat;
      const card = event.a as Kind;
      const inHand = [...picture.inHand];
      const held = inHand.indexOf(card);
      if (held >= 0) inHand.splice(held, 1);
      return {
        ...picture,
        inHand,
        laid: picture.laid.map((piles, seat) =>
          seat === owner
            ? piles.map((pile, at) => (at + 1 === event.b ? covered(pile, card) : pile))
            : piles,
        ),
      };
    }
    default:
      return picture;
  }
}

/** Time to memorize two cards before they are covered again. */
const COVERED_MS = 1200;
const FOUND_MS = 700;
const COMPLETE_MS = 500;
/** Extra time in the mode for children. */
const KIDS_MS = 400;

/**
 * Return the halts: a card in a gap before it is turned over, a turned card before it is covered or
 * taken, and three complete piles before they are captured.
 */
export function halts(
  events: readonly EventInfo[],
  before: RookieView,
): readonly Halt<RookiePicture>[] {
  const found: Halt<RookiePicture>[] = [];
  const later = (at: number, kind: string) => events.slice(at).some((one) => one.kind === kind);
  let picture = before.picture;
  events.forEach((event, at) => {
    picture = told(picture, event, before.table.players);
    const next = events[at + 1]?.kind;
    const halt = (holdMs: number) => found.push({ after: at + 1, picture, holdMs });
    if (event.kind === "moved" || event.kind === "moved_under") halt(0);
    else if (event.kind === "flipped" && later(at, "found"))
      halt(FOUND_MS + (isKids(before) ? KIDS_MS : 0));
    else if (event.kind === "flipped" && next === "covered")
      halt(COVERED_MS + (isKids(before) ? KIDS_MS : 0));
    else if ((event.kind === "placed" || event.kind === "gave") && next === "captured")
      halt(COMPLETE_MS);
  });
  return found;
}

function moved(piles: readonly Pile[], from: number, to: number): readonly Pile[] {
  return piles.map((pile, at) => {
    if (at + 1 === from) return { ...pile, height: pile.height - 1 };
    return at + 1 === to ? { height: pile.height + 1, open: null } : pile;
  });
}

function covered(pile: Laid, card: Kind): Laid {
  return { top: card, cards: { ...pile.cards, [card]: (pile.cards[card] ?? 0) + 1 } };
}

/** Return the flights of an event; `view` is the table just before it. */
export function flights(event: EventInfo, view: RookieView): readonly Flight[] {
  const { picture, table } = view;
  const seat = event.seat;
  const home = isKids(view) && seat !== (view.seat ?? 0) ? `seat:${seat}` : `home:${seat}`;
  switch (event.kind) {
    case "moved":
    case "moved_under":
    case "refilled":
      return [{ card: null, from: `pile:${event.a}`, to: `pile:${event.b}` }];
    case "found":
      return picture.piles.flatMap((pile, at) =>
        pile.open === event.a
          ? [{ card: pile.open, from: `pile:${at + 1}`, to: isKids(view) ? home : "hand" }]
          : [],
      );
    case "placed":
    case "gave": {
      const owner = event.kind === "gave" ? partnerOf(seat, table.players) : seat;
      const card = event.a as Kind;
      return [{ card, from: `hand:${card}`, to: `laid:${owner}:${event.b}` }];
    }
    case "captured":
      return fromPiles(picture, [seat], home);
    case "robbed":
      return fromPiles(picture, [Number(event.a)], "hand");
    case "looted":
      return fromPiles(picture, everybodyBut(picture, seat), "hand");
    case "rewarded":
      return fromPiles(picture, [...everybodyBut(picture, seat), seat], home);
    default:
      return [];
  }
}

function everybodyBut(picture: RookiePicture, seat: number): readonly number[] {
  return picture.laid.flatMap((_, other) => (other === seat ? [] : [other]));
}

function fromPiles(
  picture: RookiePicture,
  seats: readonly number[],
  to: string,
): readonly Flight[] {
  return seats.flatMap((seat) =>
    LAID.flatMap((number) => {
      const card = picture.laid[seat]?.[number - 1]?.top;
      return card ? [{ card, from: `laid:${seat}:${number}`, to }] : [];
    }),
  );
}

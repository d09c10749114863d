/** Moments of ROOKIE: a capture, a robbery, a Rookie, the end. */

import type { EventInfo } from "../../wire/messages";
import {
  isKids,
  isTeam,
  tallyOfAll,
  tallyOfPiles,
  type Kind,
  type Laid,
  type RookieView,
  type Tally,
} from "./picture";
import { partnerOf, teamOf } from "./seating";
import { told } from "./story";

export interface Standing {
  readonly seats: readonly number[];
  readonly team: string | null;
  readonly points: number;
  readonly won: boolean;
}

export type RookieMoment =
  | {
      readonly what: "captured";
      readonly seat: number;
      readonly count: number;
      readonly cards: Tally;
    }
  | {
      readonly what: "robbed";
      readonly seat: number;
      readonly victim: number;
      readonly cards: Tally;
    }
  | {
      readonly what: "rookie";
      readonly seat: number;
      readonly count: number;
      readonly loot: number;
    }
  | {
      readonly what: "end";
      readonly finder: number | null;
      readonly reward: number;
      readonly standings: readonly Standing[];
    };

export function momentOf(
  events: readonly EventInfo[],
  before: RookieView,
  after: RookieView,
): RookieMoment | null {
  const find = (kind: string) => events.find((event) => event.kind === kind);
  if (find("won")) return theEnd(events, after);
  const rookie = find("rookie");
  const captured = find("captured");
  if (rookie)
    return {
      what: "rookie",
      seat: rookie.seat,
      count: Number(captured?.a ?? 0),
      loot: Number(find("looted")?.a ?? 0),
    };
  const robbed = find("robbed");
  if (robbed && Number(robbed.b) > 0) {
    const victim = Number(robbed.a);
    return {
      what: "robbed",
      seat: robbed.seat,
      victim,
      cards: tallyOfPiles(before.picture.laid[victim] ?? []),
    };
  }
  if (captured && !isKids(after)) {
    const cards = taken(events, before, after);
    return { what: "captured", seat: captured.seat, count: Number(captured.a), cards };
  }
  return null;
}

/** Return the captured cards: the cards of the piles before the events that are gone after them. */
function taken(events: readonly EventInfo[], before: RookieView, after: RookieView): Tally {
  const upTo = events.findIndex((event) => event.kind === "captured");
  const full = events
    .slice(0, upTo)
    .reduce((picture, event) => told(picture, event, before.table.players), before.picture);
  const gone: Kind[] = [];
  full.laid.forEach((piles, seat) =>
    piles.forEach((pile, at) => {
      if (pile.top && !after.picture.laid[seat]?.[at]?.top) gone.push(...cardsOf(pile));
    }),
  );
  return tallyOfAll(gone);
}

function cardsOf(pile: Laid): readonly Kind[] {
  return tallyOfPiles([pile]).flatMap(([kind, count]) => Array<Kind>(count).fill(kind));
}

function theEnd(events: readonly EventInfo[], view: RookieView): RookieMoment {
  const winners = events.flatMap((event) => (event.kind === "won" ? [event.seat] : []));
  const found = events.find((event) => event.kind === "found" || event.kind === "rewarded");
  const reward = events.find((event) => event.kind === "rewarded");
  return {
    what: "end",
    finder: found?.seat ?? null,
    reward: Number(reward?.a ?? 0),
    standings: standings(view, winners),
  };
}

/** Return the points of players or teams, highest first. */
export function standings(view: RookieView, winners: readonly number[]): readonly Standing[] {
  const { players } = view.table;
  const points = (seat: number) => view.picture.scores[seat] ?? 0;
  const sides = isTeam(view)
    ? Array.from({ length: players / 2 }, (_, seat) => [seat, partnerOf(seat, players)])
    : Array.from({ length: players }, (_, seat) => [seat]);
  return sides
    .map((seats) => ({
      seats,
      team: isTeam(view) ? teamOf(seats[0] ?? 0, players) : null,
      points: seats.reduce((sum, seat) => sum + points(seat), 0),
      won: seats.some((seat) => winners.includes(seat)),
    }))
    .sort((one, other) => other.points - one.points);
}

/** The rounds that a reveal shows, computed from the events and the view before them. */

import type { EventInfo } from "../../wire/messages";
import { gamesOf, type YoolooView } from "./picture";

export interface Showing {
  readonly seat: number;
  readonly card: string;
  /** Another player has shown the same card. */
  readonly cancelled: boolean;
}

export type Outcome =
  | { readonly kind: "took"; readonly seat: number; readonly points: number; readonly lost: number }
  | { readonly kind: "parked"; readonly point: number }
  | { readonly kind: "removed"; readonly point: number }
  | { readonly kind: "again" };

export interface Round {
  /** 1 to 10; null for a showdown. */
  readonly number: number | null;
  readonly game: number;
  /** The points card of the round; null in a showdown, which is about parked cards only. */
  readonly prize: string | null;
  readonly parked: readonly string[];
  readonly shown: readonly Showing[];
  readonly outcome: Outcome;
  /** Points after the round, by seat; null if hidden. */
  readonly points: readonly number[] | null;
}

export interface YoolooReveal {
  readonly rounds: readonly Round[];
  /** Points cards for which a showdown follows. */
  readonly tied: number | null;
  /** Points of the game by seat, if it has ended. */
  readonly noted: readonly number[] | null;
  /** Points of the series so far by seat, if there is one. */
  readonly totals: readonly number[] | null;
  /** Display time. */
  readonly holdMs: number;
}

export const ROUND_MS = 2000;
const RESULT_MS = 6000;
const SHORT_MS = 800;

/** Return the rounds that the events reveal; null if there are none. */
export function revealOf(
  events: readonly EventInfo[],
  before: YoolooView,
  after: YoolooView = before,
): YoolooReveal | null {
  const { picture } = before;
  const isOpen = picture.points.every((now) => now !== null);
  let { prize, game } = picture;
  let parked = [...picture.parked];
  let number = picture.round;
  let points = picture.points.map((now) => now ?? 0);
  let shown: { seat: number; card: string }[] = [];
  let lost = 0;
  let tied: number | null = null;
  let noted: number[] = [];
  let isShowdown = picture.phase === "showdown";
  const rounds: Round[] = [];

  const rate = (outcome: Outcome) => {
    const times = new Map<string, number>();
    for (const { card } of shown) times.set(card, (times.get(card) ?? 0) + 1);
    rounds.push({
      number: isShowdown ? null : number,
      game,
      prize: isShowdown ? null : prize,
      parked,
      shown: shown
        .map((one) => ({ ...one, cancelled: (times.get(one.card) ?? 0) > 1 }))
        .sort((a, b) => a.seat - b.seat),
      outcome,
      points: isOpen ? [...points] : null,
    });
    shown = [];
    lost = 0;
    if (!isShowdown) number++;
  };

  for (const { kind, seat, a } of events) {
    if (kind === "opened") {
      prize = String(a);
    } else if (kind === "showed") {
      shown.push({ seat, card: String(a) });
    } else if (kind === "forfeited") {
      lost = Number(a);
    } else if (kind === "took") {
      points = points.map((now, other) => (other === seat ? now + Number(a) : now));
      rate({ kind: "took", seat, points: Number(a), lost });
      parked = [];
      tied = null;
    } else if (kind === "parked" || kind === "removed") {
      rate({ kind, point: Number(a) });
      if (kind === "parked") parked = [...parked, String(a)];
    } else if (kind === "tied") {
      if (isShowdown && shown.length > 0) rate({ kind: "again" });
      isShowdown = true;
      tied = Number(a);
    } else if (kind === "noted") {
      if (seat === 0) noted = [];
      noted[seat] = Number(a);
      if (seat < points.length - 1) continue;
      isShowdown = false;
      points = points.map(() => 0);
      parked = [];
      number = 1;
      game++;
    }
  }
  if (rounds.length === 0) return null;
  const steps = rounds.length * (ROUND_MS + before.table.players * 120);
  const hasEnded = noted.length > 0;
  return {
    rounds,
    tied,
    noted: hasEnded ? noted : null,
    totals: hasEnded && gamesOf(after) > 1 ? after.picture.totals : null,
    holdMs: steps + (hasEnded ? RESULT_MS : SHORT_MS),
  };
}

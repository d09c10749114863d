/** Moments of DIECI: a block with its consequences, and the end of a round. */

import type { EventInfo } from "../../wire/messages";
import type { DieciView } from "./picture";

export interface Block {
  readonly blocker: number;
  readonly card: string;
  readonly passer: number;
  readonly paid: boolean;
  /** The seat that got the token; null: the bank. */
  readonly to: number | null;
  readonly back: readonly number[];
  readonly jumped: number | null;
  readonly failed: boolean;
  readonly fromDeck: boolean;
  /** Seats that were eliminated by the block. */
  readonly out: readonly number[];
}

export interface RevealedCard {
  readonly seat: number;
  readonly card: string;
  readonly lost: boolean;
  /** Tokens before and after the round was settled. */
  readonly had: number;
  readonly has: number;
}

export interface Round {
  readonly kind: "round";
  readonly dealer: number;
  readonly shown: readonly RevealedCard[];
  readonly lost: readonly number[];
  readonly why: "lost" | "cats" | "equal" | "replayed" | "spared";
  readonly cats: number;
  readonly drew: string | null;
  readonly setAside: string | null;
  readonly returned: readonly number[];
  readonly out: readonly number[];
  readonly won: readonly number[];
  /** The block that ended the round, if there was one. */
  readonly block: Block | null;
}

export type DieciMoment = Round | { readonly kind: "block"; readonly block: Block };

const seats = (events: readonly EventInfo[], ...kinds: string[]) =>
  events.filter((event) => kinds.includes(event.kind)).map((event) => event.seat);

const first = (events: readonly EventInfo[], kind: string) =>
  events.find((event) => event.kind === kind);

export function momentOf(
  events: readonly EventInfo[],
  before: DieciView,
  after: DieciView,
): DieciMoment | null {
  const block = blockOf(events, before);
  if (first(events, "revealed")) return roundOf(events, before, after, block);
  return block && { kind: "block", block };
}

function blockOf(events: readonly EventInfo[], before: DieciView): Block | null {
  const at = events.findIndex((event) => event.kind === "blocked");
  const blocked = events[at];
  if (!blocked) return null;
  const end = events.findIndex((event) => event.kind === "revealed");
  const then = events.slice(at, end < 0 ? undefined : end);
  const paid = then.find((event) => event.kind === "paid" || event.kind === "paid_to");
  const offered = first(events.slice(0, at), "offered");
  return {
    blocker: blocked.seat,
    card: String(blocked.a),
    passer: offered?.seat ?? before.picture.turn,
    paid: paid !== undefined,
    to: paid?.kind === "paid_to" ? Number(paid.a) : null,
    back: [...new Set(seats(then, "took_back", "took_back_unseen"))],
    jumped: first(then, "jumped") ? Number(first(then, "jumped")?.a) : null,
    failed: first(then, "failed") !== undefined,
    fromDeck: seats(then, "drew_secretly", "drew_unseen").length > 0,
    out: seats(then, "out"),
  };
}

function roundOf(
  events: readonly EventInfo[],
  before: DieciView,
  after: DieciView,
  block: Block | null,
): Round {
  const from = events.findIndex((event) => event.kind === "revealed");
  const next = events.findIndex((event, at) => at > from && event.kind === "deals");
  const then = events.slice(from, next < 0 ? undefined : next);
  const lost = seats(then, "lost");
  const returned = seats(then, "returned");
  const shown = then
    .filter((event) => event.kind === "revealed")
    .map((event): RevealedCard => {
      const has = after.picture.tokens[event.seat] ?? 0;
      const back = returned.includes(event.seat) ? 1 : 0;
      const isLost = lost.includes(event.seat);
      return {
        seat: event.seat,
        card: String(event.a),
        lost: isLost,
        had: has - back + (isLost ? 1 : 0),
        has,
      };
    });
  const reason = (["cats", "equal", "replayed"] as const).find((kind) => first(then, kind));
  const aside = first(events, "set_aside");
  return {
    kind: "round",
    dealer: before.picture.dealer,
    shown,
    lost,
    why: lost.length > 0 ? "lost" : (reason ?? "spared"),
    cats: Number(first(then, "cats")?.a ?? 0),
    drew: first(events, "drew") ? String(first(events, "drew")?.a) : null,
    setAside: aside ? String(aside.a) : null,
    returned,
    out: [...(block?.out ?? []), ...seats(then, "out")],
    won: seats(then, "won"),
    block,
  };
}

/** Moments of UNO: a challenge, the end of a round, shuffled hands, an agreed effect. */

import type { EventInfo } from "../../wire/messages";
import { effectOf, isSuit, targetOf, type Effect, type Suit, type UnoView } from "./picture";

/** One row of the score sheet. */
export interface ScoreRow {
  readonly seat: number;
  /** Cards left in the hand. */
  readonly left: number;
  readonly gained: number;
  readonly total: number;
}

/** Display time; a tap ends it early. */
interface Timed {
  readonly holdMs: number;
}

export type UnoMoment = Timed & MomentContent;

type MomentContent =
  | {
      readonly kind: "challenge";
      readonly challenger: number;
      readonly bluffer: number;
      readonly guilty: boolean;
      /** The hand that was shown; empty for everybody except the challenger. */
      readonly shown: readonly string[];
    }
  | {
      readonly kind: "won";
      readonly winner: number;
      readonly card: string | null;
      readonly lines: readonly ScoreRow[];
      /** The target score; null: no points are counted. */
      readonly target: number | null;
      readonly lowest: boolean;
    }
  | {
      readonly kind: "shuffle";
      readonly by: number;
      readonly card: string;
      readonly sizes: readonly (readonly [number, number])[];
    }
  | {
      readonly kind: "effect";
      readonly effect: Exclude<Effect, "plain" | "none">;
      readonly by: number;
      readonly card: string;
      /** The seat that the effect concerns. */
      readonly seat: number;
      readonly colour: Suit | null;
      readonly drawn: number;
      readonly thrown: readonly (readonly [number, string])[];
    }
  | {
      readonly kind: "caught";
      readonly seat: number;
      readonly by: number;
      readonly drawn: number;
    }
  | { readonly kind: "void" };

export function moment(
  events: readonly EventInfo[],
  before: UnoView,
  after: UnoView,
): UnoMoment | null {
  const told = tell(events, before, after);
  return told && { ...told, holdMs: holdOf(told) };
}

/** Return the display time for a slow reader; a tap ends it early. */
function holdOf(told: MomentContent): number {
  if (told.kind === "challenge") return told.shown.length > 0 ? 9000 : 5000;
  if (told.kind === "won") return told.target === null ? 5000 : 8000;
  if (told.kind === "shuffle") return 5000;
  return told.kind === "effect" && told.thrown.length === 0 ? 3000 : 4500;
}

function tell(events: readonly EventInfo[], before: UnoView, after: UnoView): MomentContent | null {
  const one = (kind: string) => events.find((event) => event.kind === kind);
  const won = one("hand_won");
  if (won) return roundWon(won.seat, events, before, after);
  if (one("void")) return { kind: "void" };
  const challenged = one("challenged");
  if (challenged) return challenge(challenged, events);
  if (one("received") ?? one("received_unseen")) return shuffle(events, before, after);
  const caught = one("caught");
  if (caught)
    return {
      kind: "caught",
      seat: caught.seat,
      by: Number(caught.a),
      drawn: drawnBy(caught.seat, events),
    };
  return agreedEffect(events, after);
}

function textOf(value: EventInfo["a"]): string {
  return typeof value === "string" ? value : "";
}

function drawnBy(seat: number, events: readonly EventInfo[]): number {
  const isDraw = ({ kind }: EventInfo) => kind === "drew" || kind === "drew_unseen";
  return events.filter((event) => event.seat === seat && isDraw(event)).length;
}

function challenge(asked: EventInfo, events: readonly EventInfo[]): MomentContent {
  return {
    kind: "challenge",
    challenger: asked.seat,
    bluffer: Number(asked.a),
    guilty: events.some((event) => event.kind === "guilty"),
    shown: events.filter((event) => event.kind === "shown").map((event) => textOf(event.a)),
  };
}

function roundWon(
  winner: number,
  events: readonly EventInfo[],
  before: UnoView,
  after: UnoView,
): MomentContent {
  const end = events.findIndex((event) => event.kind === "hand_won");
  const played = events.slice(0, end).findLast((event) => event.kind === "played");
  const lines = before.picture.sizes.map((size, seat) => {
    const scored = events.filter((event) => event.kind === "scored" && event.seat === seat);
    const thrown = events.filter((event) => event.kind === "threw_away" && event.seat === seat);
    return {
      seat,
      left: seat === winner ? 0 : size - thrown.length + drawnBy(seat, events.slice(0, end)),
      gained: scored.reduce((sum, event) => sum + Number(event.a), 0),
      total: after.picture.scores[seat] ?? 0,
    };
  });
  const lowest = after.table.options["scoring"] === "lowest";
  const target = targetOf(after);
  if (target !== null)
    lines.sort((a, b) => (lowest ? a.total - b.total : b.total - a.total) || a.seat - b.seat);
  return { kind: "won", winner, card: played ? textOf(played.a) : null, lines, target, lowest };
}

function shuffle(
  events: readonly EventInfo[],
  before: UnoView,
  after: UnoView,
): MomentContent | null {
  const played = events.find((event) => event.kind === "played" && event.a === "shuffle");
  // If the cards arrive after the entry of the play, the played card is already on top.
  const by = played?.seat ?? before.picture.turn;
  const sizes = before.picture.sizes.map(
    (size, seat) => [size, after.picture.sizes[seat] ?? 0] as const,
  );
  return { kind: "shuffle", by, card: "shuffle", sizes };
}

function agreedEffect(events: readonly EventInfo[], after: UnoView): MomentContent | null {
  const played = events.find((event) => event.kind === "played");
  const effect = played ? effectOf(textOf(played.a), after.table.options) : null;
  if (!played || effect === null || effect === "plain" || effect === "none") return null;
  const met = events.find(({ kind }) => kind === "drew" || kind === "drew_unseen");
  const lost = events.find(({ kind }) => kind === "skipped");
  const seat = met?.seat ?? lost?.seat ?? after.picture.turn;
  return {
    kind: "effect",
    effect,
    by: played.seat,
    card: textOf(played.a),
    seat: effect === "extra_turn" ? played.seat : seat,
    colour: isSuit(played.b) ? played.b : null,
    drawn: drawnBy(seat, events),
    thrown: events
      .filter((event) => event.kind === "threw_away")
      .map((event) => [event.seat, textOf(event.a)] as const),
  };
}

/**
 * The device's side of the commit-and-reveal protocol: pledge a part, send it, keep the receipt.
 */

import type { FromClient, TableInfo } from "../wire/messages";
import { pledgeOf } from "./canonical";
import { listOf, type DealNotes } from "./dealNotes";

export interface DealStep {
  /** Notes to store; null: nothing new. */
  readonly seen: DealNotes | null;
  readonly send: FromClient | null;
}

/** Return the seats of this person, in order. */
export function ownSeats(table: TableInfo): readonly number[] {
  return table.seats.flatMap((seat, number) => (seat.mine ? [number] : []));
}

const NOTHING: DealStep = { seen: null, send: null };

/**
 * Return the next step. `own` are the seats of this person in order; the lowest one has the part.
 * A part is sent for one list of inputs only: a server that knew it could try out other lists.
 */
export function nextStep(
  table: TableInfo,
  own: readonly number[],
  kept: DealNotes | null,
  draw: () => string,
): DealStep {
  switch (table.phase) {
    case "waiting":
      return promise(table, own[0], kept, draw);
    case "starting":
      return show(table, own[0], kept);
    case "playing":
    case "over":
      return note(table, kept);
    case "closed":
      return NOTHING;
  }
}

function promise(
  table: TableInfo,
  seat: number | undefined,
  kept: DealNotes | null,
  draw: () => string,
): DealStep {
  // The match is set up again: do not reuse a part that was sent for the last list.
  const wasShown = kept !== null && kept.list !== null;
  const changed = kept !== null && (kept.changed || wasShown);
  const isNew = kept === null || kept.commitment !== table.commitment || wasShown;
  const bystander: DealStep = { seen: isNew ? blank(table, null, changed) : null, send: null };
  if (seat === undefined) return bystander;
  const promised = new Map(table.deal?.pledges).get(seat);
  const part = !isNew && kept.own?.seat === seat ? kept.own.part : null;
  if (part !== null && promised === pledgeOf(part)) return NOTHING;
  // Another browser of this person has pledged for this seat; a pledge is final.
  if (promised !== undefined) return bystander;
  const fresh = part ?? draw();
  return {
    seen: part === null ? blank(table, { seat, part: fresh }, changed) : null,
    send: { type: "pledge", seat, pledge: pledgeOf(fresh) },
  };
}

function show(table: TableInfo, seat: number | undefined, kept: DealNotes | null): DealStep {
  if (kept === null) return { seen: blank(table, null, false), send: null };
  const { own } = kept;
  const isPromised =
    own !== null &&
    own.seat === seat &&
    new Map(table.deal?.pledges).get(seat) === pledgeOf(own.part);
  const isNext = table.match === table.finished + 1;
  const list = listOf(table);
  if (kept.list !== null && kept.list !== list)
    return { seen: kept.changed ? null : { ...kept, changed: true }, send: null };
  if (kept.commitment !== table.commitment)
    return { seen: blank(table, null, kept.changed), send: null };
  if (!isPromised || !isNext) return NOTHING;
  const isThere = new Map(table.deal?.parts).get(own.seat) === own.part;
  return {
    seen: kept.list === null ? { ...kept, list } : null,
    send: isThere ? null : { type: "mix", seat: own.seat, part: own.part },
  };
}

/** After the deal: keep the receipt, and note if it changes later. */
function note(table: TableInfo, kept: DealNotes | null): DealStep {
  const { receipt, commitment } = table;
  const hasMissed = kept === null || (kept.commitment !== commitment && kept.list === null);
  if (hasMissed) {
    const late = { ...blank(table, null, kept?.changed ?? false), before: false, receipt };
    return { seen: table.phase === "playing" ? late : null, send: null };
  }
  const isOther = commitment !== kept.commitment || (kept.receipt ?? receipt) !== receipt;
  if (isOther) return { seen: kept.changed ? null : { ...kept, changed: true }, send: null };
  return { seen: kept.receipt === null && receipt ? { ...kept, receipt } : null, send: null };
}

function blank(table: TableInfo, own: DealNotes["own"], changed: boolean): DealNotes {
  const { commitment } = table;
  return { commitment, before: true, own, list: null, changed, receipt: null };
}

/** What a device does for a fair deal, decided from what the table shows and what it has kept. */

import type { FromClient, TableInfo } from "../wire/messages";
import { pledgeOf } from "./canonical";
import { listOf, type DealNotes } from "./dealNotes";

export interface Step {
  /** To be kept from now on; null: nothing new. */
  readonly seen: DealNotes | null;
  readonly send: FromClient | null;
}

/** The seats of the person who looks, in order. */
export function ownSeats(table: TableInfo): readonly number[] {
  return table.seats.flatMap((seat, number) => (seat.mine ? [number] : []));
}

const NOTHING: Step = { seen: null, send: null };

/**
 * What to do now. `own` are the seats of this person in order: a person has one part, for the lowest.
 * A part is shown for one list only: had the server seen it, it could try out other lists.
 */
export function nextStep(
  table: TableInfo,
  own: readonly number[],
  kept: DealNotes | null,
  draw: () => string,
): Step {
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
): Step {
  // The match is set up anew: what was shown for the last list must not count for another
  const wasShown = kept !== null && kept.list !== null;
  const changed = kept !== null && (kept.changed || wasShown);
  const isNew = kept === null || kept.commitment !== table.commitment || wasShown;
  const bystander: Step = { seen: isNew ? blank(table, null, changed) : null, send: null };
  if (seat === undefined) return bystander;
  const promised = new Map(table.deal?.pledges).get(seat);
  const part = !isNew && kept.own?.seat === seat ? kept.own.part : null;
  if (part !== null && promised === pledgeOf(part)) return NOTHING;
  // What is promised for this seat was promised by another browser, and cannot be taken back
  if (promised !== undefined) return bystander;
  const fresh = part ?? draw();
  return {
    seen: part === null ? blank(table, { seat, part: fresh }, changed) : null,
    send: { type: "pledge", seat, pledge: pledgeOf(fresh) },
  };
}

function show(table: TableInfo, seat: number | undefined, kept: DealNotes | null): Step {
  if (kept === null) return { seen: blank(table, null, false), send: null };
  const { own } = kept;
  const isPromised =
    own !== null &&
    own.seat === seat &&
    new Map(table.deal?.pledges).get(seat) === pledgeOf(own.part);
  const isNext = table.match === table.evening.length + 1;
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

/** The cards are dealt: keep the receipt, and see that it stays. */
function note(table: TableInfo, kept: DealNotes | null): Step {
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

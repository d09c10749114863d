/** This device's own part in the deals of a table. */

import type { Sitting } from "../table/sitting.svelte";
import { draw } from "./canonical";
import { nextStep, ownSeats } from "./dealProtocol";
import { DealNotesStore } from "./dealNotes";

/** Take part in every deal of the table; to be called once, inside a component. */
export function takePart(at: () => Sitting): void {
  const memory = new DealNotesStore(localStorage);
  let said = "";
  let by: Sitting | null = null;

  $effect(() => {
    const sitting = at();
    // Not what is on the stage: a part has four seconds, and cards may still be flying there
    const { latest: table, line } = sitting;
    // What was said last may have been lost with the connection
    if (sitting !== by || line.status !== "open") said = "";
    by = sitting;
    if (!table || line.status !== "open") return;
    const own = ownSeats(table);
    const { seen, send } = nextStep(table, own, memory.of(table.id, table.match), draw);
    if (seen) memory.keep(table.id, table.match, seen); // before it is sent: a reload must know it
    const written = JSON.stringify(send);
    if (!send || written === said) return;
    said = written;
    line.say(send);
  });
}

/** Runs the deal protocol of this device while a table is open. */

import type { Sitting } from "../table/sitting.svelte";
import { draw } from "./canonical";
import { nextStep, ownSeats } from "./dealProtocol";
import { DealNotesStore } from "./dealNotes";

/** Contribute to every deal of the table. Call once, inside a component. */
export function takePart(at: () => Sitting): void {
  const memory = new DealNotesStore(localStorage);
  let said = "";
  let by: Sitting | null = null;

  $effect(() => {
    const sitting = at();
    // Use the latest table, not the one on the screen: the server waits only four seconds for a
    // part.
    const { latest: table, connection } = sitting;
    // The last message may have been lost with the connection: send it again.
    if (sitting !== by || connection.status !== "open") said = "";
    by = sitting;
    if (!table || connection.status !== "open") return;
    const own = ownSeats(table);
    const { seen, send } = nextStep(table, own, memory.of(table.id, table.match), draw);
    if (seen) memory.keep(table.id, table.match, seen); // store before sending: a reload must find it
    const written = JSON.stringify(send);
    if (!send || written === said) return;
    said = written;
    connection.say(send);
  });
}

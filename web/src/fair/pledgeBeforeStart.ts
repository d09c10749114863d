/** Pledges this device's part before a match that starts at once. */

import { TableConnection } from "../net/tableConnection.svelte";
import { netMs } from "../speed";
import { draw } from "./canonical";
import { nextStep, ownSeats } from "./dealProtocol";
import { DealNotesStore } from "./dealNotes";

const TIMEOUT_MS = 1500;

/** Pledge a part at an own table, or give up after a timeout. The table's screen sends the part. */
export function pledgeBeforeStart(id: string): Promise<void> {
  const memory = new DealNotesStore(localStorage);
  return new Promise((go) => {
    const timer = setTimeout(done, netMs(TIMEOUT_MS));
    const connection = new TableConnection(
      id,
      ({ scene: { table } }) => {
        const own = ownSeats(table);
        const isPromised = own[0] !== undefined && table.seats[own[0]]?.pledged;
        if (isPromised || table.phase !== "waiting") return done();
        const { seen, send } = nextStep(table, own, memory.of(id, table.match), draw);
        if (seen) memory.keep(id, table.match, seen);
        if (send) connection.say(send);
      },
      () => undefined,
    );
    function done(): void {
      clearTimeout(timer);
      connection.close();
      go();
    }
  });
}

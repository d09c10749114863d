/** For a match that is to start at once: promise this device's part before anybody starts it. */

import { Line } from "../net/line.svelte";
import { netMs } from "../speed";
import { draw } from "./canonical";
import { nextStep, ownSeats } from "./dealProtocol";
import { DealNotesStore } from "./dealNotes";

const PATIENCE_MS = 1500;

/** Promise a part at a table of one's own. The table's screen shows it when the match starts. */
export function pledgeBeforeStart(id: string): Promise<void> {
  const memory = new DealNotesStore(localStorage);
  return new Promise((go) => {
    const timer = setTimeout(done, netMs(PATIENCE_MS));
    const line = new Line(
      id,
      ({ scene: { table } }) => {
        const own = ownSeats(table);
        const isPromised = own[0] !== undefined && table.seats[own[0]]?.pledged;
        if (isPromised || table.phase !== "waiting") return done();
        const { seen, send } = nextStep(table, own, memory.of(id, table.match), draw);
        if (seen) memory.keep(id, table.match, seen);
        if (send) line.say(send);
      },
      () => undefined,
    );
    function done(): void {
      clearTimeout(timer);
      line.close();
      go();
    }
  });
}

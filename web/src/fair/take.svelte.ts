/** This device's own part in the deals of a table. */

import type { FromClient } from "../wire/messages";
import type { Sitting } from "../table/sitting.svelte";
import { draw } from "./canonical";
import { nextStep } from "./part";
import { Memory } from "./seen";

/** Take part in every deal of the table; to be called once, inside a component. */
export function takePart(sitting: Sitting): void {
  const memory = new Memory(localStorage);
  let said = "";
  $effect(() => {
    const { table } = sitting;
    if (sitting.line.status !== "open")
      said = ""; // what was said last may have been lost
    else if (table) act(table);
  });

  function act(table: NonNullable<Sitting["table"]>): void {
    const { seen, send } = nextStep(table, sitting.own, memory.of(table.id, table.match), draw);
    if (seen) memory.keep(table.id, table.match, seen); // before it is sent: a reload must know it
    if (send) say(send);
  }

  function say(message: FromClient): void {
    const written = JSON.stringify(message);
    if (written === said) return;
    said = written;
    sitting.line.say(message);
  }
}

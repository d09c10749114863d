import type { EventInfo } from "../wire/messages";

/** Return the index of the event that starts a new round, if only its deal follows; -1 for none. */
export const dealtFrom =
  (kinds: readonly string[]) =>
  (events: readonly EventInfo[]): number => {
    const at = events.findIndex((event) => event.kind === "deals");
    return events.slice(at).every((event) => kinds.includes(event.kind)) ? at : -1;
  };

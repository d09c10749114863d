// Written by `make gen` from the events of the games; do not edit.

/** Kinds of events whose first value is a seat. */
export const SEAT_EVENTS: ReadonlySet<string> = new Set([
  "robbed",
  "challenged",
  "caught",
  "offered",
  "swapped",
  "jumped",
  "paid_to",
]);

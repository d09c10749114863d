// Written by `make gen` from the events of the games; do not edit.

/** Kinds of events whose first value is a seat. */
export const SEAT_EVENTS: ReadonlySet<string> = new Set([
  "caught",
  "challenged",
  "jumped",
  "offered",
  "paid_to",
  "robbed",
  "swapped",
]);

/** By game: kinds of events that only the seat which they name hears. */
export const PRIVATE_EVENTS: Readonly<Record<string, ReadonlySet<string>>> = {
  yooloo: new Set(["stacked", "chose"]),
  uno: new Set(["dealt", "drew", "received"]),
  uno_h2o: new Set(["dealt", "drew", "received"]),
  dieci: new Set(["dealt", "received", "took_back", "drew_secretly"]),
};

/** By game: kinds of events that only another seat hears: the one that moved. */
export const SHOWN_EVENTS: Readonly<Record<string, ReadonlySet<string>>> = {
  uno: new Set(["shown"]),
  uno_h2o: new Set(["shown"]),
};

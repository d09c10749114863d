// Written by `make gen` from the events of the games; do not edit.

/** Kinds of events that only the seat which they name hears. */
export const PRIVATE: ReadonlySet<string> = new Set(["dealt", "drew", "received", "took_over"]);

/** Kinds of events that only another seat hears: the one that moved. */
export const SHOWN: ReadonlySet<string> = new Set(["shown"]);

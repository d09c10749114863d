/** Events in sentences: in the second person for the reader, and several in a row as one. */

import type { RulesText } from "../wire/http";
import type { EventInfo } from "../wire/messages";
import { listed } from "../table/outcome";
import { ad, ed } from "./italian";
import type { Lang } from "./words.svelte";

/** Names for numbered places: “the star door” instead of “door 9”. */
export interface PlaceNames {
  /** The part of the rules’ sentences that a name replaces: “door {b}”. */
  readonly numbered: Readonly<Record<Lang, string>>;
  readonly words: (place: number, lang: Lang) => string;
}

export interface Narrator {
  readonly text: RulesText;
  /** By seat. */
  readonly names: readonly string[];
  readonly lang: Lang;
  readonly places?: PlaceNames | undefined;
  /** The seat that is addressed as “you”; null: everybody has a name. */
  readonly you: number | null;
}

/** The reader as the object of a sentence: “swaps hands with you”. */
const OBJECT: Readonly<Record<Lang, string>> = { it: "te", en: "you" };
const AND: Readonly<Record<Lang, string>> = { it: "e", en: "and" };
const NUMBERS: Readonly<Record<Lang, readonly string[]>> = {
  it: "zero una due tre quattro cinque sei sette otto nove dieci".split(" "),
  en: "no one two three four five six seven eight nine ten".split(" "),
};

/** Return a number of cards as a word, up to ten. */
export function numberWord(count: number, lang: Lang): string {
  return NUMBERS[lang][count] ?? String(count);
}

/**
 * Tell one event, or several of the same kind and seat, in a sentence; empty if the book has no
 * words. `isKnown` leaves out the part in brackets.
 */
export function narrate(
  events: readonly EventInfo[],
  { text, names, lang, you, places }: Narrator,
  isKnown = false,
): string {
  const [event] = events;
  if (!event) return "";
  const numbered = patternFor(event, events.length, text, you);
  const pattern = places ? numbered.replace(places.numbered[lang], "{b}") : numbered;
  const name = (seat: number) => (seat === you ? OBJECT[lang] : (names[seat] ?? "?"));
  const word = (given: string | number | null) => {
    if (typeof given === "string") return text.cards[given] ?? text.colours[given] ?? given;
    if (given === null) return "";
    return places ? places.words(given, lang) : String(given);
  };
  const seats = text.eventSeats[event.kind] ?? "";
  const values: Readonly<Record<string, string>> = {
    seat: names[event.seat] ?? "?",
    a: seats.includes("a") ? name(Number(event.a)) : word(event.a),
    b: seats.includes("b") ? name(Number(event.b)) : word(event.b),
    n: numberWord(events.length, lang),
    list: listed(
      events.map(({ a }) => word(a)),
      AND[lang],
    ),
  };
  return pattern
    .replace(/\[(.*?)\]/g, isKnown ? "" : "$1")
    .replace(/(\b[ae] )?\{(\w+)\}/g, (_, before: string | undefined, key: string) =>
      joined(before, values[key] ?? "", lang),
    );
}

/** Return whether the book merges several events of a kind and seat into one sentence. */
export function isMerged(event: EventInfo, { text, you }: Narrator): boolean {
  return manyPattern(event, text, you) !== undefined;
}

function manyPattern(event: EventInfo, text: RulesText, you: number | null): string | undefined {
  return (event.seat === you ? text.eventsManyYou : text.eventsMany)[event.kind];
}

function patternFor(event: EventInfo, count: number, text: RulesText, you: number | null): string {
  const many = count > 1 ? manyPattern(event, text, you) : undefined;
  const own = event.seat === you ? text.eventsYou[event.kind] : undefined;
  return many ?? own ?? text.events[event.kind] ?? "";
}

function joined(before: string | undefined, value: string, lang: Lang): string {
  if (before === undefined || lang !== "it") return (before ?? "") + value;
  return before.startsWith("a") ? ad(value) : ed(value);
}

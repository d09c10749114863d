/** The result of a match in words and figures. */

import type { EventInfo } from "../wire/messages";
import { ed } from "../words/italian";
import type { Lang } from "../words/words.svelte";

/** Scores of all seats, with their unit. */
export interface Tally {
  /** The unit, used as the heading of a column. */
  readonly what: string;
  /** Scores by seat; null if hidden. */
  readonly figures: readonly (number | null)[];
}

/** The result of a match: a sentence and its rule. */
export interface Outcome {
  readonly text: string;
  readonly rule: string;
}

/** Upper bound on scores in a sentence; the table below it has all of them. */
const TOLD = 6;

/** “Anna, Bruno and Carla”; in Italian “Dino ed Elsa”. */
export function listed(names: readonly string[], and: string): string {
  const last = names.at(-1) ?? "";
  if (names.length < 2) return last;
  return `${names.slice(0, -1).join(", ")} ${and === "e" ? ed(last) : `${and} ${last}`}`;
}

/** Return the names of seats in one line. */
export function namesIn(names: readonly string[], seats: readonly number[], and: string): string {
  return listed(
    seats.map((seat) => names[seat] ?? ""),
    and,
  );
}

/** Who is addressed: one other, several others, the reader, the reader among others. */
type Person = "one" | "many" | "you" | "both";

/** The subject of a sentence. */
export interface Who {
  readonly names: string;
  readonly person: Person;
  /** The names with a space; empty where the verb alone says “you”. */
  readonly subject: string;
  /** “has” in the right person. */
  readonly has: string;
}

const YOU: Readonly<Record<Lang, string>> = { en: "you", it: "tu" };
const AND: Readonly<Record<Lang, string>> = { en: "and", it: "e" };
const HAS: Readonly<Record<Lang, Readonly<Record<Person, string>>>> = {
  en: { one: "has", many: "have", you: "have", both: "have" },
  it: { one: "ha", many: "hanno", you: "hai", both: "avete" },
};

/** A view as far as sentences need it. */
export interface Addressed {
  readonly names: readonly string[];
  /** The seat that is addressed as “you”; null: everybody has a name. */
  readonly seat: number | null;
}

/** Return the names of all seats, with “you” for the reader. */
export function addressed({ names, seat }: Addressed, lang: Lang): readonly string[] {
  return names.map((name, at) => (at === seat ? YOU[lang] : name));
}

/** Return seats as the subject of a sentence; the reader comes first. */
export function whoIn(view: Addressed, seats: readonly number[], lang: Lang): Who {
  const isReader = (seat: number) => seat === view.seat;
  const isMany = seats.length > 1;
  const person = seats.some(isReader) ? (isMany ? "both" : "you") : isMany ? "many" : "one";
  const order = [...seats.filter(isReader), ...seats.filter((seat) => !isReader(seat))];
  const names = namesIn(addressed(view, lang), order, AND[lang]);
  const subject = person === "you" && lang === "it" ? "" : `${names} `;
  return { names, person, subject, has: HAS[lang][person] };
}

/** Start a sentence with a capital letter. */
export function sentence(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

/** Return “: Anna 12, Bruno 7”, best first; with many players only the first one's score. */
export function standing(rows: readonly (readonly [name: string, figure: number])[]): string {
  const best = rows[0];
  if (!best) return "";
  if (rows.length > TOLD) return `: ${best[1]}`;
  return `: ${rows.map(([name, figure]) => `${name} ${figure}`).join(", ")}`;
}

/** Return names with scores: the winners, then the others, best first. */
export function rowsOf(
  names: readonly string[],
  figures: readonly (number | null)[],
  order: readonly number[],
): readonly (readonly [string, number])[] {
  return order.map((seat) => [names[seat] ?? "", figures[seat] ?? 0] as const);
}

/**
 * Return the seats from best to last: winners first, then by score. If the winners have the lowest
 * scores, low scores are better.
 */
export function ranked(
  figures: readonly (number | null)[],
  winners: readonly number[],
): readonly number[] {
  const of = (seat: number) => figures[seat] ?? 0;
  const best = winners.map(of);
  const others = figures.map((_, seat) => seat).filter((seat) => !winners.includes(seat));
  const lowWins =
    best.length > 0 && others.length > 0 && Math.max(...best) < Math.min(...others.map(of));
  return figures
    .map((_, seat) => seat)
    .sort((one, other) => {
      const won = Number(winners.includes(other)) - Number(winners.includes(one));
      const more = of(other) - of(one);
      return won || (lowWins ? -more : more) || one - other;
    });
}

/** What a sentence on the end of a match is made of. */
export interface Ending {
  /** The events of the match that the page has heard, in order. */
  readonly events: readonly EventInfo[];
  /** The only winner. */
  readonly winner: number;
  /** The seat that is addressed as “you”; null: nobody. */
  readonly you: number | null;
}

/** Return the winner's lead over the next best. */
export function leadOf(figures: readonly number[], winner: number): number {
  const others = figures.filter((_, seat) => seat !== winner);
  return (figures[winner] ?? 0) - Math.max(...others);
}

/** Return the events after the last one of a kind; all if there is none. */
export function eventsSince(events: readonly EventInfo[], kind: string): readonly EventInfo[] {
  return events.slice(events.findLastIndex((event) => event.kind === kind) + 1);
}

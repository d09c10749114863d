/** The log in words, filtered by what the viewer may know. */

import type { GamePage } from "../../table/board";
import type { EventInfo, News } from "../../wire/messages";
import { PRIVATE_EVENTS, SHOWN_EVENTS } from "../../wire/events";
import type { RulesText } from "../../wire/http";
import { isMerged, narrate, type Narrator } from "../../words/narration";
import type { Lang, Words } from "../../words/words.svelte";

export interface LogLine {
  readonly key: string;
  readonly seq: number;
  /** The seat that acted; null: nobody in particular. */
  readonly seat: number | null;
  readonly text: string;
  /** How often it happened in a row. */
  readonly times: number;
  /** The rule that explains it, if there is one. */
  readonly rule: string | null;
  /** An event of the table, not of the game. */
  readonly aside: boolean;
  /** The kind of the game’s event. */
  readonly kind: string | null;
  /** Only the viewer hears it: a card of their own. */
  readonly isPrivate: boolean;
  /** The events that the line tells. */
  readonly events: readonly EventInfo[];
}

/** The seat that looks at the screen, and whether several people share the device. */
export interface Viewer {
  readonly game: string;
  readonly seat: number | null;
  readonly shared: boolean;
  /** The seat that is addressed as “you”; null on a device that is passed around. */
  readonly you: number | null;
}

/** What the log needs besides the news. */
export interface LogContext {
  readonly text: RulesText;
  readonly words: Words;
  readonly lang: Lang;
  readonly names: readonly string[];
  readonly viewer: Viewer;
  readonly page?: GamePage | null;
}

/**
 * Return the events that may be shown. A shared device receives the private events of all its seats;
 * only those of the viewer pass.
 */
export function visibleEvents(item: News, viewer: Omit<Viewer, "you">): readonly EventInfo[] {
  if (!viewer.shared) return item.events;
  return item.events.filter(({ kind, seat }) => {
    if (PRIVATE_EVENTS[viewer.game]?.has(kind)) return seat === viewer.seat;
    if (SHOWN_EVENTS[viewer.game]?.has(kind)) return item.seat === viewer.seat;
    // A game without a folder in the page: an event with an `_unseen` twin is private to its seat.
    if (item.events.some((other) => other.kind === `${kind}_unseen`)) return seat === viewer.seat;
    return !(kind.endsWith("_unseen") && seat === viewer.seat);
  });
}

/** Turn news into lines of text. News up to entry `after` are context only. */
export function logLines(
  news: readonly News[],
  context: LogContext,
  after = 0,
): readonly LogLine[] {
  const { text, words, lang, names, viewer, page } = context;
  const narrator: Narrator = {
    ...{ text, names, lang, you: viewer.you },
    places: page?.places,
  };
  const lines: LogLine[] = [];
  const earlier: EventInfo[] = [];
  for (const item of news) {
    const { seq } = item;
    const told = seq > after ? tableEvent(item, words, names) : null;
    if (told)
      add(lines, {
        ...{ key: `${seq}`, seq, seat: item.seat, text: told, times: 1, rule: null },
        ...{ aside: true, kind: null, isPrivate: false, events: [] },
      });
    for (const [place, event] of visibleEvents(item, viewer).entries()) {
      const isKnown = page?.isKnown?.(event, earlier) ?? false;
      earlier.push(event);
      const said = seq > after ? narrate([event], narrator, isKnown) : "";
      if (!said) continue;
      const line: LogLine = {
        key: `${seq}.${place}`,
        seq,
        seat: event.seat,
        text: said,
        times: 1,
        rule: text.eventRules[event.kind] ?? null,
        aside: false,
        kind: event.kind,
        isPrivate: PRIVATE_EVENTS[viewer.game]?.has(event.kind) ?? false,
        events: [event],
      };
      if (!isMerged(event, narrator)) add(lines, line);
      else merge(lines, line, narrator);
    }
  }
  return lines;
}

/** Add a line; the same sentence again is counted instead. */
function add(lines: LogLine[], line: LogLine): void {
  const at = lastOfSeat(lines, line);
  const same = lines[at];
  if (same?.text === line.text && same.rule === line.rule)
    lines[at] = { ...same, seq: line.seq, times: same.times + 1 };
  else lines.push(line);
}

/** Add a line of which several in a row become one sentence: “draws two cards”. */
function merge(lines: LogLine[], line: LogLine, narrator: Narrator): void {
  const at = lastOfSeat(lines, line);
  const same = lines[at];
  if (same?.kind !== line.kind || same.seat !== line.seat) {
    lines.push(line);
    return;
  }
  const events = [...same.events, ...line.events];
  lines[at] = { ...same, seq: line.seq, events, text: narrate(events, narrator) };
}

/** Return the index of the last line; for unseen events that of the same player, also in turns. */
function lastOfSeat(lines: readonly LogLine[], { kind, seat }: LogLine): number {
  let at = lines.length - 1;
  if (kind?.endsWith("_unseen"))
    while (at >= 0 && lines[at]?.kind === kind && lines[at]?.seat !== seat) at--;
  return at;
}

/** Tell an event of the table, e.g. that somebody left; null if it has no words. */
function tableEvent(item: News, words: Words, names: readonly string[]): string | null {
  const name = names[item.seat ?? -1] ?? "";
  switch (item.what) {
    case "sat":
      return words.log.sat(item.text ?? name);
    case "left":
      return words.log.left(name);
    case "returned":
      return words.log.returned(name);
    case "stood_in":
      return words.log.stoodIn(name);
    case "taken":
      return words.log.taken(name);
    case "hosted":
      return words.log.hosted;
    case "admitted":
      return words.log.admitted(item.text ?? name);
    case "agreed":
      return words.log.agreed(name);
    default:
      return null;
  }
}

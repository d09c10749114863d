/** The log in words, filtered by what the viewer may know. */

import type { EventInfo, News } from "../../wire/messages";
import { PRIVATE_EVENTS, SHOWN_EVENTS } from "../../wire/events";
import type { RulesText } from "../../wire/http";
import { sentence } from "../../words/rules.svelte";
import type { Words } from "../../words/words.svelte";

export interface LogLine {
  readonly key: string;
  readonly seq: number;
  /** Who did it; null: nobody in particular. */
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
}

/** The seat that looks at the screen, and whether several people share the device. */
export interface Viewer {
  readonly game: string;
  readonly seat: number | null;
  readonly shared: boolean;
}

/**
 * Return the events that may be shown. A shared device receives the private events of all its seats;
 * only those of the viewer pass.
 */
export function visibleEvents(item: News, viewer: Viewer): readonly EventInfo[] {
  if (!viewer.shared) return item.events;
  return item.events.filter(({ kind, seat }) => {
    if (PRIVATE_EVENTS[viewer.game]?.has(kind)) return seat === viewer.seat;
    if (SHOWN_EVENTS[viewer.game]?.has(kind)) return item.seat === viewer.seat;
    // A game without a folder in the page: an event with an `_unseen` twin is private to its seat.
    if (item.events.some((other) => other.kind === `${kind}_unseen`)) return seat === viewer.seat;
    return !(kind.endsWith("_unseen") && seat === viewer.seat);
  });
}

/** Turn news into lines of text. */
export function logLines(
  news: readonly News[],
  text: RulesText,
  words: Words,
  names: readonly string[],
  viewer: Viewer,
): readonly LogLine[] {
  const lines: LogLine[] = [];
  const add = (line: Omit<LogLine, "times">) => {
    let at = lines.length - 1;
    // Unseen events are merged per player, also when players alternate.
    if (line.kind?.endsWith("_unseen"))
      while (at >= 0 && lines[at]?.kind === line.kind && lines[at]?.text !== line.text) at--;
    const same = lines[at];
    if (same?.text === line.text && same.rule === line.rule)
      lines[at] = { ...same, seq: line.seq, times: same.times + 1 };
    else lines.push({ ...line, times: 1 });
  };
  for (const item of news) {
    const { seq } = item;
    const told = about(item, words, names);
    if (told)
      add({ key: `${seq}`, seq, seat: item.seat, text: told, rule: null, aside: true, kind: null });
    for (const [place, event] of visibleEvents(item, viewer).entries()) {
      const said = sentence(text, event, names);
      const rule = text.eventRules[event.kind] ?? null;
      if (said)
        add({
          key: `${seq}.${place}`,
          seq,
          seat: event.seat,
          text: said,
          rule,
          aside: false,
          kind: event.kind,
        });
    }
  }
  return lines;
}

function about(item: News, words: Words, names: readonly string[]): string | null {
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
    case "agreed":
      return words.log.agreed(name);
    default:
      return null;
  }
}

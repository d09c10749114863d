/** What happened, line by line in words, as the one who looks at the screen may read it. */

import type { EventInfo, News } from "../wire/messages";
import { PRIVATE_EVENTS, SHOWN_EVENTS } from "../wire/events";
import type { RulesText } from "../wire/http";
import { sentence } from "../words/rules.svelte";
import type { Words } from "../words/words.svelte";

export interface Line {
  readonly key: string;
  readonly seq: number;
  readonly text: string;
  /** How often in a row. */
  readonly times: number;
  /** The rule behind it, where one fits. */
  readonly rule: string | null;
  /** Something about the table, not of the game. */
  readonly aside: boolean;
  /** The kind of event, where it is one. */
  readonly kind: string | null;
}

/** Whose eyes look, and how many people share them. */
export interface Eyes {
  readonly game: string;
  readonly seat: number | null;
  readonly shared: boolean;
}

/**
 * The events that may be shown to these eyes. Several people at one device hear together what is for
 * each of them: what is for one alone is for that one alone here, too.
 */
export function audible(item: News, eyes: Eyes): readonly EventInfo[] {
  if (!eyes.shared) return item.events;
  return item.events.filter(({ kind, seat }) => {
    if (PRIVATE_EVENTS[eyes.game]?.has(kind)) return seat === eyes.seat;
    if (SHOWN_EVENTS[eyes.game]?.has(kind)) return item.seat === eyes.seat;
    return !(kind.endsWith("_unseen") && seat === eyes.seat);
  });
}

/** The log as lines of words. */
export function tell(
  news: readonly News[],
  text: RulesText,
  words: Words,
  names: readonly string[],
  eyes: Eyes,
): readonly Line[] {
  const lines: Line[] = [];
  const add = (line: Omit<Line, "times">) => {
    let at = lines.length - 1;
    // What nobody sees more of than that it happens is one line each, whoever does it in between.
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
    if (told) add({ key: `${seq}`, seq, text: told, rule: null, aside: true, kind: null });
    for (const [place, event] of audible(item, eyes).entries()) {
      const said = sentence(text, event, names);
      const rule = text.eventRules[event.kind] ?? null;
      if (said)
        add({ key: `${seq}.${place}`, seq, text: said, rule, aside: false, kind: event.kind });
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

/** The answers to “what do I hold, what lies there, who has what, what happened”. */

import type { GamePage, View } from "../../table/board";
import type { Lang, Words } from "../../words/words.svelte";
import type { LogLine } from "../log/logLines";
import type { Topic } from "./shortcuts";

/** Number of log lines in the answer to “what happened”. */
const LINES = 5;

/** Return the answer for each topic; never empty. */
export function tableInWords(
  page: GamePage,
  view: View,
  lines: readonly LogLine[],
  words: Words,
  lang: Lang,
): Readonly<Record<Topic, string>> {
  const { nothing } = words.inWords;
  const happened = lines
    .slice(-LINES)
    .map(({ text, times }) => (times > 1 ? `${text} × ${times}` : text))
    .join(" ");
  return {
    hand: page.handWords(view, lang) || nothing,
    table: page.tableWords(view, lang) || nothing,
    counts: countsInWords(page, view, words) || nothing,
    happened: happened || words.side.empty,
  };
}

/** “You, 5 cards. Beppe, 3 cards, 20 points.” */
function countsInWords(page: GamePage, view: View, words: Words): string {
  return view.names
    .map((name, seat) => {
      const labels = page
        .badges(view, seat)
        .map(
          ({ label, alert }) =>
            label.charAt(0).toLowerCase() + label.slice(1) + (alert ? `, ${alert}` : ""),
        );
      const who = seat === view.seat ? words.you : name;
      return labels.length > 0 ? `${[who, ...labels].join(", ")}.` : "";
    })
    .filter(Boolean)
    .join(" ");
}

/** Return the words with which a table opens: what lies there, and my hand. */
export function openingInWords(page: GamePage, view: View, lang: Lang): string {
  return [page.tableWords(view, lang), page.handWords(view, lang)].filter(Boolean).join(" ");
}

/**
 * Announcements and prompts for screen readers during one match of each game, compared with
 * tests/transcripts/spoken. `make golden` rewrites the files.
 */

import "./browserless";

import { describe, expect, it, vi } from "vitest";

import { pageOf } from "../src/games";
import { logLines, type LogContext } from "../src/parts/log/logLines";
import { utterances, withQuestion } from "../src/parts/notices/utterances";
import { keysOf, TOPICS } from "../src/parts/table/shortcuts";
import { openingInWords, tableInWords } from "../src/parts/table/tableInWords";
import type { GamePage, Picture, View } from "../src/table/board";
import type { RulesText } from "../src/wire/http";
import type { EventInfo, News, TableInfo } from "../src/wire/messages";
import { book } from "../src/words/rules.svelte";
import { language, type Lang } from "../src/words/words.svelte";

interface Entry {
  readonly seat: number | null;
  readonly move: string | null;
  readonly events: readonly EventInfo[];
  readonly picture: Picture;
  readonly moves: readonly string[];
}

interface Recorded {
  readonly about: string;
  readonly game: string;
  readonly players: number;
  readonly options: Readonly<Record<string, unknown>>;
  readonly text: Readonly<Record<Lang, RulesText>>;
  readonly entries: readonly Entry[];
}

const LISTENER = 0;
const NAMES = ["Anna", "Beppe", "Cleo", "Dino", "Elsa", "Fabio", "Gina", "Hugo", "Ines", "Luca"];
const LANGS: readonly Lang[] = ["it", "en"];

const FOLDER = "../../tests/transcripts/spoken";
const matches = import.meta.glob<Recorded>("../../tests/transcripts/spoken/*.json", {
  eager: true,
  import: "default",
});

describe.each(Object.values(matches))("$game", (recorded) => {
  it.each(LANGS)("is spoken in %s as written", async (lang) => {
    language.lang = lang;
    const text = { ...recorded.text[lang], eventRules: {} } as unknown as RulesText;
    vi.spyOn(book, "of").mockReturnValue(text);
    const lines = transcript(recorded, await pageOf(recorded.game), text, lang);
    await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot(
      `${FOLDER}/${recorded.game}.${lang}.txt`,
    );
  });
});

/** Return the lines that the person at seat 0 hears during a match. */
function transcript(
  { about, game, players, options, entries }: Recorded,
  page: GamePage,
  text: RulesText,
  lang: Lang,
): readonly string[] {
  const names = NAMES.slice(0, players);
  const viewer = { game, seat: LISTENER, shared: false, you: LISTENER };
  const context: LogContext = { text, words: language.words, lang, names, viewer, page };
  const lines = [about, ""];
  const news: News[] = [];
  let hasAsked = false;
  let asked = "";
  for (const [at, entry] of entries.entries()) {
    const table = tableOf(game, players, options, at === entries.length - 1);
    const { picture, moves } = entry;
    const view: View = { table, seat: LISTENER, picture, moves: new Set(moves), names };
    const { seat, events } = entry;
    news.push({ seq: at + 1, at: 0, what: "moved", seat, text: null, by: null, events });
    const told =
      at === 0 ? [openingInWords(page, view, lang)] : utterances(logLines(news, context, at), page);
    // The page asks when the question changes, and again after a move of mine.
    const question = moves.length > 0 ? page.prompt(view, lang) : "";
    const isNew = question !== asked || seat === LISTENER;
    lines.push(...withQuestion(told, isNew ? question : ""));
    asked = question;
    const next = entries[at + 1];
    if (moves.length === 0) continue;
    if (!hasAsked) {
      const answers = tableInWords(page, view, logLines(news, context), language.words, lang);
      lines.push(...TOPICS.map((topic) => `  [${keysOf(topic)}] ${answers[topic]}`));
    }
    hasAsked = true;
    if (next?.seat === LISTENER && next.move)
      lines.push(`  > ${page.moveWords(next.move, view, lang)}`);
  }
  return lines;
}

function tableOf(
  game: string,
  players: number,
  options: Recorded["options"],
  isOver: boolean,
): TableInfo {
  const seats = NAMES.slice(0, players).map((name, seat) => ({
    ...{ kind: "person", name, mine: seat === LISTENER },
  }));
  const phase = isOver ? "over" : "playing";
  return { id: "", game, players, options, seats, phase, match: 1 } as unknown as TableInfo;
}

/**
 * What a screen reader says during one match of each game. A virtual screen reader listens to the
 * page's own components; its words are compared with tests/transcripts/spoken. `make golden`
 * rewrites the files.
 */

import "./document";

import { virtual } from "@guidepup/virtual-screen-reader";
import { flushSync, mount, tick, unmount } from "svelte";
import { afterEach, describe, expect, it, vi } from "vitest";

import { pageOf } from "../../src/games";
import { logLines, type LogContext } from "../../src/parts/log/logLines";
import { utterances } from "../../src/parts/notices/utterances";
import { keysOf, TOPICS } from "../../src/parts/table/shortcuts";
import { openingInWords, tableInWords } from "../../src/parts/table/tableInWords";
import type { GamePage, Picture, View } from "../../src/table/board";
import type { RulesText } from "../../src/wire/http";
import type { EventInfo, News, TableInfo } from "../../src/wire/messages";
import { book } from "../../src/words/rules.svelte";
import { language, type Lang } from "../../src/words/words.svelte";
import { moments } from "./moments.svelte";
import Table from "./Table.svelte";

vi.mock("../../src/speed", async (original) => ({
  ...(await original<typeof import("../../src/speed")>()),
  showMs: () => 0,
}));

interface Entry {
  readonly seat: number | null;
  readonly move: string | null;
  readonly events: readonly EventInfo[];
  readonly picture: Picture;
  readonly moves: readonly string[];
}

interface Recorded {
  readonly name: string;
  readonly about: string;
  readonly game: string;
  readonly listener: number;
  readonly players: number;
  readonly options: Readonly<Record<string, unknown>>;
  readonly text: Readonly<Record<Lang, RulesText>>;
  readonly entries: readonly Entry[];
}

const NAMES = ["Anna", "Beppe", "Cleo", "Dino", "Elsa", "Fabio", "Gina", "Hugo", "Ines", "Luca"];
const LANGS: readonly Lang[] = ["it", "en"];

const FOLDER = "../../../tests/transcripts/spoken";
const matches = import.meta.glob<Recorded>("../../../tests/transcripts/spoken/*.json", {
  eager: true,
  import: "default",
});

afterEach(async () => {
  await virtual.stop();
  document.body.replaceChildren();
});

describe.each(Object.values(matches))("$name", (recorded) => {
  it.each(LANGS)("is spoken in %s as written", async (lang) => {
    language.lang = lang;
    const text = { ...recorded.text[lang], eventRules: {} } as unknown as RulesText;
    vi.spyOn(book, "of").mockReturnValue(text);
    const lines = await listen(recorded, await pageOf(recorded.game), text, lang);
    await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot(
      `${FOLDER}/${recorded.name}.${lang}.txt`,
    );
  });
});

/** Play a recorded match in the page's components; return what the screen reader says. */
async function listen(
  recorded: Recorded,
  page: GamePage,
  text: RulesText,
  lang: Lang,
): Promise<readonly string[]> {
  const { about, game, listener, players, entries } = recorded;
  const names = NAMES.slice(0, players);
  const viewer = { game, seat: listener, shared: false, you: listener };
  const context: LogContext = { text, words: language.words, lang, names, viewer, page };
  const news: News[] = [];
  const viewAt = (at: number): View => {
    const { picture, moves } = entries[at] ?? entries[0]!;
    const table = tableOf(recorded, at === entries.length - 1);
    return { table, seat: listener, picture, moves: new Set(moves), names };
  };
  const tell = (after: number) => utterances(logLines(news, context, after), page);
  const played: string[] = [];
  const now = moments({ view: viewAt(0), seq: 0, opening: "", asked: "", answer: null });
  const screen = mount(Table, {
    target: document.body,
    props: {
      ...{ page, tell, play: (...moves: string[]) => void played.push(...moves) },
      get now() {
        return now.at;
      },
    },
  });
  await virtual.start({ container: document.body });
  await virtual.clearSpokenPhraseLog();
  const lines = [about, ""];
  const said = async (): Promise<readonly string[]> => {
    flushSync();
    await settled();
    const log = await virtual.spokenPhraseLog();
    await virtual.clearSpokenPhraseLog();
    return log;
  };
  let hasAsked = false;
  for (const [at, entry] of entries.entries()) {
    const { seat, events, moves } = entry;
    news.push({ seq: at + 1, at: 0, what: "moved", seat, text: null, by: null, events });
    const view = viewAt(at);
    const opening = openingInWords(page, viewAt(0), lang);
    const asked = moves.length > 0 ? page.prompt(view, lang) : "";
    if (seat === listener) now.set({ ...now.at, asked: "" });
    flushSync();
    now.set({ view, seq: at + 1, opening, asked, answer: null });
    lines.push(...(await said()));
    if (moves.length === 0) continue;
    if (!hasAsked) {
      const answers = tableInWords(page, view, logLines(news, context), language.words, lang);
      for (const topic of TOPICS) {
        now.set({ ...now.at, answer: { text: answers[topic] } });
        lines.push(...(await said()).map((line) => `  [${keysOf(topic)}] ${line}`));
      }
      hasAsked = true;
    }
    const next = entries[at + 1];
    if (next?.seat === listener && next.move) {
      await press(next.move, page.moveWords(next.move, view, lang), played);
      lines.push(...(await said()).map((line) => `  > ${line}`));
    }
  }
  await unmount(screen);
  return lines;
}

/** Wait until the page has announced everything and the screen reader has noticed. */
async function settled(): Promise<void> {
  await tick();
  await new Promise((done) => setTimeout(done, 1));
  await tick();
  await new Promise((done) => setTimeout(done, 0));
}

/** Go to the control of a move, and press it. */
async function press(move: string, words: string, played: string[]): Promise<void> {
  played.length = 0;
  for (let step = 0; step < 3 && !played.includes(move); step++) {
    const control = controlOf(move, words);
    if (!control) return;
    control.focus();
    await settled();
    control.click();
    flushSync();
    await settled();
  }
}

/** The control that makes a move, or the one that leads to it. */
function controlOf(move: string, words: string): HTMLElement | undefined {
  const legal = [...document.querySelectorAll<HTMLElement>("[data-legal]")];
  const exact = legal.find((one) => one.dataset["move"] === move);
  if (exact) return exact;
  const nameOf = (one: HTMLElement) =>
    (one.getAttribute("aria-label") ?? one.textContent).trim().split(",")[0]!.toLowerCase();
  const open = legal.filter((one) => one.dataset["move"] === undefined);
  return open
    .filter((one) => words.toLowerCase().includes(nameOf(one)))
    .sort((one, other) => nameOf(other).length - nameOf(one).length)[0];
}

function tableOf({ game, players, options, listener }: Recorded, isOver: boolean): TableInfo {
  const seats = NAMES.slice(0, players).map((name, seat) => ({
    ...{ kind: "person", name, mine: seat === listener, away: false, standIn: null, quiet: false },
  }));
  const phase = isOver ? "over" : "playing";
  return { id: "", game, players, options, seats, phase, match: 1 } as unknown as TableInfo;
}

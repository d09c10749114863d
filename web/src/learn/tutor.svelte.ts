/**
 * Runs a lesson: opens its tables, plays the other players' moves from the script, follows the
 * learner's.
 */

import { ask } from "../net/api";
import { nickOrGuest } from "../parts/home/guestName";
import { notices } from "../parts/notices/notices.svelte";
import { Sitting } from "../table/sitting.svelte";
import type { Position } from "../wire/messages";
import { language } from "../words/words.svelte";
import { keepLessonTables, lessonTables } from "./lessonTables";
import { LEARNER, stepsMade, type Lesson, type Part, type ScriptStep } from "./lesson";
import { deleteBookmark, saveBookmark, bookmarkOf } from "./bookmark";
import { words } from "./words";

const FORMAT = "mazziere-record/1";
const RULES = 1;

type Phase = "opening" | "playing" | "failed" | "done";

export class Tutor {
  phase = $state<Phase>("opening");
  part = $state(0);
  /** The step of the script that comes next. */
  at = $state(0);
  sitting = $state.raw<Sitting | null>(null);
  /** Whether the lesson was resumed and the learner has not moved since. */
  isResumed = $state(false);
  /** A friendly remark about a move that differs from the script. */
  word = $state("");
  /** A move that was sent and has no answer yet. */
  #pending = $state(false);
  #closed = false;

  constructor(readonly lesson: Lesson) {
    const { part, at } = bookmarkOf(lesson);
    this.part = part;
    this.isResumed = part > 0 || at > 0;
    void closeLeft().then(() => this.#open(at));
  }

  get now(): Part | null {
    return this.lesson.parts[this.part] ?? null;
  }

  get step(): ScriptStep | null {
    return this.now?.script[this.at] ?? null;
  }

  /** Whether all animations have ended. */
  get isQuiet(): boolean {
    const stage = this.sitting?.stage;
    if (!stage?.scene || this.#pending) return false;
    return stage.moment === null && stage.flying.length === 0;
  }

  /** Whether the screen shows a position in which the next step is possible. */
  get isReady(): boolean {
    const { step } = this;
    if (!step || !this.isQuiet) return false;
    return this.#position(step.seat)?.moves.includes(step.move) ?? false;
  }

  /** Whether the part is over and fully shown. */
  get isOver(): boolean {
    return this.phase === "playing" && this.step === null && this.isQuiet;
  }

  /** The learner's own position. */
  get position(): Position | null {
    return this.#position(LEARNER);
  }

  /** Make the next move of another player. */
  async playOther(): Promise<void> {
    const { step } = this;
    if (step && step.seat !== LEARNER) await this.#send(step.seat, [step.move], 1);
  }

  /** Handle the learner's moves: make the move of the script; answer another one with a remark. */
  async play(moves: readonly string[], inWords: (move: string) => string): Promise<void> {
    const { step, position } = this;
    if (!position || this.#pending) return;
    const made = stepsMade(this.now?.script ?? [], this.at, moves);
    const isLegal = moves.length > 1 || moves.every((move) => position.moves.includes(move));
    if (made > 0 || !isLegal) return this.#send(LEARNER, moves, made);
    const texts = language.of(words);
    this.word = step?.seat === LEARNER ? texts.later(inWords(step.move)) : texts.watch;
  }

  /** Go to the next part, or to the end. */
  async next(): Promise<void> {
    this.#leave();
    if (this.part + 1 >= this.lesson.parts.length) {
      this.phase = "done";
      deleteBookmark(this.lesson.game);
      return;
    }
    this.part += 1;
    await this.#open();
  }

  /** Restart the whole lesson. */
  async restart(): Promise<void> {
    this.#leave();
    deleteBookmark(this.lesson.game);
    this.isResumed = false;
    this.part = 0;
    await this.#open();
  }

  /** Restart the part after an error. */
  async retry(): Promise<void> {
    this.#leave();
    await this.#open();
  }

  close(): void {
    this.#closed = true;
    this.#leave();
  }

  #position(seat: number): Position | null {
    return this.sitting?.stage.scene?.positions.find((one) => one.seat === seat) ?? null;
  }

  async #send(seat: number, moves: readonly string[], made: number): Promise<void> {
    const sitting = this.sitting;
    const table = sitting?.table;
    if (!sitting || !table || this.#pending) return;
    this.#pending = true;
    this.word = "";
    sitting.stage.isLast = this.at + made >= (this.now?.script.length ?? 0);
    const answer = await sitting.connection.move(seat, moves, table.seq);
    this.#pending = false;
    if (this.sitting !== sitting) return;
    if (answer.type === "done") {
      this.isResumed = false;
      notices.forgive();
      this.#goTo(this.at + made);
    } else if (answer.code !== "stale") sitting.explain(answer);
  }

  #goTo(at: number): void {
    this.at = at;
    saveBookmark(this.lesson.game, { part: this.part, at });
  }

  async #open(at = 0): Promise<void> {
    const part = this.now;
    if (!part) return;
    this.phase = "opening";
    this.#goTo(at);
    this.word = "";
    try {
      const id = await openTable(this.lesson.game, part, at);
      if (this.#closed) void closeTable(id);
      else {
        this.sitting = new Sitting(id);
        this.phase = "playing";
      }
    } catch {
      this.phase = "failed";
    }
  }

  #leave(): void {
    const { sitting } = this;
    if (!sitting) return;
    sitting.close();
    this.sitting = null;
    void closeTable(sitting.id);
  }
}

/** Open a table with the part's deal and its first moves. All seats belong to this person. */
async function openTable(game: Lesson["game"], part: Part, at: number): Promise<string> {
  const { players, options, chance, script } = part;
  const moves = script.slice(0, at).map(({ seat, move }) => ({ seat, move }));
  const steps = [...chance, ...moves];
  const record = { format: FORMAT, game, rules: RULES, players, options, steps };
  const nick = nickOrGuest();
  const table = await ask("POST /api/tables", {
    body: {
      game,
      nick,
      players,
      record,
      settings: { chat: false, watchers: false, hints: false, graceMs: 0 },
    },
  });
  keepLessonTables([...lessonTables(), table.id]);
  const path = { table: table.id };
  for (const [at, name] of part.names.entries())
    await ask("POST /api/tables/{table}/seats", {
      path,
      body: { nick: name === nick ? `${name} 2` : name, seat: at + 1 },
    });
  await ask("POST /api/tables/{table}/start", { path, body: {} });
  return table.id;
}

async function closeTable(id: string): Promise<void> {
  try {
    await ask("DELETE /api/tables/{table}", { path: { table: id } });
    keepLessonTables(lessonTables().filter((one) => one !== id));
  } catch {
    // The id stays in the list; the next lesson closes the table.
  }
}

async function closeLeft(): Promise<void> {
  const left = lessonTables();
  keepLessonTables([]);
  await Promise.allSettled(
    left.map((id) => ask("DELETE /api/tables/{table}", { path: { table: id } })),
  );
}

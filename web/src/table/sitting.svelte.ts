/** One person at one table: the connection, the screen, and the person's moves. */

import type { Advice, EventInfo, News, Position, Refusal, TableInfo } from "../wire/messages";
import { TableConnection } from "../net/tableConnection.svelte";
import { notices } from "../parts/notices/notices.svelte";
import { refusalWords } from "../parts/notices/refusalWords";
import { language } from "../words/words.svelte";
import { book } from "../words/rules.svelte";
import { shakeTouched } from "./lastTouch";
import { Stage } from "./stage.svelte";

/** Number of recent news kept, to find out who was faster. */
const KEPT = 40;
/** How long to wait for the news of a faster move. */
const NEWS_MS = 1500;

export class Sitting {
  readonly connection: TableConnection;
  readonly stage = new Stage();
  /** The table as the server told it last; the stage may still be showing what came before. */
  latest = $state.raw<TableInfo | null>(null);
  /** Whether a move was sent and has no answer yet. */
  #asked = $state(false);
  /** The entry of the last accepted move; the screen may still be behind it. */
  #made = $state(0);
  /** The hard bot's last advice, with its entry. */
  advice = $state.raw<Advice | null>(null);
  /** The seat that uncovered the screen of a shared device. */
  uncovered = $state<number | null>(null);

  /** Words of the game for a refusal, better than the book's; set by the screen. */
  inOwnWords: ((why: string) => string | null) | null = null;
  /** Words of the game for a move that came too late; set by the screen of the match. */
  tooLate: ((move: string, events: readonly EventInfo[]) => string | null) | null = null;
  #heard: readonly News[] = [];
  #onNews: (() => void) | null = null;
  /** Counts refused moves, so that boards can point at what would fit. */
  refused = $state(0);

  constructor(readonly id: string) {
    this.connection = new TableConnection(
      id,
      (told) => {
        this.latest = told.scene.table;
        this.stage.take(told);
        this.#heard = [...this.#heard, ...told.news].slice(-KEPT);
        this.#onNews?.();
      },
      (refusal) => {
        // This device's part of the deal was too late. The match continues without it: nothing to
        // report.
        if (refusal.code === "busy" || refusal.code === "bad_part") return;
        this.explain(refusal);
      },
    );
  }

  /** Whether a move is under way; taps meanwhile were meant for the table before it. */
  get pending(): boolean {
    return this.#asked || (this.table?.seq ?? 0) < this.#made;
  }

  get table() {
    return this.stage.scene?.table ?? null;
  }

  /** The seats of this person, in order; empty for a watcher. */
  get own(): readonly number[] {
    return this.table?.seats.flatMap((seat, number) => (seat.mine ? [number] : [])) ?? [];
  }

  /**
   * The position to show. With several own seats: the one to move, or else the one that moved last.
   */
  readonly position: Position | null = $derived.by(() => this.#facing());
  #faced: number | null = null;

  #facing(): Position | null {
    const all = this.stage.scene?.positions ?? [];
    if (all.length <= 1) return all[0] ?? null;
    const asked =
      all.find((one) => one.moves.length > 0 && one.seat === this.#faced) ??
      all.find((one) => one.moves.length > 0) ??
      all.find((one) => one.seat === this.#faced) ??
      all[0];
    this.#faced = asked?.seat ?? null;
    return asked ?? null;
  }

  /** Whether the device should be handed on before anything is shown. */
  get isCovered(): boolean {
    const seat = this.position?.seat;
    const playing = this.table?.phase === "playing";
    return playing && this.own.length > 1 && seat !== null && seat !== this.uncovered;
  }

  /**
   * Make moves. A refusal is shown with its rule until the next move. A move that is
   * not legal on this screen does not set `pending`, so the next tap is not lost.
   */
  async play(...moves: string[]): Promise<void> {
    const seat = this.position?.seat;
    const table = this.table;
    if (seat === null || seat === undefined || !table || this.pending) return;
    const mayBeMade = this.position?.moves.includes(moves[0] ?? "") ?? false;
    if (mayBeMade) this.#asked = true;
    this.advice = null;
    const answer = await this.connection.move(seat, moves, table.seq);
    if (mayBeMade) this.#asked = false;
    if (answer.type === "done") {
      this.#made = answer.seq;
      notices.forgive();
      return;
    }
    // The move was legal on this screen: something happened in between.
    const isLate = mayBeMade && (answer.code === "stale" || answer.code === "illegal");
    const overtaken = isLate ? await this.#overtaken(moves[0] ?? "", table.seq) : null;
    if (overtaken) notices.show({ kind: "news", text: overtaken });
    else if (answer.code !== "stale") this.explain(answer);
  }

  /** Say who was faster than a move that was legal at entry `seq`. */
  async #overtaken(move: string, seq: number): Promise<string | null> {
    const since = () => this.#heard.filter((news) => news.seq > seq).flatMap((news) => news.events);
    if (since().length === 0)
      await new Promise<void>((go) => {
        this.#onNews = go;
        setTimeout(go, NEWS_MS);
      });
    return this.tooLate?.(move, since()) ?? null;
  }

  async hint(): Promise<void> {
    const seat = this.position?.seat;
    if (seat === null || seat === undefined) return;
    const answer = await this.connection.hint(seat);
    if (answer.type === "advice") this.advice = answer;
    else this.explain(answer);
  }

  close(): void {
    this.connection.close();
  }

  /** Show why a move was refused, in the words of the game if it has any. */
  explain(refusal: Refusal): void {
    const { code, why, rule, detail } = refusal;
    const game = this.table?.game;
    const own = why ? this.inOwnWords?.(why) : null;
    const inGame = own ?? (why && game ? book.of(game)?.refusals[why] : undefined);
    this.refused++;
    const text = inGame ?? refusalWords(refusal, language.words) ?? detail ?? code;
    notices.show({ kind: "refusal", text, rule: rule ?? undefined, game, at: shakeTouched() });
  }
}

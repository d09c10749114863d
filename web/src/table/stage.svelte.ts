/**
 * What is on the screen. Scenes come in faster than one can follow: each waits until the cards of the
 * one before have flown. A tap or Escape ends what flies now; with many scenes waiting nothing flies.
 */

import { tick } from "svelte";

import type { Scene, Told } from "../net/line.svelte";
import { settings } from "../look/settings.svelte";
import type { News } from "../wire/messages";
import type { Flight } from "./board";
import { placeOf } from "./anchors";

/** A card under way, as the flight layer draws it. */
export interface Flying extends Flight {
  readonly key: number;
  readonly start: DOMRect;
  readonly end: DOMRect;
  readonly delayMs: number;
}

export interface HaltScene {
  readonly flights: readonly Flight[];
  readonly scene: Scene;
  readonly holdMs: number;
}

export interface DealScene {
  readonly scene: Scene;
  readonly flights: readonly Flight[];
}

/** How a game's events look; the table's screen wires it to its game. */
export interface Choreography {
  /** Scenes on the way, with what flies before each. */
  readonly halts?: (news: readonly News[], scene: Scene) => readonly HaltScene[];
  /** What flies after the last of them. */
  readonly flights: (news: readonly News[], scene: Scene) => readonly Flight[];
  readonly moment: (news: readonly News[], before: Scene, after: Scene) => unknown;
  /** The table while a moment is looked at, where it would give away what that tells. */
  readonly meanwhile?: (before: Scene, after: Scene) => Scene | null;
  /** Whether a moment ends a round. */
  readonly isRound: (moment: unknown) => boolean;
  /** A deal that follows: the table without its cards, and how they come. */
  readonly deal?: (news: readonly News[], before: Scene, after: Scene) => DealScene | null;
}

export const FLIGHT_MS = 260;
const STAGGER_MS = 40;
const LONGEST_MS = 400;
/** Between two cards that are dealt, and for a whole deal. */
const DEAL_STAGGER_MS = 80;
const LONGEST_DEAL_MS = 1600;
/** A table that is drawn so much later is no longer dealt to. */
const LATE_MS = 4000;
const MOMENT_MS = 2600;
const PATIENCE = 3;
const KEPT = 400;

export class Stage {
  scene = $state.raw<Scene | null>(null);
  news = $state.raw<readonly News[]>([]);
  flying = $state.raw<readonly Flying[]>([]);
  /** What is stopped at to be looked at; and the last round's end, to look at again. */
  moment = $state.raw<unknown>(null);
  last = $state.raw<unknown>(null);
  /** Nothing follows: of a round that would begin now no card is dealt. */
  isLast = false;

  #choreography: Choreography | null = null;
  /** A match that has begun while nobody drew its table: the first deal, and since when it waits. */
  #first: { readonly told: Told; readonly at: number } | null = null;
  readonly #waiting: Told[] = [];
  #busy = false;
  #skip: (() => void) | null = null;
  #key = 0;

  get choreography(): Choreography | null {
    return this.#choreography;
  }

  /** From now on the table is drawn, and the deal that has waited for it can be seen. */
  set choreography(next: Choreography | null) {
    this.#choreography = next;
    if (next && this.#first) void this.#open();
  }

  /** Take in what a line tells. */
  take(told: Told): void {
    if (told.fresh) {
      this.#waiting.length = 0;
      this.skip();
    }
    this.#waiting.push(told);
    if (!this.#busy) void this.#run();
  }

  /** End what is under way: cards that fly, a moment that is shown. */
  skip(): void {
    this.#skip?.();
  }

  /** The same for a tap anywhere, or Escape; a moment closes by itself. */
  hurry(): void {
    if (this.moment === null) this.skip();
  }

  async #run(): Promise<void> {
    this.#busy = true;
    for (let told = this.#waiting.shift(); told; told = this.#waiting.shift())
      await this.#show(told);
    this.#busy = false;
  }

  /** Deal the first cards on a table that has just been drawn. */
  async #open(): Promise<void> {
    await tick();
    const first = this.#first;
    this.#first = null;
    if (!first || this.#busy || performance.now() - first.at > LATE_MS) return;
    const { told } = first;
    if (this.scene !== told.scene || !settings.moves) return;
    this.#busy = true;
    const deal = this.#choreography?.deal?.(told.news, told.scene, told.scene) ?? null;
    if (deal) await this.#deal(deal, told.scene);
    void this.#run();
  }

  async #deal(deal: DealScene, after: Scene): Promise<void> {
    this.scene = deal.scene;
    await tick();
    await this.#fly(deal.flights, DEAL_STAGGER_MS, LONGEST_DEAL_MS);
    this.scene = after;
  }

  async #show(told: Told): Promise<void> {
    const before = this.scene;
    const isFirst = before?.table.phase === "starting" && told.scene.table.phase === "playing";
    if (isFirst && !this.#choreography) this.#first = { told, at: performance.now() };
    const plays = this.#choreography && before && !told.fresh ? this.#choreography : null;
    const isCalm = this.#waiting.length < PATIENCE && !document.hidden;
    if (plays && before && isCalm) {
      for (const halt of plays.halts?.(told.news, before) ?? []) {
        await this.#fly(halt.flights);
        this.scene = halt.scene;
        await tick();
        if (halt.holdMs > 0) await this.#pause(halt.holdMs);
      }
      await this.#fly(plays.flights(told.news, before));
    }
    const deal =
      plays && before && isCalm ? (plays.deal?.(told.news, before, told.scene) ?? null) : null;
    const next = deal?.scene ?? told.scene;
    const moment = plays && before ? plays.moment(told.news, before, told.scene) : null;
    const meanwhile = moment && isCalm && before ? plays?.meanwhile?.(before, next) : null;
    if (meanwhile) {
      this.scene = meanwhile;
      await tick();
      await this.#look(moment, isCalm);
    }
    this.scene = next;
    this.news = (told.fresh ? told.news : [...this.news, ...told.news]).slice(-KEPT);
    await tick();
    if (!meanwhile) await this.#look(moment, isCalm);
    if (deal && !this.isLast) await this.#deal(deal, told.scene);
  }

  /** Stop at something, if there is something. */
  async #look(moment: unknown, isCalm: boolean): Promise<void> {
    if (moment === null || moment === undefined) return;
    if (this.#choreography?.isRound(moment)) this.last = moment;
    if (!isCalm) return;
    this.moment = moment;
    await this.#pause(holdOf(moment));
    this.moment = null;
  }

  async #fly(
    flights: readonly Flight[],
    stagger = STAGGER_MS,
    longest = LONGEST_MS,
  ): Promise<void> {
    if (!settings.moves) return;
    const step = Math.min(stagger, (longest - FLIGHT_MS) / Math.max(1, flights.length - 1));
    const flying: Flying[] = [];
    for (const flight of flights) {
      const start = placeOf(flight.from);
      const end = placeOf(flight.to);
      if (!start || !end) continue;
      flying.push({ ...flight, key: ++this.#key, start, end, delayMs: flying.length * step });
    }
    if (flying.length === 0) return;
    this.flying = flying;
    await this.#pause(FLIGHT_MS + (flying.length - 1) * step);
    this.flying = [];
  }

  #pause(ms: number): Promise<void> {
    return new Promise((go) => {
      const timer = setTimeout(done, ms);
      const stage = this;
      function done(): void {
        clearTimeout(timer);
        stage.#skip = null;
        go();
      }
      this.#skip = done;
    });
  }
}

/** A moment that takes longer to tell says so itself. */
function holdOf(moment: unknown): number {
  const asked = (moment as { readonly holdMs?: unknown }).holdMs;
  return typeof asked === "number" ? asked : MOMENT_MS;
}

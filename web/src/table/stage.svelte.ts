/**
 * The scene on the screen, and the queue of scenes that follow it. Each scene waits for the
 * animations of the one before. A tap or Escape ends the current animation. With a long queue,
 * after a gap, or on a hidden page there is no animation: the last scene is shown at once.
 */

import { tick } from "svelte";

import type { Scene, SceneUpdate } from "../net/tableConnection.svelte";
import { settings } from "../look/settings.svelte";
import { showMs } from "../speed";
import type { News } from "../wire/messages";
import { Moods, type Reaction } from "../avatars/moods.svelte";
import type { Flash, Flight } from "./board";
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
  /** Intermediate scenes, with the flights before each. */
  readonly halts?: (news: readonly News[], scene: Scene) => readonly HaltScene[];
  /** Flights after the last halt. */
  readonly flights: (news: readonly News[], scene: Scene) => readonly Flight[];
  readonly moment: (news: readonly News[], before: Scene, after: Scene) => unknown;
  /** The scene during a moment, if the new scene would give the result away. */
  readonly meanwhile?: (before: Scene, after: Scene) => Scene | null;
  /** How faces react to news. */
  readonly reactions?: (news: readonly News[], scene: Scene) => readonly Reaction[];
  /** A sign over the table. */
  readonly flash?: (news: readonly News[], before: Scene, after: Scene) => Flash | null;
  /** Whether a moment ends a round. */
  readonly isRound: (moment: unknown) => boolean;
  /** A deal that follows: the scene before it, and its flights. */
  readonly deal?: (news: readonly News[], before: Scene, after: Scene) => DealScene | null;
}

export const FLIGHT_MS = 340;
const STAGGER_MS = 40;
const LONGEST_MS = 520;
/** Time between two dealt cards, and upper bound for a whole deal. */
const DEAL_STAGGER_MS = 80;
const LONGEST_DEAL_MS = 1600;
/** A table mounted later than this after its deal skips the animation. */
const LATE_MS = 4000;
/** Default display time of a moment, for a slow reader; a tap ends it early. */
const MOMENT_MS = 8000;
const FLASH_MS = 1200;
/** With this many scenes waiting nothing flies. */
const LONG_QUEUE = 3;
/** Number of news kept for the log. */
const KEPT = 400;

export class Stage {
  scene = $state.raw<Scene | null>(null);
  news = $state.raw<readonly News[]>([]);
  flying = $state.raw<readonly Flying[]>([]);
  /** The result that is shown now, and the end of the last round, to show again. */
  moment = $state.raw<unknown>(null);
  last = $state.raw<unknown>(null);
  flash = $state.raw<Flash | null>(null);
  readonly moods = new Moods();
  /** Whether everything up to the end of the match is shown at once. */
  isHurried = $state(false);
  /** Whether this is the last round, so that no deal follows. */
  isLast = false;

  #choreography: Choreography | null = null;
  /** The opening deal of a match that started before its table was mounted, and its time. */
  #first: { readonly told: SceneUpdate; readonly at: number } | null = null;
  readonly #waiting: SceneUpdate[] = [];
  #busy = false;
  /** Whether to skip animations up to the scene after a gap. */
  #rushes = false;
  #skip: (() => void) | null = null;
  #key = 0;

  get choreography(): Choreography | null {
    return this.#choreography;
  }

  /** Set when the table is mounted; show a waiting opening deal. */
  set choreography(next: Choreography | null) {
    this.#choreography = next;
    if (next && this.#first) void this.#open();
  }

  /** Queue a scene. A fresh scene, or one after a gap, ends the current animation. */
  take(told: SceneUpdate): void {
    if (told.fresh) this.#waiting.length = 0;
    if (told.fresh || told.late) {
      this.#rushes = true;
      this.skip();
    }
    this.#waiting.push(told);
    if (!this.#busy) void this.#run();
  }

  /** End the current animation: flying cards or a moment. */
  skip(): void {
    this.#skip?.();
  }

  /** A tap anywhere or Escape: end a flight; a moment closes by itself. */
  hurry(): void {
    if (this.moment === null) this.skip();
  }

  /** Show everything at once until the match is over. */
  hurryToEnd(): void {
    this.isHurried = true;
    this.skip();
  }

  /** Show the queue, scene by scene. If an animation fails, its scene is shown at once. */
  async #run(): Promise<void> {
    this.#busy = true;
    try {
      for (let told = this.#waiting.shift(); told; told = this.#waiting.shift())
        await this.#safely(told, () => this.#show(told));
    } finally {
      this.#busy = false;
    }
  }

  /** Run an animation that ends with a scene; if it fails, report the error and show the scene. */
  async #safely(told: SceneUpdate, show: () => Promise<void>): Promise<void> {
    try {
      await show();
    } catch (error) {
      reportError(error);
      this.flying = [];
      this.moment = null;
      this.flash = null;
      this.scene = told.scene;
      if ((this.news.at(-1)?.seq ?? 0) < (told.news.at(-1)?.seq ?? 0)) this.#log(told);
    }
  }

  #log(told: SceneUpdate): void {
    this.news = (told.fresh ? told.news : [...this.news, ...told.news]).slice(-KEPT);
  }

  /** Animate the opening deal on a table that was just mounted. */
  async #open(): Promise<void> {
    await tick();
    const first = this.#first;
    this.#first = null;
    if (!first || this.#busy || performance.now() - first.at > LATE_MS) return;
    const { told } = first;
    if (this.scene !== told.scene || !settings.moves) return;
    this.#busy = true;
    await this.#safely(told, async () => {
      const deal = this.#choreography?.deal?.(told.news, told.scene, told.scene) ?? null;
      if (deal) await this.#deal(deal, told.scene);
    });
    void this.#run();
  }

  async #deal(deal: DealScene, after: Scene): Promise<void> {
    this.scene = deal.scene;
    await tick();
    await this.#fly(deal.flights, DEAL_STAGGER_MS, LONGEST_DEAL_MS);
    this.scene = after;
  }

  async #show(told: SceneUpdate): Promise<void> {
    if (told.fresh || told.late) this.#rushes = false;
    const before = this.scene;
    const isFirst = before?.table.phase === "starting" && told.scene.table.phase === "playing";
    if (isFirst && !this.#choreography) this.#first = { told, at: performance.now() };
    const plays = this.#choreography && before && !told.fresh ? this.#choreography : null;
    const isAlone = this.#waiting.length < LONG_QUEUE && !this.#rushes;
    if (told.scene.table.phase !== "playing") this.isHurried = false;
    const isCalm = isAlone && !document.hidden && !told.late && !this.isHurried;
    let flash: Flash | null = null;
    if (plays && before && isCalm) {
      for (const halt of plays.halts?.(told.news, before) ?? []) {
        await this.#fly(halt.flights);
        this.scene = halt.scene;
        await tick();
        if (halt.holdMs > 0) await this.#pause(halt.holdMs);
      }
      await this.#fly(plays.flights(told.news, before));
      // Before the scene changes: a moment that follows must cover the next moves at once
      flash = plays.flash?.(told.news, before, told.scene) ?? null;
      if (flash) this.moods.react(plays.reactions?.(told.news, told.scene) ?? []);
      await this.#signal(flash);
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
    this.#log(told);
    if (plays && isCalm) this.moods.react(plays.reactions?.(told.news, told.scene) ?? []);
    await tick();
    if (!meanwhile) await this.#look(moment, isCalm);
    await this.#signal(flash?.then);
    if (deal && !this.isLast) await this.#deal(deal, told.scene);
  }

  /** Show a sign over the table, if there is one. */
  async #signal(flash: Flash | null | undefined): Promise<void> {
    if (!flash) return;
    this.flash = flash;
    await this.#pause(FLASH_MS);
    this.flash = null;
  }

  /** Show a moment for its time, if there is one. */
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
    if (this.#rushes || this.isHurried) return Promise.resolve();
    return new Promise((go) => {
      const timer = setTimeout(done, showMs(ms));
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

/** Return the display time of a moment: its own, or the default. */
function holdOf(moment: unknown): number {
  const asked = (moment as { readonly holdMs?: unknown }).holdMs;
  return typeof asked === "number" ? asked : MOMENT_MS;
}

/** Plays a replay: forwards and backwards, step by step or automatically. */

import type { News } from "../wire/messages";
import { showMs } from "../speed";
import { Stage } from "../table/stage.svelte";
import type { Film } from "./film";

export const SPEEDS: readonly number[] = [1, 2, 4];
const STEP_MS = 1000;
const MOMENT_MS = 2600;

export class Player {
  readonly stage = new Stage();
  /** The scene that is shown, or is on its way. */
  at = $state(0);
  isPlaying = $state(false);
  speed = $state(1);
  /** The seat whose view is shown; null: all hands are open. */
  eyes = $state<number | null>(null);

  constructor(readonly film: Film) {
    this.#show(film.opening, false);
  }

  /** Whether all animations of the current scene have ended. */
  get isSettled(): boolean {
    const { scene, flying, moment } = this.stage;
    return scene?.table.seq === this.at && flying.length === 0 && moment === null;
  }

  /** Go to a scene; only the step to the next scene is animated. */
  go(to: number): void {
    const next = Math.max(0, Math.min(this.film.end, Math.round(to)));
    if (next === this.at) return;
    this.stage.skip();
    this.#show(next, next === this.at + 1);
  }

  /** Go to a scene by hand; this stops automatic play. */
  turn(to: number): void {
    this.isPlaying = false;
    this.go(to);
  }

  toggle(): void {
    if (!this.isPlaying && this.at === this.film.end) this.go(0);
    this.isPlaying = !this.isPlaying;
  }

  faster(): void {
    this.speed = SPEEDS[(SPEEDS.indexOf(this.speed) + 1) % SPEEDS.length] ?? 1;
  }

  /** Start the effects of automatic play. Call once, inside a component. */
  run(): void {
    $effect(() => {
      if (!this.isPlaying || !this.isSettled) return;
      if (this.at === this.film.end) {
        this.isPlaying = false;
        return;
      }
      const timer = setTimeout(() => this.go(this.at + 1), showMs(STEP_MS / this.speed));
      return () => clearTimeout(timer);
    });
    // End animations towards a scene that is no longer wanted.
    $effect(() => {
      const { scene, flying, moment } = this.stage;
      const seq = scene?.table.seq ?? 0;
      const isLate = moment === null ? this.at !== seq + 1 : this.at !== seq;
      if (isLate && (moment !== null || flying.length > 0)) this.stage.skip();
    });
    // At higher speeds a moment ends earlier than the stage would end it.
    $effect(() => {
      if (this.stage.moment === null || this.speed === 1 || !this.isPlaying) return;
      const timer = setTimeout(() => this.stage.skip(), showMs(MOMENT_MS / this.speed));
      return () => clearTimeout(timer);
    });
  }

  #show(at: number, isNext: boolean): void {
    this.at = at;
    const events = this.film.events(at, this.eyes);
    const told: News = { seq: at, at: 0, what: "moved", seat: null, text: null, by: null, events };
    this.stage.take({ scene: this.film.scene(at), news: [told], fresh: !isNext });
  }
}

/**
 * The pause before an automatic pass. Everybody sees when a seat passes, and a person who keeps a
 * playable card takes time to decide. So each forced pass waits for a random time of the same kind,
 * and often for one that this person has just taken to keep a card.
 */

/** Range of the pause while no decision of this person is known. */
export const SHORTEST_MS = 1200;
export const LONGEST_MS = 3500;
/** Bounds on a pause that follows the person's own decisions. */
const LEAST_MS = 700;
const MOST_MS = 6000;
/** Number of decisions kept. */
const KEPT = 8;
/** With this many known decisions, half of the pauses follow them. */
const PRIOR = 2;
/** Relative deviation from a known decision. */
const SPREAD = 0.25;

export class PassPause {
  /** The last decisions to keep a card, in ms. */
  #kept: readonly number[] = [];
  #question: string | null = null;
  #asked = 0;
  #pauseMs = 0;

  constructor(
    private readonly random: () => number = Math.random,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Note the question on the screen; null: none. A question that stays keeps its pause. */
  ask(question: string | null): void {
    if (question === this.#question) return;
    this.#question = question;
    this.#asked = this.now();
    if (question !== null) this.#pauseMs = this.#draw();
  }

  /** The time left until the question is answered automatically, in ms. */
  get leftMs(): number {
    return Math.max(0, this.#asked + this.#pauseMs - this.now());
  }

  /** Note that the person has decided to keep a card that could be played. */
  keep(): void {
    if (this.#question === null) return;
    this.#kept = [...this.#kept, this.now() - this.#asked].slice(-KEPT);
  }

  #draw(): number {
    const known = this.#kept.length;
    if (this.random() * (known + PRIOR) >= known)
      return SHORTEST_MS * (LONGEST_MS / SHORTEST_MS) ** this.random();
    const like = this.#kept[Math.floor(this.random() * known)] ?? SHORTEST_MS;
    const pauseMs = like * (1 - SPREAD + 2 * SPREAD * this.random());
    return Math.min(MOST_MS, Math.max(LEAST_MS, pauseMs));
  }
}

/** The pauses of the person at this screen. */
export const passPause = new PassPause();

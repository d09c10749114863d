/** A finished match as a sequence of scenes: one before the first step, one after each step. */

import { isObject } from "../fair/canonical";
import type { Scene } from "../net/tableConnection.svelte";
import type { GamePage, Picture, View } from "../table/board";
import { namesOf } from "../table/names";
import type { Replay } from "../wire/http";
import type { EventInfo, Position, SeatInfo, TableInfo } from "../wire/messages";

const WATCHER = "watcher";

type Pictures = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

export class Film {
  readonly table: TableInfo;
  readonly names: readonly string[];
  readonly #pictures: readonly Pictures[];

  constructor(readonly replay: Replay) {
    this.table = tableOf(replay);
    this.names = namesOf(this.table);
    let now: Pictures = replay.start;
    this.#pictures = [now, ...replay.steps.map((step) => (now = { ...now, ...step.pictures }))];
  }

  /** The number of the last scene. */
  get end(): number {
    return this.replay.steps.length;
  }

  /** The first scene with a decision, after the deal. */
  get opening(): number {
    const first = this.replay.steps.findIndex(({ step }) => !("chance" in step));
    return first < 0 ? this.end : first;
  }

  scene(at: number): Scene {
    const pictures = this.#pictures[at] ?? {};
    const eyes = [null, ...this.names.keys()];
    const positions = eyes.map((seat): Position => {
      const picture = pictures[seat ?? WATCHER] ?? pictures["0"] ?? {};
      return { seat, picture, moves: [], since: 0 };
    });
    const phase = at === this.end ? "over" : "playing";
    return { table: { ...this.table, phase, seq: at }, positions, clocks: [] };
  }

  /** Return the view of a scene for one seat, or with all hands open. */
  view(scene: Scene, eyes: number | null): View {
    const pictureOf = (seat: number | null) =>
      scene.positions.find((one) => one.seat === seat)?.picture as unknown as Picture;
    const seen = {
      table: scene.table,
      seat: eyes,
      picture: pictureOf(eyes),
      moves: new Set<string>(),
      names: this.names,
    };
    return eyes === null ? { ...seen, all: [...this.names.keys()].map(pictureOf) } : seen;
  }

  /** Return the events that lead to a scene: those that one seat heard, or all. */
  events(at: number, eyes: number | null): readonly EventInfo[] {
    const step = this.replay.steps[at - 1];
    if (!step) return [];
    const others = this.names.length - 1;
    return step.events
      .filter(({ event, heard, watched }) => {
        if (eyes !== null) return heard.includes(eyes);
        // Skip the version for others of an event that the seat itself got in full.
        return !(watched && heard.length === others && !heard.includes(event.seat));
      })
      .map(({ event }) => event);
  }

  /** Return the move that leads to a scene, or the name of a chance step (seat null). */
  action(at: number): { readonly seat: number | null; readonly text: string } {
    const step = this.replay.steps[at - 1]?.step ?? {};
    if (typeof step["move"] === "string") return { seat: Number(step["seat"]), text: step["move"] };
    return { seat: null, text: String(step["chance"] ?? "") };
  }

  /** Return the scenes at which a round begins; without rounds: each turn of the first player. */
  rounds(page: GamePage): readonly number[] {
    const all = this.replay.steps.map((_, step) => step + 1);
    const begins = (at: number) =>
      this.events(at, null).some((event) => page.roundEvents?.has(event.kind));
    const marked = all.filter(begins);
    return marked.length > 1 ? marked : this.#turns(page, all);
  }

  #turns(page: GamePage, all: readonly number[]): readonly number[] {
    const whose = (at: number) => page.turn(this.view(this.scene(at), null).picture)[0];
    const turns = all.map(whose);
    const first = turns.find((seat) => seat !== undefined);
    if (first === undefined) return [];
    return all.filter((_, i) => turns[i] === first && turns[i - 1] !== first);
  }
}

/** Rebuild the table's information from the record and its proof. */
function tableOf({ record, names }: Replay): TableInfo {
  const proof = isObject(record["fairness"]) ? record["fairness"] : {};
  const kinds = Array.isArray(proof["seats"]) ? (proof["seats"] as { kind: string }[]) : [];
  const seats = names.map((name, seat): SeatInfo => {
    const kind = kinds[seat]?.kind ?? "person";
    const who = { name, kind: kind === "person" ? ("person" as const) : ("bot" as const) };
    return { ...who, ...NOBODY };
  });
  return {
    id: String(proof["table"] ?? ""),
    game: String(record["game"]),
    rules: Number(record["rules"]),
    players: Number(record["players"]),
    options: isObject(record["options"]) ? record["options"] : {},
    settings: SETTINGS,
    phase: "playing",
    paused: false,
    seats,
    code: null,
    match: Number(proof["match"] ?? 1),
    commitment: String(proof["commitment"] ?? ""),
    receipt: String(proof["receipt"] ?? ""),
    deal: null,
    evening: [],
    finished: 0,
    seq: 0,
    removed: [],
    requests: [],
    declined: false,
    hurried: false,
    out: false,
  };
}

const NOBODY = {
  ...{ host: false, away: false, standIn: false, mine: false, pledged: false, agreed: false },
  ...{ avatar: "", quiet: false, won: 0 },
};
const SETTINGS: TableInfo["settings"] = {
  ...{ clock: "none", standIn: "normal", graceMs: 0, paceMs: 0, mix: "" },
  ...{ hints: false, chat: false, watchers: false },
};

/** How what happens at a table looks to the one who holds the device. */

import type { Scene } from "../net/line.svelte";
import type { GamePage, Picture, View } from "../table/board";
import { namesOf } from "../table/names";
import type { Choreography, HaltScene } from "../table/stage.svelte";
import type { News } from "../wire/messages";
import { audible, type Eyes } from "./telling";

/** What a seat sees of a scene; null if these are not its eyes. */
export function viewOf(scene: Scene | null, seat: number | null): View | null {
  const position = scene?.positions.find((one) => one.seat === seat);
  if (!scene || !position) return null;
  return {
    table: scene.table,
    seat,
    picture: position.picture as unknown as Picture,
    moves: new Set(position.moves),
    names: namesOf(scene.table),
  };
}

/** The same scene with another picture for one pair of eyes, and nothing to be done meanwhile. */
function halted(scene: Scene, seat: number | null, picture: Picture): Scene {
  const positions = scene.positions.map((one) => ({
    ...one,
    picture: one.seat === seat ? { ...picture } : one.picture,
    moves: [],
  }));
  return { ...scene, positions };
}

/** `eyes` are null once nobody looks on any more: what is under way then has nothing to show. */
export function choreographyOf(
  page: GamePage,
  eyes: () => Eyes | null,
  hear: typeof audible = audible,
): Choreography {
  const eventsOf = (news: readonly News[], by: Eyes) => news.flatMap((item) => hear(item, by));

  /** What flies, halt by halt, and after the last. */
  function steps(news: readonly News[], scene: Scene) {
    const by = eyes();
    const halts: HaltScene[] = [];
    let view = by && viewOf(scene, by.seat);
    if (!by || !view) return { halts, rest: [] };
    const events = eventsOf(news, by);
    let from = 0;
    const flightsTo = (to: number, before: View) =>
      events.slice(from, to).flatMap((event) => page.flights(event, before));
    for (const { after, picture, holdMs } of page.halts?.(events, view) ?? []) {
      halts.push({
        flights: flightsTo(after, view),
        scene: halted(scene, by.seat, picture),
        holdMs,
      });
      view = { ...view, picture, moves: new Set() };
      from = after;
    }
    return { halts, rest: flightsTo(events.length, view) };
  }

  return {
    halts: (news, scene) => steps(news, scene).halts,
    flights: (news, scene) => steps(news, scene).rest,
    moment: (news, from, to) => {
      const by = eyes();
      const before = by && viewOf(from, by.seat);
      const after = by && viewOf(to, by.seat);
      return before && after ? page.moment(eventsOf(news, by), before, after) : null;
    },
  };
}

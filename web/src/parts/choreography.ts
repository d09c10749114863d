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

export function choreographyOf(page: GamePage, eyes: () => Eyes): Choreography {
  const eventsOf = (news: readonly News[]) => news.flatMap((item) => audible(item, eyes()));

  /** What flies, halt by halt, and after the last. */
  function steps(news: readonly News[], scene: Scene) {
    const { seat } = eyes();
    const events = eventsOf(news);
    const halts: HaltScene[] = [];
    let view = viewOf(scene, seat);
    if (!view) return { halts, rest: [] };
    let from = 0;
    const flightsTo = (to: number, before: View) =>
      events.slice(from, to).flatMap((event) => page.flights(event, before));
    for (const { after, picture, holdMs } of page.halts?.(events, view) ?? []) {
      halts.push({ flights: flightsTo(after, view), scene: halted(scene, seat, picture), holdMs });
      view = { ...view, picture, moves: new Set() };
      from = after;
    }
    return { halts, rest: flightsTo(events.length, view) };
  }

  return {
    halts: (news, scene) => steps(news, scene).halts,
    flights: (news, scene) => steps(news, scene).rest,
    moment: (news, from, to) => {
      const before = viewOf(from, eyes().seat);
      const after = viewOf(to, eyes().seat);
      return before && after ? page.moment(eventsOf(news), before, after) : null;
    },
  };
}

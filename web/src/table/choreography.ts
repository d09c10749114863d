/** How the events of a table become flights, halts and moments for one pair of eyes. */

import type { Scene } from "../net/line.svelte";
import type { EventInfo, News } from "../wire/messages";
import type { GamePage, Picture, View } from "./board";
import type { Choreography, HaltScene } from "./stage.svelte";

/** What a seat sees in a scene; null if nothing is told to it. */
export function viewOf(
  scene: Scene | null,
  seat: number | null,
  names: readonly string[],
): View | null {
  const position = scene?.positions.find((one) => one.seat === seat);
  if (!scene || !position) return null;
  return {
    table: scene.table,
    seat,
    picture: position.picture as unknown as Picture,
    moves: new Set(position.moves),
    names,
  };
}

/** What of the news these eyes may see. */
export type Hearing = (events: readonly EventInfo[]) => readonly EventInfo[];

/** Wire a game's page to a stage for a seat. */
export function choreograph(
  page: GamePage,
  seat: () => number | null,
  names: () => readonly string[],
  hear: Hearing,
): Choreography {
  const eventsOf = (news: readonly News[]) => hear(news.flatMap((item) => item.events));
  const seen = (scene: Scene) => viewOf(scene, seat(), names());
  const walk = (news: readonly News[], scene: Scene) => {
    const events = eventsOf(news);
    const halts: HaltScene[] = [];
    let view = seen(scene);
    if (!view) return { halts, rest: [] };
    let from = 0;
    const flightsTo = (to: number, eyes: View) =>
      events.slice(from, to).flatMap((event) => page.flights(event, eyes));
    for (const { after, picture, holdMs } of page.halts?.(events, view) ?? []) {
      halts.push({
        flights: flightsTo(after, view),
        scene: halted(scene, seat(), picture),
        holdMs,
      });
      view = { ...view, picture, moves: new Set() };
      from = after;
    }
    return { halts, rest: flightsTo(events.length, view) };
  };
  return {
    halts: (news, scene) => walk(news, scene).halts,
    flights: (news, scene) => walk(news, scene).rest,
    moment: (news, from, to) => {
      const before = seen(from);
      const after = seen(to);
      return before && after ? page.moment(eventsOf(news), before, after) : null;
    },
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

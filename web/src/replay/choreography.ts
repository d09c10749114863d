/** How the steps of a film look: what flies, where it halts, what is stopped at. */

import type { Scene } from "../net/line.svelte";
import type { Flight, GamePage, Picture, View } from "../table/board";
import type { Choreography } from "../table/stage.svelte";
import type { EventInfo, News } from "../wire/messages";
import type { Player } from "./player.svelte";

/** A game may halt on the way, e.g. at a card that is turned over and covered again. */
interface Halting {
  readonly halts?: (
    events: readonly EventInfo[],
    before: View,
  ) => readonly { readonly after: number; readonly picture: Picture; readonly holdMs: number }[];
}
interface HaltScene {
  readonly flights: readonly Flight[];
  readonly scene: Scene;
  readonly holdMs: number;
}

/** The choreography of a game for the eyes that look on, at the speed of the player. */
export function choreographyOf(page: GamePage & Halting, player: Player): Choreography {
  const { film } = player;
  const eventsOf = (news: readonly News[]) => news.flatMap((item) => item.events);

  /** What flies, halt by halt, and after the last. */
  function way(news: readonly News[], scene: Scene) {
    const events = eventsOf(news);
    const halts: HaltScene[] = [];
    let view = film.view(scene, player.eyes);
    let from = 0;
    const flightsTo = (to: number) => {
      const before = view;
      return events.slice(from, to).flatMap((event) => page.flights(event, before));
    };
    for (const { after, picture, holdMs } of page.halts?.(events, view) ?? []) {
      const halted = withPicture(scene, player.eyes, picture);
      halts.push({ flights: flightsTo(after), scene: halted, holdMs: holdMs / player.speed });
      view = film.view(halted, player.eyes);
      from = after;
    }
    return { halts, rest: flightsTo(events.length) };
  }

  const made = {
    halts: (news: readonly News[], scene: Scene) => way(news, scene).halts,
    flights: (news: readonly News[], scene: Scene) => way(news, scene).rest,
    moment: (news: readonly News[], before: Scene, after: Scene) =>
      page.moment(
        eventsOf(news),
        film.view(before, player.eyes),
        film.view(after, player.eyes),
      ) as unknown,
  };
  return made;
}

/** The same scene with another picture for one pair of eyes. */
function withPicture(scene: Scene, eyes: number | null, picture: Picture): Scene {
  const positions = scene.positions.map((one) =>
    one.seat === eyes ? { ...one, picture: { ...picture } } : one,
  );
  return { ...scene, positions };
}

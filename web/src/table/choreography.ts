/** Turns the events of a table into flights, halts and moments for a viewer. */

import { animalsOf } from "../avatars/avatars";
import type { Scene } from "../net/tableConnection.svelte";
import type { EventInfo, News } from "../wire/messages";
import { language } from "../words/words.svelte";
import type { Flash, GamePage, Picture, View } from "./board";
import { namesOf } from "./names";
import type { Choreography, HaltScene } from "./stage.svelte";

/** The viewer. */
export interface Onlooker {
  /** The viewer's view of a scene; null if there is no viewer any more. */
  readonly see: (scene: Scene) => View | null;
  /** The events in the news that the viewer may know. */
  readonly hear: (news: readonly News[]) => readonly EventInfo[];
  /** Playback speed; 1 as at the table. */
  readonly speed?: () => number;
}

/** Return a seat's view of a scene; null if the scene has no position for it. */
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

export function choreographyOf(page: GamePage, onlooker: Onlooker): Choreography {
  const { see, hear, speed = () => 1 } = onlooker;

  /** Return the halts with their flights, and the flights after the last halt. */
  function way(news: readonly News[], scene: Scene) {
    const halts: HaltScene[] = [];
    let view = see(scene);
    if (!view) return { halts, rest: [] };
    const all = hear(news);
    const dealt = page.deal?.from(all) ?? -1;
    const events = dealt < 0 ? all : all.slice(0, dealt);
    let from = 0;
    const flightsTo = (to: number, before: View) =>
      events.slice(from, to).flatMap((event) => page.flights(event, before));
    for (const { after, picture, holdMs } of page.halts?.(events, view) ?? []) {
      const flights = flightsTo(after, view);
      halts.push({
        flights,
        scene: halted(scene, view.seat, picture),
        holdMs: holdMs / speed(),
      });
      view = { ...view, picture, moves: new Set() };
      from = after;
    }
    return { halts, rest: flightsTo(events.length, view) };
  }

  return {
    halts: (news, scene) => way(news, scene).halts,
    flights: (news, scene) => way(news, scene).rest,
    moment: (news, from, to) => {
      const before = see(from);
      const after = see(to);
      return before && after ? page.moment(hear(news), before, after) : null;
    },
    meanwhile: (from, to) => {
      const { meanwhile } = page;
      if (!meanwhile) return null;
      const positions = to.positions.flatMap((after) => {
        const before = from.positions.find((one) => one.seat === after.seat);
        if (!before) return [];
        const [was, is] = [before, after].map((one) => one.picture as unknown as Picture);
        return was && is ? [{ ...after, picture: { ...meanwhile(was, is) }, moves: [] }] : [];
      });
      return { ...to, positions };
    },
    reactions: (news, scene) => {
      const view = see(scene);
      return view ? hear(news).flatMap((event) => page.reactions?.(event, view) ?? []) : [];
    },
    flash: (news, from, to) => {
      const before = see(from);
      const after = see(to);
      if (!before || !after) return null;
      const flash = page.flash?.(hear(news), before, after, language.lang) ?? null;
      return flash && named(flash, after);
    },
    isRound: (moment) => page.isRound(moment),
    deal: (news, from, to) => {
      const after = see(to);
      const events = hear(news);
      const at = page.deal?.from(events) ?? -1;
      if (!page.deal || !after || at < 0) return null;
      const { before } = page.deal;
      const view = { ...after, picture: before(after.picture), moves: new Set<string>() };
      const flights = events.slice(at).flatMap((event) => page.flights(event, view));
      return { scene: undealt(to, from.table.seq, before), flights };
    },
  };
}

/** Return a sign with the face and name of its seat. */
function named(flash: Flash, view: View): Flash {
  const { seat, then } = flash;
  const animal = seat === null ? undefined : animalsOf(view.table)[seat];
  return {
    ...flash,
    ...(seat !== null && animal && { who: { name: view.names[seat] ?? "", animal } }),
    ...(then && { then: named(then, view) }),
  };
}

/** Return the scene before its cards were dealt, without moves. */
function undealt(scene: Scene, seq: number, before: (after: Picture) => Picture): Scene {
  const positions = scene.positions.map((one) => ({
    ...one,
    picture: { ...before(one.picture as unknown as Picture) },
    moves: [],
  }));
  return { ...scene, table: { ...scene.table, seq }, positions };
}

/** Return the scene with another picture for one seat, without moves. */
function halted(scene: Scene, seat: number | null, picture: Picture): Scene {
  const positions = scene.positions.map((one) => ({
    ...one,
    picture: one.seat === seat ? { ...picture } : one.picture,
    moves: [],
  }));
  return { ...scene, positions };
}

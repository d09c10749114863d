import type { GamePage } from "../../table/board";
import { language } from "../../words/words.svelte";
import Face from "../yooloo/Face.svelte";
import Board from "./Board.svelte";
import { glimpses, glimpsesOf } from "./glimpses.svelte";
import Moment, { type Completion } from "./Moment.svelte";
import type { TenPicture } from "./picture";
import { badgesOf, moveInWords, promptOf } from "./telling";

export const page: GamePage<TenPicture, Completion> = {
  Board,
  Face,
  Moment,
  // Cards stay where they are; doors open.
  flights: () => [],
  moment: (events, before) => {
    // A wrong card is shown where it lies, not as something to stop at: it happens on most turns.
    glimpses.show(before.table.id, glimpsesOf(events, before));
    const done = events.find((event) => event.kind === "completed");
    return done ? { seat: done.seat } : null;
  },
  badges: (view, seat) => badgesOf(view, seat, language.lang),
  turn: (picture) => (picture.phase === "turn" ? [picture.turn] : []),
  direction: () => 1,
  prompt: promptOf,
  moveWords: (move, _view, lang) => moveInWords(move, lang),
  isWeighty: () => true,
};

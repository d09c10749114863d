import "./setting.css";

import type { GamePage } from "../../table/board";
import { language } from "../../words/words.svelte";
import Face from "../yooloo/Face.svelte";
import Board from "./Board.svelte";
import { glimpses, glimpsesOf } from "./glimpses.svelte";
import { haltsOf } from "./halts";
import Moment, { type Completion } from "./Moment.svelte";
import { reactions } from "./drama";
import { decided } from "./decided";
import { outcomeOf, tallyOf } from "./outcome";
import type { TenPicture } from "./picture";
import { handWords, tableWords } from "./inWords";
import { badgesOf, moveInWords, promptOf } from "./moveWords";
import { doorWords, NUMBERED } from "./places";

export const page: GamePage<TenPicture, Completion> = {
  Board,
  Face,
  Moment,
  reactions,
  // Cards stay where they are; doors open.
  flights: () => [],
  halts: haltsOf,
  moment: (events, before) => {
    // Show other players' wrong cards in place; my own was shown by a halt.
    const others = glimpsesOf(events, before).filter(({ seat }) => seat !== before.seat);
    glimpses.show(before.table.id, others);
    const done = events.find((event) => event.kind === "completed");
    return done ? { seat: done.seat } : null;
  },
  badges: (view, seat) => badgesOf(view, seat, language.lang),
  tellsSeats: () => "always",
  turn: (picture) => (picture.phase === "turn" ? [picture.turn] : []),
  direction: () => 1,
  prompt: promptOf,
  moveWords: (move, _view, lang) => moveInWords(move, lang),
  handWords,
  tableWords,
  places: { numbered: NUMBERED, words: doorWords },
  heardApart: new Set(["completed", "won"]),
  isRound: () => true,
  tally: tallyOf,
  outcome: outcomeOf,
  decided,
  isWeighty: () => true,
};

import "./setting.css";

import type { GamePage } from "../../table/board";
import { language } from "../../words/words.svelte";
import Board from "./Board.svelte";
import Face from "./Face.svelte";
import Moment from "./Moment.svelte";
import { reactions } from "./drama";
import { outcomeOf, tallyOf } from "./outcome";
import { laidDown, type YoolooPicture } from "./picture";
import { revealOf, type YoolooReveal } from "./reveal";
import { handWords, tableWords } from "./inWords";
import { badgesOf, flightsOf, moveInWords, promptOf } from "./moveWords";

export const page: GamePage<YoolooPicture, YoolooReveal> = {
  Board,
  Face,
  Moment,
  reactions,
  flights: flightsOf,
  moment: revealOf,
  badges: (view, seat) => badgesOf(view, seat, language.lang),
  // The cards are laid, and nobody knows yet whose points they will be.
  meanwhile: laidDown,
  tellsSeats: () => "tight",
  turn: (picture) => (picture.phase === "over" ? [] : picture.waiting),
  direction: () => 1,
  prompt: promptOf,
  moveWords: (move, _view, lang) => moveInWords(move, lang),
  handWords,
  tableWords,
  heardApart: new Set(["showed", "tied", "noted", "won"]),
  // Every reveal does.
  isRound: () => true,
  tally: tallyOf,
  outcome: outcomeOf,
  // A stack is laid down with a button of its own, which is question enough.
  isWeighty: (move) => move.startsWith("play"),
};

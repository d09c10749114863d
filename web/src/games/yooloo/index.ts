import "./setting.css";

import type { GamePage } from "../../table/board";
import { language } from "../../words/words.svelte";
import Board from "./Board.svelte";
import Face from "./Face.svelte";
import Moment from "./Moment.svelte";
import { reactions } from "./drama";
import { decided } from "./decided";
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
  // During the reveal the table shows the played cards, not the result.
  meanwhile: laidDown,
  tellsSeats: () => "tight",
  turn: (picture) => (picture.phase === "over" ? [] : picture.waiting),
  direction: () => 0,
  prompt: promptOf,
  moveWords: (move, _view, lang) => moveInWords(move, lang),
  handWords,
  tableWords,
  heardApart: new Set(["showed", "tied", "noted", "won"]),
  // Every reveal ends a round.
  roundEvents: new Set(["opened"]),
  isRound: () => true,
  tally: tallyOf,
  outcome: outcomeOf,
  decided,
  // A stack has its own button and needs no confirmation.
  isWeighty: (move) => move.startsWith("play"),
};

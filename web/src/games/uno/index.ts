import "./setting.css";

import type { GamePage } from "../../table/board";
import { language } from "../../words/words.svelte";
import Board from "./Board.svelte";
import Face from "./Face.svelte";
import { deal, flights } from "./flights";
import { flash, reactions, refusal, tooLate } from "./drama";
import { moment, type UnoMoment } from "./moment";
import Moment from "./Moment.svelte";
import { decided } from "./decided";
import { outcomeOf, tallyOf } from "./outcome";
import type { UnoPicture } from "./picture";
import {
  badges,
  handWords,
  isKnown,
  isWeighty,
  moveWords,
  prompt,
  tableWords,
  turn,
} from "./spoken";

export const page: GamePage<UnoPicture, UnoMoment> = {
  Board,
  Face,
  Moment,
  reactions,
  flash,
  refusal,
  tooLate,
  showsDirection: true,
  held: (view, seat) => view.picture.sizes[seat] ?? null,
  flights,
  deal,
  moment,
  badges: (view, seat) => badges(view, seat, language.lang),
  turn,
  direction: (picture) => (picture.direction === -1 ? -1 : 1),
  prompt,
  moveWords,
  handWords,
  tableWords,
  isKnown,
  heardApart: new Set(["guilty", "innocent", "hand_won", "scored", "won"]),
  roundEvents: new Set(["deals"]),
  isRound: ({ kind }) => kind === "won" || kind === "void",
  tally: tallyOf,
  outcome: outcomeOf,
  decided,
  isWeighty,
};

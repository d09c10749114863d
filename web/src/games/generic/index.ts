/** The page of every game that has no folder of its own. */

import type { GamePage } from "../../table/board";
import { book } from "../../words/rules.svelte";
import { language } from "../../words/words.svelte";
import Board from "./Board.svelte";
import Face from "./Face.svelte";
import Moment from "./Moment.svelte";
import { handWords, tableWords } from "./inWords";
import { turnOf, type AnyPicture } from "./picture";
import { badgesOf, moveInWords, outcomeOf, promptOf, tallyOf } from "./moveWords";

export const page: GamePage<AnyPicture, never> = {
  Board,
  Face,
  Moment,
  // A game without a folder declares neither flights nor moments.
  flights: () => [],
  moment: () => null,
  isRound: () => false,
  badges: (view, seat) => badgesOf(view, seat, language.lang),
  turn: turnOf,
  direction: () => 1,
  prompt: promptOf,
  moveWords: (move, view, lang) => moveInWords(move, book.of(view.table.game, lang)),
  handWords,
  tableWords,
  tally: tallyOf,
  outcome: outcomeOf,
  isWeighty: () => true,
};

import type { GamePage } from "../../table/board";
import Board from "./Board.svelte";
import Face from "./Face.svelte";
import Moment from "./Moment.svelte";

export const page: GamePage = {
  Board,
  Face,
  Moment,
  flights: () => [],
  moment: () => null,
  badges: () => [],
  turn: () => [],
  direction: () => 1,
  prompt: () => "",
  moveWords: (move) => move,
  isWeighty: () => false,
};

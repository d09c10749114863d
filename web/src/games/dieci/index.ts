import "./setting.css";

import type { Badge, GamePage } from "../../table/board";
import type { Lang } from "../../words/words.svelte";
import { language } from "../../words/words.svelte";
import Board from "./Board.svelte";
import Face from "./Face.svelte";
import { deal, flightsOf } from "./flights";
import { handWords, tableWords } from "./inWords";
import Moment from "./Moment.svelte";
import { momentOf, type DieciMoment } from "./moment";
import { flash, reactions } from "./drama";
import { decided } from "./decided";
import { outcomeOf, tallyOf } from "./outcome";
import { isOut, neighbourOf, toMove, type DieciPicture, type DieciView } from "./picture";
import { words } from "./words";

function badges(view: DieciView, seat: number): readonly Badge[] {
  const texts = language.of(words);
  const count = view.picture.tokens[seat] ?? 0;
  const badge: Badge = { sign: "tokens", value: String(count), label: texts.tokens(count) };
  return [isOut(view.picture, seat) ? { ...badge, alert: texts.out } : badge];
}

/** Tell the player what to do now, or whom the table waits for. */
export function promptOf({ picture, seat, moves, names }: DieciView, lang: Lang): string {
  const { prompt } = words[lang];
  const name = (of: number | null) => names[of ?? 0] ?? "";
  if (picture.phase === "over") return prompt.over;
  if (picture.phase === "deck" || picture.phase === "dealer") return prompt.dealing;
  if (moves.has("draw")) return prompt.myDeal;
  if (moves.has("swap") && seat !== null) return prompt.myPlay(name(neighbourOf(picture, seat)));
  if (moves.size > 0 && picture.phase === "answer")
    return (picture.jumped ? prompt.jumpedTo : prompt.askedBy)(name(picture.turn));
  if (seat !== null && !picture.inRound.includes(seat)) return prompt.out;
  if (picture.phase !== "answer") return prompt.waits(name(picture.turn));
  return picture.turn === seat
    ? prompt.iAsk(name(picture.asked))
    : prompt.asks(name(picture.turn), name(picture.asked));
}

export function moveWordsOf(move: string, view: DieciView, lang: Lang): string {
  const texts = words[lang];
  if (move === "swap") {
    const other = neighbourOf(view.picture, view.seat ?? view.picture.turn);
    return texts.swap(other === null ? "…" : (view.names[other] ?? "…"));
  }
  const fixed: Readonly<Record<string, string>> = {
    keep: texts.keep,
    accept: texts.accept,
    block: texts.block,
    draw: texts.draw,
  };
  return fixed[move] ?? move;
}

export const page: GamePage<DieciPicture, DieciMoment> = {
  Board,
  Face,
  Moment,
  reactions,
  flash,
  flights: flightsOf,
  deal,
  moment: momentOf,
  badges,
  tellsSeats: () => "always",
  turn: toMove,
  direction: () => 1,
  prompt: promptOf,
  moveWords: moveWordsOf,
  handWords,
  tableWords,
  // Read a showdown in parts: the cards, the payments, the eliminations.
  heardApart: new Set([
    "revealed",
    "lost",
    "cats",
    "equal",
    "replayed",
    "returned",
    "out",
    "won",
    "deals",
  ]),
  roundEvents: new Set(["deals"]),
  isRound: ({ kind }) => kind === "round",
  tally: tallyOf,
  outcome: outcomeOf,
  decided,
  isOut: ({ picture }, seat) => isOut(picture, seat),
  isWeighty: (move) => move !== "accept",
};

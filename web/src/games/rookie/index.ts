import "./setting.css";

import type { Badge, GamePage } from "../../table/board";
import { book } from "../../words/rules.svelte";
import type { Lang } from "../../words/words.svelte";
import { language } from "../../words/words.svelte";
import Board from "./Board.svelte";
import Face from "./Face.svelte";
import Moment from "./Moment.svelte";
import { isKids, isMine, leader, uncaptured, type RookiePicture, type RookieView } from "./picture";
import { handWords, tableWords } from "./inWords";
import { momentOf, type RookieMoment } from "./moments";
import { flash, reactions } from "./drama";
import { decided } from "./decided";
import { outcomeOf, tallyOf } from "./outcome";
import { partnerOf } from "./seating";
import { flights, halts } from "./story";
import { words } from "./words";

const TO_ACT = ["first", "second", "cover_or_seek", "seek", "lay", "ask", "rob"];
const WEIGHTY = ["rob", "capture", "hold"];

function badges(view: RookieView, seat: number): readonly Badge[] {
  const say = language.of(words);
  const home = view.picture.scores[seat] ?? 0;
  const points: Badge = { sign: "points", value: String(home), label: say.captured(home) };
  if (isKids(view)) return [points];
  const open = uncaptured(view.picture, seat);
  const lead = leader(view.picture.laid[seat] ?? []);
  return [
    points,
    {
      sign: "cards",
      value: String(open),
      label: say.uncaptured(open),
      ...(lead?.kind === "X" ? { alert: say.twoX } : {}),
    },
  ];
}

function prompt(view: RookieView, lang: Lang): string {
  const { phase, actor, inHand } = view.picture;
  const say = words[lang].prompt;
  const name = view.names[actor] ?? "";
  const mine = isMine(view);
  // My own last action is still being animated: there is nothing to do yet.
  if (actor === view.seat && !mine && TO_ACT.includes(phase)) return say.look;
  switch (phase) {
    case "starter":
    case "piles":
      return say.soon;
    case "over":
      return say.over;
    case "lay":
      if (!mine) return say.waitLay(name);
      return inHand.length === 1 ? say.layOne : say.lay(inHand.length);
    case "ask":
      return mine ? say.ask : say.waitAsk(name);
    case "rob":
      return mine ? say.rob : say.waitRob(name);
    case "cover_or_seek":
      return mine ? say.cover_or_seek : say.waitChoice(name);
    default:
      return mine ? say[phase] : say.wait(name);
  }
}

function moveWords(move: string, view: RookieView, lang: Lang): string {
  const say = words[lang].moves;
  const [word, first = "", pile = ""] = move.split(" ");
  const card = book.of("rookie", lang)?.cards[first] ?? first;
  switch (word) {
    case "flip":
      return say.flip(first);
    case "place":
      return say.place(card, pile);
    case "give":
      return say.give(card, view.names[partnerOf(view.seat ?? 0, view.table.players)] ?? "", pile);
    case "rob":
      return say.rob(view.names[Number(first)] ?? first);
    case "cover":
    case "capture":
    case "hold":
      return say[word];
    default:
      return move;
  }
}

export const page: GamePage<RookiePicture, RookieMoment> = {
  Board,
  Face,
  Moment,
  reactions,
  flash,
  flights,
  halts,
  moment: momentOf,
  badges,
  tellsSeats: (view) => (isKids(view) ? "never" : "always"),
  turn: (picture) => (TO_ACT.includes(picture.phase) ? [picture.actor] : []),
  direction: () => 1,
  prompt,
  moveWords,
  handWords,
  tableWords,
  heardApart: new Set(["rookie", "looted", "robbed", "rewarded", "won"]),
  // ROOKIE has no rounds: every moment can be shown again.
  isRound: () => true,
  tally: tallyOf,
  outcome: outcomeOf,
  decided,
  isWeighty: (move) => WEIGHTY.includes(move.split(" ")[0] ?? ""),
};

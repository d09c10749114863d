/** Texts of UNO: names of cards, badges, prompts, moves, and the table in words. */

import type { Badge } from "../../table/board";
import { listed } from "../../table/outcome";
import type { EventInfo } from "../../wire/messages";
import { book } from "../../words/rules.svelte";
import { language, type Lang } from "../../words/words.svelte";
import { cardOf, colourOf } from "./choice";
import { sorted } from "./hand";
import { effectOf, readCard, targetOf, type UnoPicture, type UnoView } from "./picture";
import { words } from "./words";

const FULL = 7;

/** Return the name of a card from the rules, with the agreed effect of a customizable one. */
export function cardName(card: string, view: UnoView, lang: Lang): string {
  const text = book.of(view.table.game, lang);
  const name = text?.cards[card] ?? card;
  const effect = effectOf(card, view.table.options);
  const does = effect && effect !== "plain" ? text?.options["custom"]?.[effect] : undefined;
  return does ? `${name} (${does})` : name;
}

export function colourName(colour: string, view: UnoView, lang: Lang): string {
  return book.of(view.table.game, lang)?.colours[colour] ?? colour;
}

/** Capitalize a text that stands alone. */
export function alone(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

export function badges(view: UnoView, seat: number, lang: Lang): readonly Badge[] {
  const said = words[lang];
  const { sizes, debts, scores } = view.picture;
  const size = sizes[seat] ?? 0;
  const owes = debts.includes(seat);
  const cards: Badge = { sign: "cards", value: String(size), label: said.cards(size) };
  const all: Badge[] = [size === 1 ? { ...cards, alert: owes ? "UNO?" : said.uno } : cards];
  if (targetOf(view) !== null) {
    const points = scores[seat] ?? 0;
    all.push({ sign: "points", value: String(points), label: said.points(points) });
  }
  return all;
}

export function turn(picture: UnoPicture): readonly number[] {
  const waits = ["naming", "turn", "drawn", "answer", "discarding", "swapping"].includes(
    picture.phase,
  );
  return waits ? [picture.turn] : [];
}

/** Asks for the answer to a debt of cards, naming only what this seat can do. */
function stackedPrompt(view: UnoView, lang: Lang): string {
  const said = words[lang].prompts;
  const { picture, moves } = view;
  if ([...moves].some((move) => move.startsWith("play "))) return said.stacked(picture.stacked);
  if (!moves.has("challenge")) return said.stackedOnly(picture.stacked);
  const bluffer = view.names[picture.bluffer ?? picture.turn] ?? "";
  return said.stackedDoubt(picture.stacked, bluffer);
}

export function prompt(view: UnoView, lang: Lang): string {
  const said = words[lang].prompts;
  const { picture, moves } = view;
  const nameOf = (seat: number) => view.names[seat] ?? "";
  if (picture.phase === "over") return said.over;
  if (moves.has("uno")) return said.late;
  if (picture.swapper !== null && picture.swapper === view.seat) return said.swapping;
  if (picture.stacked > 0 && moves.has("accept")) return stackedPrompt(view, lang);
  if (moves.has("challenge")) return said.answer(nameOf(picture.bluffer ?? picture.turn));
  if (picture.turn === view.seat && moves.size > 0) {
    if (picture.phase === "naming") return said.naming;
    if (picture.phase === "discarding") return said.discarding(picture.hand.length - FULL);
    if (moves.size === 1 && moves.has("pass")) return said.onlyPass;
    if (moves.has("pass") && picture.drawn) return said.drawn(cardName(picture.drawn, view, lang));
    const canPlay = [...moves].some((move) => move.startsWith("play "));
    if (moves.has("draw")) return canPlay ? said.turn : said.onlyDraw;
    if (canPlay)
      return picture.drawn
        ? said.mustPlayDrawn(cardName(picture.drawn, view, lang))
        : said.mustPlay;
  }
  if (picture.jump !== null) return said.jump(cardName(picture.jump, view, lang));
  const forgetful = picture.debts.filter((seat) => moves.has(`catch ${seat}`));
  if (forgetful.length > 0) return said.forgot(forgetful.map(nameOf).join(", "));
  return turn(picture).length > 0 ? said.others(nameOf(picture.turn)) : said.shuffling;
}

/** Describe my cards as one list, in the order on the screen. */
export function handWords(view: UnoView, lang: Lang): string {
  const said = words[lang];
  const { hand } = view.picture;
  if (hand.length === 0) return view.seat === null ? "" : said.noCards;
  const names = sorted(hand).map(({ card }) => cardName(card, view, lang));
  return `${said.hand} (${hand.length}): ${listed(names, said.and)}.`;
}

export function tableWords(view: UnoView, lang: Lang): string {
  const said = words[lang];
  const { top, colour, drawPile, direction } = view.picture;
  const { onward, backward } = language.words.seats;
  const onTop = top
    ? `${said.discards(cardName(top, view, lang), colour ? colourName(colour, view, lang) : "–")}. `
    : "";
  return `${onTop}${direction === -1 ? backward : onward}. ${said.pile(drawPile)}`;
}

/** Return whether the current colour was the same before this card was played. */
export function isKnown(event: EventInfo, earlier: readonly EventInfo[]): boolean {
  if (event.kind !== "played") return false;
  const before = earlier.map(colourAfter).findLast((colour) => colour !== null);
  return before === event.b;
}

/** Return the current colour after an event; null if the event sets none. */
function colourAfter({ kind, a, b }: EventInfo): string | null {
  if (kind === "played") return String(b);
  if (kind === "named") return String(a);
  return kind === "turned_up" ? readCard(String(a)).suit : null;
}

export function moveWords(move: string, view: UnoView, lang: Lang): string {
  const said = words[lang].moves;
  const [verb = "", rest = ""] = move.split(" ");
  const card = cardOf(move);
  const colour = colourOf(move);
  const colourWord = colour ? colourName(colour, view, lang) : "";
  if (verb === "play" && card) {
    const naming = colour ? said.naming(colourWord) : "";
    const calling = move.endsWith(" uno") ? said.calling : "";
    return said.play(cardName(card, view, lang)) + naming + calling;
  }
  if (verb === "jump" && card) {
    const calling = move.endsWith(" uno") ? said.calling : "";
    return said.jump(cardName(card, view, lang)) + calling;
  }
  if (verb === "swap") return said.swap(view.names[Number(rest)] ?? rest);
  if (verb === "discard" && card) return said.discard(cardName(card, view, lang));
  if (verb === "name") return said.name(colourWord);
  if (verb === "catch") return said.catch(view.names[Number(rest)] ?? rest);
  const simple: Readonly<Record<string, string>> = {
    draw: said.draw,
    pass: said.pass,
    accept: said.accept,
    challenge: said.challenge,
    uno: said.uno,
  };
  return simple[verb] ?? move;
}

/**
 * Return whether a move needs a confirmation. Calls are urgent, and a wild was already chosen in
 * two steps: neither is confirmed.
 */
export function isWeighty(move: string): boolean {
  const [verb] = move.split(" ");
  return verb !== "uno" && verb !== "catch" && verb !== "jump" && colourOf(move) === null;
}

/** What decided a match of UNO: the cards or points that were left in the last round. */

import { eventsSince, type Ending } from "../../table/outcome";
import type { Lang } from "../../words/words.svelte";
import { targetOf, type UnoView } from "./picture";

/** A sentence about a winner and another player; null stands for “you”. */
type Sentence = (winner: string | null, other: string | null, count: number) => string;
interface Texts {
  readonly left: Sentence;
  readonly held: Sentence;
  readonly over: (name: string | null, points: number, sum: number) => string;
}

const cards = (count: number) => (count === 1 ? "one card" : `${count} cards`);
const carte = (count: number) => (count === 1 ? "una carta" : `${count} carte`);
const points = (count: number) => (count === 1 ? "one point" : `${count} points`);
const punti = (count: number) => (count === 1 ? "un punto" : `${count} punti`);

const TEXTS: Readonly<Record<Lang, Texts>> = {
  it: {
    left: (winner, other, count) =>
      (winner === null ? "Hai finito le carte per primo: " : `${winner} ha finito le carte: `) +
      (other === null
        ? `a te ne restavano ${count}.`
        : `a ${other} restava${count === 1 ? "" : "no"} ${carte(count)}.`),
    held: (winner, other, count) =>
      (winner === null
        ? "Hai vinto l’ultima manche, e "
        : `${winner} ha vinto l’ultima manche, e `) +
      (other === null
        ? `tu avevi in mano ${punti(count)}.`
        : `${other} aveva in mano ${punti(count)}.`),
    over: (name, count, sum) =>
      name === null
        ? `Nell’ultima manche hai preso ${punti(count)}, e con ${sum} hai chiuso la partita.`
        : `Nell’ultima manche ${name} ha preso ${punti(count)}, e con ${sum} ha chiuso la partita.`,
  },
  en: {
    left: (winner, other, count) =>
      `${winner ?? "You"} ${winner === null ? "were" : "was"} out of cards first. ` +
      `${other ?? "You"} had ${cards(count)} left.`,
    held: (winner, other, count) =>
      `${winner ?? "You"} won the last round while ${other ?? "you"} held ${points(count)}.`,
    over: (name, count, sum) =>
      `${name ?? "You"} got ${points(count)} in the last round, ` +
      `and the match ended at ${sum}.`,
  },
};

export function decided(ending: Ending, view: UnoView, lang: Lang): string | null {
  const { events, winner, you } = ending;
  const texts = TEXTS[lang];
  const nameOf = (seat: number) => (seat === you ? null : (view.names[seat] ?? ""));
  const { sizes, scores } = view.picture;
  const losers = sizes.flatMap((size, seat) => (seat !== winner && size > 0 ? [seat] : []));
  const target = targetOf(view);
  if (target === null) {
    const other = chosen(losers, you, (seat) => -(sizes[seat] ?? 0));
    if (other === null || sizes[winner] !== 0) return null;
    return texts.left(nameOf(winner), nameOf(other), sizes[other] ?? 0);
  }
  const isLast = events.some(({ kind }) => kind === "hand_won");
  const scored = eventsSince(events, "hand_won").filter(({ kind }) => kind === "scored");
  if (!isLast) return null;
  if (view.table.options["scoring"] === "lowest") {
    const over = scored.find(({ seat }) => (scores[seat] ?? 0) >= target);
    return over ? texts.over(nameOf(over.seat), Number(over.a), scores[over.seat] ?? 0) : null;
  }
  // One event for each hand with points, by seat; a hand of zeros has none.
  if (scored.length !== losers.length) return null;
  const held = new Map(losers.map((seat, place) => [seat, Number(scored[place]?.a)]));
  const other = chosen(losers, you, (seat) => held.get(seat) ?? 0);
  return other === null ? null : texts.held(nameOf(winner), nameOf(other), held.get(other) ?? 0);
}

/** Return the loser to talk about: you, or the one with the greatest value. */
function chosen(
  losers: readonly number[],
  you: number | null,
  valueOf: (seat: number) => number,
): number | null {
  if (you !== null && losers.includes(you)) return you;
  const sorted = [...losers].sort((one, other) => valueOf(other) - valueOf(one));
  return sorted[0] ?? null;
}

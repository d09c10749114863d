/** YOOLOO's badges, prompts and moves in words. */

import type { Badge, Flight } from "../../table/board";
import { listed } from "../../table/outcome";
import type { EventInfo } from "../../wire/messages";
import { book } from "../../words/rules.svelte";
import type { Lang } from "../../words/words.svelte";
import { backOf, cardOf } from "./cards";
import { gamesOf, type YoolooView } from "./picture";
import { words } from "./words";

export function badgesOf(view: YoolooView, seat: number, lang: Lang): readonly Badge[] {
  const { picture } = view;
  const say = words[lang].badge;
  const badges: Badge[] = [];
  const points = picture.points[seat] ?? null;
  const total = picture.totals[seat] ?? 0;
  const score = picture.scores[seat] ?? -1;
  if (gamesOf(view) > 1) {
    const isWins = view.table.options["series"] === "wins";
    const sum = score < 0 ? total : score;
    badges.push({
      sign: "points",
      value: String(sum),
      label: isWins ? say.wins(sum) : say.total(sum),
    });
  } else if (points !== null) {
    badges.push({ sign: "points", value: String(points), label: say.points(points) });
  }
  const asked =
    picture.phase === "stacking" || picture.phase === "choosing" || picture.phase === "showdown";
  if (asked) {
    // Always show one of the two: a plate that grows would push the table down.
    const { ready, laid, sorts, thinks } = words[lang].spot;
    const [done, open] = picture.phase === "stacking" ? [ready, sorts] : [laid, thinks];
    badges.push(
      picture.waiting.includes(seat)
        ? { sign: "hourglass", value: "", label: open }
        : { sign: "found", value: "", label: done },
    );
  }
  return badges;
}

export function promptOf(view: YoolooView, lang: Lang): string {
  const say = words[lang].prompt;
  const { phase, waiting, prize, parked } = view.picture;
  const others = waiting.filter((seat) => seat !== view.seat).map((seat) => view.names[seat] ?? "");
  const awaited = others.length > 3 ? say.many(others.length) : listed(others, words[lang].and);
  if (phase === "over") return say.over;
  if (phase === "starter" || phase === "points") return say.begins;
  if (waiting.length === 0) return say.turning;
  if (view.seat === null) return say.watching(awaited);
  if (!waiting.includes(view.seat))
    return phase === "stacking" ? say.stacked(awaited) : say.chosen(awaited);
  if (phase === "stacking") return say.stack;
  const beside = parked.join(" + ");
  if (phase === "showdown") return say.showdown(beside);
  return beside ? say.chooseMore(prize ?? "", beside) : say.choose(prize ?? "");
}

export function moveInWords(move: string, lang: Lang): string {
  const [verb, card = ""] = move.split(" ");
  const name = book.of("yooloo", lang)?.cards[card] ?? card;
  return verb === "stack" ? words[lang].move.stack(name) : words[lang].move.play(name);
}

/** Return the flights of played cards; the reveal shows how they are turned over. */
export function flightsOf({ kind, seat, a }: EventInfo): readonly Flight[] {
  const spot = `spot:${seat}`;
  if (kind === "stacked")
    return [{ card: cardOf(String(a), seat), from: `hand:${a}`, to: "stack" }];
  if (kind === "stacked_unseen") return [{ card: backOf(seat), from: `seat:${seat}`, to: spot }];
  if (kind === "chose") return [{ card: cardOf(String(a), seat), from: `hand:${a}`, to: spot }];
  if (kind === "chose_unseen") return [{ card: backOf(seat), from: `seat:${seat}`, to: spot }];
  return [];
}

/** Badges, prompts and moves of “from 1 to 10” in words. */

import type { Badge } from "../../table/board";
import { book } from "../../words/rules.svelte";
import type { Lang } from "../../words/words.svelte";
import { doorWords } from "./places";
import { soughtBy, type TenView } from "./picture";
import { words } from "./words";

/** A card with its indefinite article. */
export function cardName(card: string, lang: Lang): string {
  return book.of("one_to_ten", lang)?.cards[card] ?? card;
}

export function badgesOf(view: TenView, seat: number, lang: Lang): readonly Badge[] {
  const { found, scores } = view.picture;
  const count = found[seat] ?? 0;
  const points = scores[seat] ?? 0;
  const badges: Badge[] = [
    { sign: "found", value: String(count), label: words[lang].found(count) },
  ];
  // If the longest run counts, points and open cards differ.
  if (
    view.table.options["one_go_score"] === "best_run" &&
    view.table.options["variant"] === "one_go"
  )
    badges.push({ sign: "points", value: String(points), label: words[lang].run(points) });
  return badges;
}

export function promptOf(view: TenView, lang: Lang): string {
  const say = words[lang].prompt;
  const { phase, turn, ending, found } = view.picture;
  if (phase === "over") return say.over;
  if (phase !== "turn") return say.begins;
  if (view.picture.missed) return say.keep;
  const sought = words[lang].the(soughtBy(view, turn) ?? "");
  const isOnward = view.table.options["variant"] === "one_go" && (found[turn] ?? 0) > 0;
  const told =
    turn === view.seat
      ? isOnward
        ? say.onward(sought)
        : say.mine(sought)
      : say.theirs(view.names[turn] ?? "", sought);
  return ending ? `${say.last} ${told}` : told;
}

export function moveInWords(move: string, lang: Lang): string {
  return words[lang].move(doorWords(Number(move.split(" ")[1]), lang));
}

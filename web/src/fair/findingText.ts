/** The findings of the fairness check in sentences. */

import type { Facts, Finding, Report, Verdict } from "./check";
import type { Lang } from "../words/words.svelte";
import { words as catalogue, type FairWords } from "./words";

export type Outcome = Verdict | "none";

/** Return the overall verdict: `right` only if this device contributed a part. */
export function outcomeOf({ findings, facts }: Report): Outcome {
  const has = (verdict: Verdict) => findings.some((one) => one.verdict === verdict);
  if (has("wrong")) return "wrong";
  if (!facts) return "none";
  if (has("sealed")) return "sealed";
  return has("partly") ? "partly" : "right";
}

export function findingText(
  finding: Finding,
  facts: Facts | null,
  names: readonly string[],
  lang: Lang,
): string {
  const words: FairWords = catalogue[lang];
  const { point, verdict, why, step } = finding;
  const isWrong = verdict === "wrong";
  const and = new Intl.ListFormat(lang, { type: "conjunction" });
  const list = (seats: readonly number[]) => and.format(seats.map((seat) => names[seat] ?? "?"));
  const where = isWrong && step !== undefined ? `${words.at(step + 1)}: ` : "";
  switch (point) {
    case "form":
      return isWrong ? words.form.wrong(why) : words.form.partly;
    case "commitment":
      if (verdict === "sealed") return words.commitment.sealed;
      if (!isWrong) return words.commitment.right;
      return why === "withheld" ? words.commitment.withheld : words.commitment.other;
    case "parts":
      return parts(why, list(facts?.parts ?? []), list(facts?.withheld ?? []), isWrong, words);
    case "receipt":
      return isWrong ? words.receipt.other : words.receipt.right;
    case "given":
      if (isWrong) return where + words.given.wrong;
      if (why === "named") return words.given.named(list(facts?.named ?? []));
      return why === "none" ? words.given.none : words.given.position(facts?.given ?? 0);
    case "chance":
      if (verdict === "sealed") return words.chance.sealed;
      if (isWrong) return where + (why === "no_key" ? words.chance.no_key : words.chance.other);
      if (verdict === "partly") return words.chance.own_form;
      return words.chance.right(facts?.right ?? 0);
    case "seen": {
      if (isWrong) return words.seen.wrong[why] ?? why;
      const { right, absent, late, watched, too_late } = words.seen;
      const told: Readonly<Record<string, string>> = { absent, late, watched, too_late };
      return told[why] ?? right;
    }
    case "shown":
      return isWrong ? words.shown.wrong : words.shown.right;
  }
}

function parts(
  why: string,
  sent: string,
  withheld: string,
  isWrong: boolean,
  { parts }: FairWords,
): string {
  if (isWrong) return why === "seats" ? parts.seats : parts.other;
  if (why === "none") return withheld ? `${parts.none} ${parts.withheld(withheld)}` : parts.none;
  if (why === "unpledged") return parts.unpledged(sent);
  return withheld ? `${parts.right(sent)} ${parts.withheld(withheld)}` : parts.right(sent);
}

/**
 * The fairness check of docs/fairness.md, without the rules of the games. Whether moves are legal
 * and
 * the right cards were shuffled is checked by `mazziere verify`, which knows the games.
 */

import { bytesToHex } from "@noble/hashes/utils.js";

import { canonical, hashOf, isObject, pledgeOf, Unfair } from "./canonical";
import { dealOf, isAsDrawn, stepFields, type GameDeal } from "./chance";
import { bare, dealtOf, type Dealt } from "./proof";
import { listIn, type DealNotes } from "./dealNotes";
import { keyOf, Stream } from "./stream";

export type Point =
  "form" | "shown" | "commitment" | "parts" | "receipt" | "given" | "chance" | "seen";
/** `partly`: correct, but some evidence is missing. `sealed`: the match is not over. */
export type Verdict = "right" | "wrong" | "partly" | "sealed";

export interface Finding {
  readonly point: Point;
  readonly verdict: Verdict;
  /** A code that selects the sentence. */
  readonly why: string;
  /** The first wrong step of the record. */
  readonly step?: number;
}

/** The inputs of a deal. */
export interface Facts {
  readonly table: string;
  readonly match: number;
  readonly commitment: string;
  readonly receipt: string;
  readonly secret: string | null;
  readonly key: string | null;
  readonly names: readonly string[];
  /** Seats that sent their part, and seats that pledged one and did not send it. */
  readonly parts: readonly number[];
  readonly withheld: readonly number[];
  readonly isPledged: boolean;
  readonly given: number;
  /** The seat that begins or deals, if the host named it. */
  readonly named: readonly number[];
  /** How many chance steps were drawn, and how many are right. */
  readonly chances: number;
  readonly right: number;
}

export interface Report {
  readonly findings: readonly Finding[];
  readonly facts: Facts | null;
}

/**
 * Check a record, and compare it with this device's notes on the deal. For a game without a folder
 * in the page, the server tells the cards and the fields of a step.
 */
export function check(
  record: unknown,
  remembered: (dealt: Dealt) => DealNotes | null,
  told: GameDeal | null = null,
): Report {
  const deal = (game: string) => dealOf(game) ?? told;
  const fields = (game: string) => stepFields(deal(game) ?? { cards: [] });
  try {
    const dealt = dealtOf(record, fields);
    if (dealt) return inspect(dealt, remembered(dealt), deal(dealt.game));
    return { findings: [{ point: "form", verdict: "partly", why: "none" }], facts: null };
  } catch (error) {
    if (!(error instanceof Unfair)) throw error;
    return { findings: [wrong("form", error.message)], facts: null };
  }
}

function inspect(dealt: Dealt, seen: DealNotes | null, deal: GameDeal | null): Report {
  const { proof } = dealt;
  const text = dealText(dealt);
  const commitment = commitmentOf(dealt);
  const isOpen = commitment.verdict === "right" && proof.secret !== undefined;
  const key = isOpen ? keyOf(text, proof.secret) : null;
  const chance = chancesOf(dealt, key, deal);
  const findings = [
    commitment,
    partsOf(dealt),
    hashOf(text) === proof.receipt ? fine("receipt") : wrong("receipt", "other"),
    givenOf(dealt, deal),
    chance.finding,
    seenOf(dealt, seen),
  ];
  return { findings, facts: factsOf(dealt, key, chance) };
}

/** Check that the replay shows the steps of the record. */
export function shownOf(record: unknown, shown: readonly unknown[]): Finding {
  const steps = isObject(record) ? record["steps"] : null;
  return isSame(steps, shown) ? fine("shown") : wrong("shown", "other");
}

const fine = (point: Point, why = ""): Finding => ({ point, verdict: "right", why });
const wrong = (point: Point, why: string, step?: number): Finding => ({
  ...{ point, verdict: "wrong" as const, why },
  ...(step === undefined ? {} : { step }),
});

function head({ proof, game, rules, players, options }: Dealt) {
  const { format, table, match } = proof;
  return { format, table, match, game, rules, players, options };
}

export function commitText(dealt: Dealt, secret: string): string {
  return canonical({ ...head(dealt), secret });
}

export function dealText(dealt: Dealt): string {
  const { commitment, seats, given, pledges, parts } = dealt.proof;
  return canonical({ ...head(dealt), commitment, seats, given, pledges, parts });
}

/** Check that the secret matches the server's commitment. */
function commitmentOf(dealt: Dealt): Finding {
  const { secret, commitment } = dealt.proof;
  if (secret === undefined)
    return dealt.isOver
      ? wrong("commitment", "withheld")
      : { point: "commitment", verdict: "sealed", why: "" };
  const isSame = hashOf(commitText(dealt, secret)) === commitment;
  return isSame ? fine("commitment") : wrong("commitment", "other");
}

/** Check every part against its pledge, and that at least one person contributed a part. */
function partsOf({ proof, players }: Dealt): Finding {
  if (proof.seats.length !== players) return wrong("parts", "seats");
  const promised = new Map(proof.pledges);
  for (const [seat, part] of proof.parts) {
    // A part without a pledge could have been chosen after seeing all the others.
    if (promised.size > 0 && promised.get(seat) !== pledgeOf(part)) return wrong("parts", "other");
  }
  if (proof.parts.length === 0) return { point: "parts", verdict: "partly", why: "none" };
  if (promised.size === 0) return { point: "parts", verdict: "partly", why: "unpledged" };
  return fine("parts", proof.parts.length < promised.size ? "withheld" : "");
}

/** Check that exactly the steps given by the host come first. */
function givenOf({ proof, steps, stepFields }: Dealt, deal: GameDeal | null): Finding {
  const { given } = proof;
  const named = given.length === 1 ? given[0] : undefined;
  if (given.length === 0) return fine("given", "none");
  if (named && deal?.byLot?.some((field) => field in named)) return wrong("given", "by_lot", 0);
  for (const [number, laid] of given.entries()) {
    const step = steps[number];
    if (!step || !isSame(bare(step, stepFields), laid)) return wrong("given", "other", number);
  }
  return fine("given", given.length === 1 ? "named" : "position");
}

function isSame(one: unknown, other: unknown): boolean {
  try {
    return canonical(one) === canonical(other);
  } catch {
    return false;
  }
}

interface Chances {
  readonly finding: Finding;
  readonly chances: number;
  readonly right: number;
}

/** Check every chance step against the secret and the parts. */
function chancesOf(dealt: Dealt, key: Uint8Array | null, deal: GameDeal | null): Chances {
  const drawn = dealt.steps.flatMap((step, number) =>
    "chance" in step && number >= dealt.proof.given.length ? [number] : [],
  );
  const all = { chances: drawn.length, right: 0 };
  if (!key) {
    const isSealed = dealt.proof.secret === undefined && !dealt.isOver;
    const sealed: Finding = { point: "chance", verdict: "sealed", why: "" };
    return { ...all, finding: isSealed ? sealed : wrong("chance", "no_key") };
  }
  if (!deal) return { ...all, finding: wrong("chance", "game") };
  let before = 0;
  for (const [number, step] of dealt.steps.entries()) {
    if (!("chance" in step)) continue;
    const stream = new Stream(key, `${before++}:${String(step["chance"])}`);
    if (number < dealt.proof.given.length) continue;
    const isDrawn = isAsDrawn(dealt, deal, step, stream);
    if (isDrawn === false) return { ...all, finding: wrong("chance", "other", number) };
    if (isDrawn) all.right++;
  }
  const isWhole = all.right === all.chances;
  const finding: Finding = { point: "chance", verdict: "partly", why: "own_form" };
  return { ...all, finding: isWhole ? fine("chance") : finding };
}

/** Compare the deal with the notes of this device. */
function seenOf(dealt: Dealt, seen: DealNotes | null): Finding {
  const { proof } = dealt;
  if (!seen) return { point: "seen", verdict: "partly", why: "absent" };
  if (seen.changed) return wrong("seen", "changed");
  if (seen.commitment !== proof.commitment) return wrong("seen", "commitment");
  if (seen.receipt !== null && seen.receipt !== proof.receipt) return wrong("seen", "receipt");
  if (seen.list !== null && seen.list !== listIn(dealt, seen.list)) return wrong("seen", "list");
  if (!seen.before) return { point: "seen", verdict: "partly", why: "late" };
  if (!seen.own || seen.list === null) return { point: "seen", verdict: "partly", why: "watched" };
  const part = new Map(proof.parts).get(seen.own.seat);
  if (part === undefined) return { point: "seen", verdict: "partly", why: "too_late" };
  return part === seen.own.part ? fine("seen") : wrong("seen", "part");
}

function factsOf(dealt: Dealt, key: Uint8Array | null, chance: Chances): Facts {
  const { proof } = dealt;
  const parts = proof.parts.map(([seat]) => seat);
  return {
    table: proof.table,
    match: proof.match,
    commitment: proof.commitment,
    receipt: proof.receipt,
    secret: proof.secret ?? null,
    key: key && bytesToHex(key),
    names: proof.seats.map((seat) => seat.name),
    parts,
    withheld: proof.pledges.map(([seat]) => seat).filter((seat) => !parts.includes(seat)),
    isPledged: proof.pledges.length > 0,
    given: proof.given.length,
    named: proof.given.length === 1 ? [Number(proof.given[0]?.["seat"])] : [],
    chances: chance.chances,
    right: chance.right,
  };
}

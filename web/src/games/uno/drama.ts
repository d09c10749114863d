/** UNO's reactions of faces and signs over the table. */

import { reactionsBy } from "../../avatars/moods.svelte";
import type { Flash } from "../../table/board";
import type { EventInfo } from "../../wire/messages";
import type { Lang } from "../../words/words.svelte";
import { readCard, type UnoView } from "./picture";
import Signs from "./Signs.svelte";

export const reactions = reactionsBy({
  called: ["shouting"],
  skipped: ["hit"],
  accepted: ["hit"],
  took_stack: ["hit"],
  jumped_in: ["happy"],
  caught: ["hit", "happy"],
  guilty: ["hit"],
  innocent: ["happy"],
  extra_turn: ["happy"],
  hand_won: ["happy"],
  won: ["happy"],
});

const TEXTS: Readonly<
  Record<
    Lang,
    Readonly<
      Record<"skip" | "reverse" | "uno" | "shuffle" | "jump" | "swap" | "round" | "caught", string>
    >
  >
> = {
  it: {
    skip: "Salta giro",
    reverse: "Si cambia verso!",
    uno: "UNO!",
    shuffle: "Mischia tutto",
    jump: "Prima io!",
    swap: "Scambio!",
    round: "Le mani girano!",
    caught: "Beccato!",
  },
  en: {
    skip: "Skipped",
    reverse: "Play reverses!",
    uno: "UNO!",
    shuffle: "Shuffle Hands",
    jump: "Me first!",
    swap: "Swap!",
    round: "All hands move on!",
    caught: "Caught!",
  },
};

const FASTER = {
  it: {
    jumped: (name: string) => `${name} ha giocato fuori turno prima di te.`,
    faster: (name: string) => `Peccato: ${name} ha fatto prima.`,
  },
  en: {
    jumped: (name: string) => `${name} jumped in before you.`,
    faster: (name: string) => `Too bad: ${name} was faster.`,
  },
} as const;

/** Say who was faster: somebody jumped in before my move, or played before my jump or call. */
export function tooLate(
  move: string,
  events: readonly EventInfo[],
  view: UnoView,
  lang: Lang,
): string | null {
  const others = events.filter(({ seat }) => seat >= 0 && seat !== view.seat);
  const nameOf = (seat: number) => view.names[seat] ?? "";
  const jumped = others.find(({ kind }) => kind === "jumped_in");
  if (jumped) return FASTER[lang].jumped(nameOf(jumped.seat));
  const [verb] = move.split(" ");
  if (verb === "jump") {
    const first = others.find(({ kind }) => ["played", "drew", "drew_unseen"].includes(kind));
    return first ? FASTER[lang].faster(nameOf(first.seat)) : null;
  }
  if (verb !== "catch") return null;
  const called = others.find(({ kind }) => kind === "called");
  const caught = events.find(({ kind }) => kind === "caught");
  const first = called?.seat ?? (caught ? Number(caught.a) : null);
  return first === null || first === view.seat ? null : FASTER[lang].faster(nameOf(first));
}

const FITS = {
  it: {
    colours: { r: "rossa", y: "gialla", g: "verde", b: "blu" },
    faces: { skip: "un Salta giro", rev: "un Cambia giro", "+2": "un +2" },
    needs: (colour: string, face: string) => `Serve una carta ${colour}${face && ` o ${face}`}.`,
    number: (digit: string) => (digit === "0" ? "uno 0" : `un ${digit}`),
  },
  en: {
    colours: { r: "red", y: "yellow", g: "green", b: "blue" },
    faces: { skip: "a Skip", rev: "a Reverse", "+2": "a +2" },
    needs: (colour: string, face: string) => `You need a ${colour} card${face && ` or ${face}`}.`,
    number: (digit: string) => (digit === "8" ? "an 8" : `a ${digit}`),
  },
} as const;

/** Say which cards would fit, after a card that does not. */
export function refusal(why: string, view: UnoView, lang: Lang): string | null {
  const { colour, top } = view.picture;
  if (why !== "no_match" || !colour) return null;
  const texts = FITS[lang];
  const { suit, rank } = readCard(top ?? "");
  const faces: Readonly<Record<string, string>> = texts.faces;
  const face = suit === null ? "" : (faces[rank] ?? texts.number(rank));
  return texts.needs(texts.colours[colour], face);
}

/** From this number on, a draw has the heavier sign. */
const HEAVY = 4;

function plus(count: number, seat: number): Flash {
  const text = `+${count}`;
  return count < HEAVY
    ? { kind: "plus", text, seat }
    : { kind: "plus4", text, seat, Picture: Signs };
}

/** Return the sign for these events. UNO! comes first, then the strongest attack. */
export function flash(
  events: readonly EventInfo[],
  _before: UnoView,
  _after: UnoView,
  lang: Lang,
): Flash | null {
  const of = (kind: string) => events.find((event) => event.kind === kind);
  const texts = TEXTS[lang];
  if (of("hand_won") ?? of("challenged") ?? of("deals")) return null;
  const jumped = of("jumped_in");
  if (jumped) return { kind: "shout", text: texts.jump, seat: jumped.seat };
  if (of("swapped")) return { kind: "shuffle", text: texts.swap, seat: null, Picture: Signs };
  if (of("hands_moved")) return { kind: "shuffle", text: texts.round, seat: null, Picture: Signs };
  const called = of("called");
  if (called) return { kind: "shout", text: texts.uno, seat: called.seat };
  const played = of("played");
  if (played?.a === "shuffle")
    return { kind: "shuffle", text: texts.shuffle, seat: null, Picture: Signs };
  const stacked = of("stacked");
  if (stacked) return plus(Number(stacked.a), Number(stacked.b));
  const caught = of("caught");
  if (caught) return { kind: "caught", text: texts.caught, seat: caught.seat };
  const drawn = new Map<number, number>();
  for (const { kind, seat } of events)
    if (kind === "drew" || kind === "drew_unseen") drawn.set(seat, (drawn.get(seat) ?? 0) + 1);
  for (const [seat, count] of drawn) if (count > 1) return plus(count, seat);
  const skipped = of("skipped");
  if (skipped) return { kind: "skip", text: texts.skip, seat: skipped.seat };
  return of("reversed") ? { kind: "reverse", text: texts.reverse, seat: null } : null;
}

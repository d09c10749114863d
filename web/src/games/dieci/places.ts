/** Where the others' cards lie: on an arch from my right hand round to my left, as play runs. */

export interface Spot {
  readonly x: number;
  readonly y: number;
}

export interface Ring {
  /** Width of a card, and of the place with its name and tokens. */
  readonly card: number;
  readonly width: number;
  readonly height: number;
  /** Middles of the places, from my right neighbour on. */
  readonly spots: readonly Spot[];
  /** Where the deck lies. */
  readonly middle: Spot;
}

/** The widest card: on a large table it may be larger. */
const widestIn = (height: number) => Math.max(112, Math.round(height * 0.08) * 2);
const NARROWEST = 26;
/** Smaller cards than these had better stand in rows, if that makes them larger. */
const SMALL = 44;
const NAME = 58;
/** Forms of the arch: how square it is (2 is an ellipse), and how far its ends are left free. */
const FORMS: readonly (readonly [number, number])[] = [
  [3, 0.5],
  [3, 0.2],
  [8, 0.3],
  [8, 0],
];
const SAMPLES = 240;

/** A token beside a card, and how wide a place with it is: the card stays in the middle. */
const tokenAt = (card: number) => Math.min(Math.max(9, card / 7), 16);
const wideAt = (card: number, line: number) =>
  Math.max(card + 2 * (tokenAt(card) + 3), NAME * (line / 19));

/** The largest cards for which `count` places on an arch of this size do not touch each other. */
export function arrange(width: number, height: number, count: number, line: number): Ring {
  const arch = largest(height, (card) =>
    FORMS.map((form) => lay(width, height, count, line, card, form)).find((ring) =>
      isFree(ring, width, height),
    ),
  );
  if (arch && arch.card >= SMALL) return arch;
  const gate = largest(height, (card) => {
    const ring = stand(width, height, count, line, card);
    return isFree(ring, width, height) ? ring : undefined;
  });
  if (arch && arch.card * 1.2 >= (gate?.card ?? 0)) return arch;
  return gate ?? stand(width, height, count, line, NARROWEST);
}

/** The first that fits, from the widest card down. */
function largest(height: number, fit: (card: number) => Ring | undefined): Ring | null {
  for (let card = widestIn(height); card >= NARROWEST; card -= 2) {
    const ring = fit(card);
    if (ring) return ring;
  }
  return null;
}

function lay(
  width: number,
  height: number,
  count: number,
  line: number,
  card: number,
  [square, free]: readonly [number, number],
): Ring {
  const wide = wideAt(card, line);
  const high = card * 1.4 + line;
  const across = Math.max(0, (width - wide) / 2);
  const up = Math.max(0, height - high);
  const curve = Array.from({ length: SAMPLES + 1 }, (_, step): Spot => {
    const angle = (Math.PI * step) / SAMPLES;
    const out = Math.sign(Math.cos(angle)) * Math.abs(Math.cos(angle)) ** (2 / square);
    const rise = Math.abs(Math.sin(angle)) ** (2 / square);
    return { x: width / 2 + across * out, y: height - high / 2 - up * rise };
  });
  const middle = { x: width / 2, y: height * 0.56 };
  return { card, width: wide, height: high, spots: evenly(curve, count, free), middle };
}

/** For many in little room: a row at the top, the rest in two columns below its ends. */
function stand(width: number, height: number, count: number, line: number, card: number): Ring {
  const wide = wideAt(card, line);
  const high = card * 1.4 + line;
  const inRow = Math.max(1, Math.min(count, Math.floor(width / (wide + 2))));
  const right = Math.ceil((count - inRow) / 2);
  const left = count - inRow - right;
  const column = (places: number, x: number) =>
    Array.from({ length: places }, (_, place): Spot => {
      const step = (height - high) / Math.max(1, right);
      return { x, y: high / 2 + step * (places - place) };
    });
  const row = Array.from({ length: inRow }, (_, place): Spot => {
    const part = inRow === 1 ? 0.5 : 1 - place / (inRow - 1);
    return { x: wide / 2 + (width - wide) * part, y: high / 2 };
  });
  const spots = [...column(right, width - wide / 2), ...row, ...column(left, wide / 2).reverse()];
  const middle = { x: width / 2, y: (height + high) / 2 };
  return { card, width: wide, height: high, spots, middle };
}

/** Points at equal distances along a curve, `free` distances from its ends. */
function evenly(curve: readonly Spot[], count: number, free: number): Spot[] {
  const lengths = [0];
  for (let step = 1; step < curve.length; step++) {
    const [from, to] = [curve[step - 1], curve[step]];
    const length = from && to ? Math.hypot(to.x - from.x, to.y - from.y) : 0;
    lengths.push((lengths[step - 1] ?? 0) + length);
  }
  const whole = lengths.at(-1) ?? 0;
  return Array.from({ length: count }, (_, place) => {
    const at = count === 1 ? whole / 2 : (whole * (place + free)) / (count - 1 + 2 * free);
    const step = Math.max(
      1,
      lengths.findIndex((length) => length >= at - 1e-9),
    );
    const [from, to] = [curve[step - 1], curve[step]];
    if (!from || !to) return { x: 0, y: 0 };
    const start = lengths[step - 1] ?? 0;
    const part = (at - start) / Math.max(1e-9, (lengths[step] ?? 0) - start);
    return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
  });
}

function isFree({ card, width, height, spots, middle }: Ring, wide: number, high: number): boolean {
  if (height > high || width > wide) return false;
  // The deck and what was set aside lie in the middle, as large as the cards.
  const halfWide = card * 1.2;
  const halfHigh = card * 0.75;
  return spots.every(
    (spot, place) =>
      (Math.abs(spot.x - middle.x) >= width / 2 + halfWide ||
        Math.abs(spot.y - middle.y) >= height / 2 + halfHigh) &&
      spots
        .slice(place + 1)
        .every(
          (other) =>
            Math.abs(spot.x - other.x) >= width + 2 || Math.abs(spot.y - other.y) >= height + 4,
        ),
  );
}

/** Half the size of what an arrow keeps clear of. */
export interface Clear {
  readonly x: number;
  readonly y: number;
}

/** An arrow shorter than this would show little but its head. */
const SHORT = 36;

/**
 * A bow from one spot to another, bent towards the middle and clear of what lies at both ends;
 * between two that lie close to each other it goes round the side.
 */
export function bow(
  from: Spot,
  to: Spot,
  middle: Spot,
  [atStart, atEnd]: readonly [Clear, Clear],
): string {
  const half = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const isShort = length * (1 - within(from, to, atStart) - within(to, from, atEnd)) < SHORT;
  const force = 0.45 * Math.min(1, length / 220);
  const side = middle.x < half.x ? -1 : 1;
  const bend = isShort
    ? { x: half.x + side * (atStart.x + SHORT), y: half.y }
    : { x: half.x + (middle.x - half.x) * force, y: half.y + (middle.y - half.y) * force };
  const start = towards(from, bend, atStart);
  const end = towards(to, bend, atEnd);
  return `M${round(start.x)} ${round(start.y)}Q${round(bend.x)} ${round(bend.y)} ${round(end.x)} ${round(end.y)}`;
}

/** Which part of a line from the middle of something lies within it. */
function within(from: Spot, to: Spot, clear: Clear): number {
  const [x, y] = [Math.abs(to.x - from.x), Math.abs(to.y - from.y)];
  return Math.min(clear.x / (x || 1e-9), clear.y / (y || 1e-9));
}

/** Where a line from the middle of something leaves it. */
function towards(from: Spot, to: Spot, clear: Clear): Spot {
  const part = Math.min(within(from, to, clear), 0.9);
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
}

const round = (value: number) => Math.round(value * 10) / 10;

/**
 * Layout of the other players' places: on an arch from my right to my left, in the order of play.
 */

export interface Spot {
  readonly x: number;
  readonly y: number;
}

export interface Ring {
  /** Width of a card, and of a place with name and tokens. */
  readonly card: number;
  readonly width: number;
  readonly height: number;
  /** Centres of the places, starting at my right neighbour. */
  readonly spots: readonly Spot[];
  /** Centre of the deck. */
  readonly middle: Spot;
}

/** Upper bound on the width of a card; it grows with the table. */
const widestIn = (height: number) => Math.max(112, Math.round(height * 0.08) * 2);
const NARROWEST = 26;
/** If cards on the arch would be smaller than this, try rows instead. */
const SMALL = 44;
const NAME = 58;
/**
 * Shapes of the arch: exponent of the superellipse (2 is an ellipse), and free space at its ends.
 */
const FORMS: readonly (readonly [number, number])[] = [
  [3, 0.5],
  [3, 0.2],
  [8, 0.3],
  [8, 0],
];
const SAMPLES = 240;

/** Size of a token beside a card, and width of a place with it; the card stays centred. */
const tokenAt = (card: number) => Math.min(Math.max(9, card / 7), 16);
const wideAt = (card: number, line: number) =>
  Math.max(card + 2 * (tokenAt(card) + 3), NAME * (line / 19));

/** Return the layout with the largest cards for which `count` places do not overlap. */
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

/** Return the first layout that fits, trying card widths from large to small. */
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

/** Lay out many places in little room: a row at the top, the rest in two columns below its ends. */
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

/** Return points at equal distances along a curve, `free` distances away from its ends. */
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
  // The deck and the discards lie in the middle, at the size of the cards.
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

/** Half the size of a box that an arrow must not cover. */
export interface Clear {
  readonly x: number;
  readonly y: number;
}

/** Minimum length of an arrow: a shorter one shows only its head. */
const SHORT = 36;

/** A box around a spot that an arrow must not cross. */
export interface Obstacle extends Clear {
  readonly at: Spot;
}

/** How far a curve bends towards the middle: the first that crosses nothing. */
const FORCES = [0.45, 0.7, 0.95, 1.2, 1.45];

/**
 * Return a curve between two spots, bent towards the middle, that starts and ends outside their
 * boxes. It bends further if it would cross the box of another place. Between close neighbours it
 * goes around the side.
 */
export function bow(
  from: Spot,
  to: Spot,
  middle: Spot,
  [atStart, atEnd]: readonly [Clear, Clear],
  obstacles: readonly Obstacle[] = [],
): string {
  const half = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const isShort = length * (1 - within(from, to, atStart) - within(to, from, atEnd)) < SHORT;
  const side = middle.x < half.x ? -1 : 1;
  const corner = isShort ? around(from, to, atStart, atEnd) : null;
  const curves = FORCES.map((most) => {
    const force = most * Math.min(1, length / 220);
    const bend = isShort
      ? { x: half.x + side * (atStart.x + SHORT), y: half.y }
      : { x: half.x + (middle.x - half.x) * force, y: half.y + (middle.y - half.y) * force };
    return corner ?? ([towards(from, bend, atStart), bend, towards(to, bend, atEnd)] as const);
  });
  const free = curves.find((curve) => !obstacles.some((one) => crosses(curve, one)));
  const [start, bend, end] = free ?? curves[0] ?? [from, half, to];
  return `M${round(start.x)} ${round(start.y)}Q${round(bend.x)} ${round(bend.y)} ${round(end.x)} ${round(end.y)}`;
}

/**
 * Return a curve between close neighbours on a slope: from the side of the higher one to the top
 * of the lower one, or back. Null if there is no room for it.
 */
function around(
  from: Spot,
  to: Spot,
  atStart: Clear,
  atEnd: Clear,
): readonly [Spot, Spot, Spot] | null {
  const goesDown = to.y > from.y;
  const [high, low, atHigh, atLow] = goesDown
    ? [from, to, atStart, atEnd]
    : [to, from, atEnd, atStart];
  const out = Math.sign(low.x - high.x) * atHigh.x;
  const top = { x: low.x, y: low.y - atLow.y };
  const side = { x: high.x + out, y: Math.min(high.y, top.y - SHORT) };
  const hasRoom = Math.abs(low.x - side.x) > atLow.x / 2 && side.y > high.y - atHigh.y;
  if (!hasRoom || Math.sign(low.x - side.x) !== Math.sign(out)) return null;
  const bend = { x: low.x, y: side.y };
  return goesDown ? [side, bend, top] : [top, bend, side];
}

const PARTS = 24;

/** Tell whether a quadratic curve touches a box. */
function crosses([start, bend, end]: readonly [Spot, Spot, Spot], box: Obstacle): boolean {
  return Array.from({ length: PARTS + 1 }, (_, step) => step / PARTS).some((t) => {
    const [a, b, c] = [(1 - t) ** 2, 2 * t * (1 - t), t ** 2];
    const x = a * start.x + b * bend.x + c * end.x;
    const y = a * start.y + b * bend.y + c * end.y;
    return Math.abs(x - box.at.x) < box.x && Math.abs(y - box.at.y) < box.y;
  });
}

/** Return the fraction of a line from the centre of a box that lies inside the box. */
function within(from: Spot, to: Spot, clear: Clear): number {
  const [x, y] = [Math.abs(to.x - from.x), Math.abs(to.y - from.y)];
  return Math.min(clear.x / (x || 1e-9), clear.y / (y || 1e-9));
}

/** Return the point where a line from the centre of a box leaves the box. */
function towards(from: Spot, to: Spot, clear: Clear): Spot {
  const part = Math.min(within(from, to, clear), 0.9);
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
}

const round = (value: number) => Math.round(value * 10) / 10;

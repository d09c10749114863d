import { describe, expect, it } from "vitest";

import { arrange, bow } from "../src/games/dieci/places";

const SIZES: readonly (readonly [number, number])[] = [
  [308, 215],
  [340, 330],
  [800, 620],
  [1080, 480],
  [420, 190],
];

describe("places around the table", () => {
  for (const [width, height] of SIZES)
    for (let count = 1; count <= (height < 300 ? 9 : 10); count++)
      it(`${count} places on ${width} × ${height} do not touch and lie inside`, () => {
        const ring = arrange(width, height, count, 19);
        expect(ring.spots).toHaveLength(count);
        for (const [at, spot] of ring.spots.entries()) {
          expect(spot.x - ring.width / 2).toBeGreaterThanOrEqual(-0.01);
          expect(spot.x + ring.width / 2).toBeLessThanOrEqual(width + 0.01);
          expect(spot.y - ring.height / 2).toBeGreaterThanOrEqual(-0.01);
          expect(spot.y + ring.height / 2).toBeLessThanOrEqual(height + 0.01);
          for (const other of ring.spots.slice(at + 1))
            expect(
              Math.abs(spot.x - other.x) >= ring.width || Math.abs(spot.y - other.y) >= ring.height,
              `${count} at ${width}x${height}, card ${ring.card}`,
            ).toBe(true);
        }
      });

  it("runs anticlockwise: my right neighbour is on the right, the last one on the left", () => {
    const { spots } = arrange(400, 400, 5, 19);
    expect(spots.map((spot) => Math.sign(Math.round(spot.x - 200)))).toEqual([1, 1, 0, -1, -1]);
    expect(spots[2]?.y).toBeLessThan(spots[0]?.y ?? 0);
  });

  it("keeps the deck clear of a row in very little height", () => {
    const ring = arrange(308, 118, 4, 19);
    for (const spot of ring.spots)
      expect(ring.middle.y - spot.y).toBeGreaterThanOrEqual((ring.height + ring.card * 1.4) / 2);
  });

  it.each([3, 5, 8, 9])("%i places are the same on both sides", (count) => {
    const { spots } = arrange(2000, 1100, count, 19);
    for (const [at, { x, y }] of spots.entries()) {
      const facing = spots.at(-1 - at);
      expect(x + (facing?.x ?? 0)).toBeCloseTo(2000, 0);
      expect(y).toBeCloseTo(facing?.y ?? 0, 0);
    }
  });

  it("takes larger cards where there is room", () => {
    expect(arrange(1080, 480, 3, 19).card).toBeGreaterThan(arrange(308, 215, 9, 19).card);
  });
});

describe("the bow between two places", () => {
  it("stops clear of both", () => {
    const clear = [
      { x: 10, y: 99 },
      { x: 20, y: 99 },
    ] as const;
    const path = bow({ x: 0, y: 0 }, { x: 100, y: 0 }, { x: 50, y: 0 }, clear);
    expect(path).toBe("M10 0Q50 0 80 0");
  });

  it("leaves a place by the side that it reaches first", () => {
    const clear = [
      { x: 30, y: 5 },
      { x: 0, y: 0 },
    ] as const;
    const path = bow({ x: 0, y: 0 }, { x: 0, y: 100 }, { x: 0, y: 50 }, clear);
    expect(path).toBe("M0 5Q0 50 0 100");
  });

  it("goes round the side of one that lies close above", () => {
    const clear = [
      { x: 50, y: 70 },
      { x: 6, y: 6 },
    ] as const;
    const path = bow({ x: 60, y: 0 }, { x: 70, y: 80 }, { x: 180, y: -100 }, clear);
    expect(path).toMatch(/^M110 [\d.]+Q151 40 7[\d.]+ 7[\d.]+$/);
  });
});

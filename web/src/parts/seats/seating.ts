/** The seating order as seen from one seat. */

/**
 * Return the other seats from my left round to my right. In a clockwise game the next player sits on
 * the left, otherwise on the right. For a watcher all seats are others.
 */
export function othersInOrder(
  players: number,
  me: number | null,
  clockwise: boolean,
): readonly number[] {
  const from = me === null ? 0 : me + 1;
  const count = me === null ? players : players - 1;
  const onward = Array.from({ length: count }, (_, step) => (from + step) % players);
  return clockwise ? onward : onward.reverse();
}

/** A place in a grid: row 1 is the far side of the table, row 2 the near one. */
export interface Place {
  readonly column: number;
  readonly row: 1 | 2;
}

/**
 * Arrange a round table in two rows: from my left outwards along the near side, over the far side,
 * and back along the near side to my right. The middle of the near side stays free.
 */
export function twoRows(count: number): {
  readonly columns: number;
  readonly places: readonly Place[];
} {
  const columns = count <= 5 ? 3 : count === 6 ? 4 : 5;
  const near = Math.max(0, count - columns);
  const left = Math.floor(near / 2);
  const right = near - left;
  const places: Place[] = [];
  for (let step = left; step >= 1; step--) places.push({ column: step, row: 2 });
  for (let step = 1; step <= Math.min(columns, count); step++)
    places.push({ column: step, row: 1 });
  for (let step = 0; step < right; step++) places.push({ column: columns - step, row: 2 });
  return { columns, places };
}

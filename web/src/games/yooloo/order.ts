/** Ways to put ten cards in order. Nothing here is a rule; a stack may have any order. */

type Order = readonly string[];

/** The cards at two places change places. */
export function swapped(order: Order, one: number, other: number): Order {
  const next = [...order];
  const [a, b] = [order[one], order[other]];
  if (a === undefined || b === undefined) return order;
  next[one] = b;
  next[other] = a;
  return next;
}

export const rising = (order: Order): Order => [...order].sort((a, b) => Number(a) - Number(b));
export const falling = (order: Order): Order => [...rising(order)].reverse();

export function shuffled(order: Order, chance: () => number = Math.random): Order {
  const next = [...order];
  for (let last = next.length - 1; last > 0; last--) {
    const other = Math.floor(chance() * (last + 1));
    [next[last], next[other]] = [next[other] as string, next[last] as string];
  }
  return next;
}

/**
 * A reasonable order: high cards for the rounds in which much is at stake, though not so strictly
 * that one could be read. `first` goes on top where somebody who knows says so.
 */
export function suggested(order: Order, first?: string, chance: () => number = Math.random): Order {
  const spread = order.length * 0.45;
  const weighed = order.map((card) => ({ card, weight: Number(card) + (chance() - 0.5) * spread }));
  const rest = weighed.sort((a, b) => a.weight - b.weight).map(({ card }) => card);
  if (first === undefined || !order.includes(first)) return rest;
  return [first, ...rest.filter((card) => card !== first)];
}

/** Helpers to order ten cards. A stack may have any order. */

type Order = readonly string[];

/** Swap the cards at two places. */
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
 * Suggest an order: high cards in rounds with high stakes, with some randomness so that the order
 * is hard to guess. `first` is the top card, if a bot recommended one.
 */
export function suggested(order: Order, first?: string, chance: () => number = Math.random): Order {
  const spread = order.length * 0.45;
  const weighed = order.map((card) => ({ card, weight: Number(card) + (chance() - 0.5) * spread }));
  const rest = weighed.sort((a, b) => a.weight - b.weight).map(({ card }) => card);
  if (first === undefined || !order.includes(first)) return rest;
  return [first, ...rest.filter((card) => card !== first)];
}

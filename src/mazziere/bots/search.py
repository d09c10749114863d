"""Information-set Monte Carlo tree search, with a tree for every seat.

Each iteration completes the view into a possible world and plays it out. Every seat decides in a
tree of its own, whose nodes are what *that seat* has observed: a hash of the events addressed to
it. So nobody in the search answers to a card that he could not see, and moves made at the same
time are just that. Below the tree, and at a node seen for the first time, the game's rules of thumb
decide; the playout ends where the brain says that the position is settled.
"""

import math
from typing import Any

from mazziere.bots.brain import WAIT
from mazziere.bots.hooks import by_rules, imagine, is_settled, normal, secret, worth
from mazziere.bots.mind import DEPTH, Mind, Thought, Tree
from mazziere.kernel.bits import count, nth
from mazziere.kernel.jit import jit
from mazziere.kernel.loops import (
    actors,
    apply,
    chance,
    complete,
    fill,
    legal,
    order_groups,
    resolve,
    settle,
)
from mazziere.kernel.rng import WORD, Fast, below, mixed
from mazziere.kernel.state import Grid

ABSENT = -1
NOBODY = -1


@jit
def folded(key: int, value: int) -> int:
    """Mix a number into a key of 62 bits."""
    low = mixed((key & WORD) ^ mixed((value + 0x9E3779B9) & WORD))
    high = mixed(((key >> 32) + low) & WORD)
    return (high & 0x3FFFFFFF) << 32 | low


@jit
def place_of(t: Tree, mask: int, key: int) -> int:
    """The place of an edge in the table, or the free place where it would go."""
    place = key & mask
    while t.key[place] != key and t.key[place] != 0:
        place = (place + 1) & mask
    return place


@jit
def clear(v: Any, d: Thought, t: Tree, m: Mind, seat: int, n: int, iterations: int) -> None:
    """Begin a search with an empty table that has room for so many iterations."""
    size = 1024
    while size < 4 * iterations and size < len(t.key):
        size *= 2
    d.mask = size - 1
    d.used = 0
    d.left = n
    d.done = 0
    d.steps = 0
    d.played = 0
    for place in range(size):
        t.key[place] = 0


@jit
def think(boards: Any, d: Thought, t: Tree, m: Mind, seat: int, iterations: int, log: Grid) -> None:
    """Look into so many more worlds of the view on the first board; the second is for them."""
    for word in range(4):
        d.deal.word[word] = m.rng.word[word]
    for _ in range(iterations):
        dream(boards, d, t, m, seat, log)
    d.done += iterations
    for word in range(4):
        m.rng.word[word] = d.deal.word[word]


@jit
def dream(boards: Any, d: Thought, t: Tree, m: Mind, seat: int, log: Grid) -> None:
    """One iteration: a world, a way down the trees, a playout, and what it was worth."""
    draw_world(boards, d, m, seat)
    v, s = boards[0], boards[1]
    for other in range(s.players):
        d.key[other] = folded(other + 1, secret(s, other))
    d.length = 0
    descend(v, s, d, t, m, seat, log)
    play_on(v, s, d, m.reach)
    for other in range(s.players):
        d.value[other] = worth(v, s, other)
    for step in range(d.length):
        edge = d.path[step]
        t.visits[edge] += 1
        t.total[edge] += d.value[d.who[step]]


@jit
def draw_world(boards: Any, d: Thought, m: Mind, seat: int) -> None:
    """Complete the view on the first board into a likely world on the second."""
    boards[1] = boards[0]
    v, s = boards[0], boards[1]
    groups = complete(s, seat, d.cards, d.sizes)
    if groups > 0:
        order_groups(d.cards, d.sizes, groups, d.deal)
        fill(s, seat, d.cards)
    imagine(v, s, seat, m.memory, d.deal)


@jit
def descend(v: Any, s: Any, d: Thought, t: Tree, m: Mind, thinker: int, log: Grid) -> None:
    """Go down the trees until somebody decides in a situation that is new to him.

    The seat that thinks moves first, whoever else might act: it has been asked now.
    """
    seat, action = thinker, WAIT
    while d.length < DEPTH:
        is_new = False
        if action == WAIT:
            n = legal(s, seat, d.legal)
            if n == 1:
                action = d.legal[0]
            else:
                action = select(d, t, m, seat, n)
                is_new = action == WAIT
                if is_new:
                    action = normal(s, seat, d.legal, n, d.deal)
                take_edge(d, t, seat, action)
        log[0, 0] = 0
        apply(s, seat, action, log)
        observe(s, d, log)
        if is_new:
            return
        settle_aloud(v, s, d, log)
        if is_settled(v, s):
            return
        seat, action = mover(s, d, d.deal)
        if seat == NOBODY:
            return


@jit
def settle_aloud(v: Any, s: Any, d: Thought, log: Grid) -> None:
    """Resolve chance nodes, observed by whom they concern, until somebody may act."""
    while actors(s) == 0 and not is_settled(v, s):
        groups = chance(s, d.cards, d.sizes)
        if groups == 0:
            return
        order_groups(d.cards, d.sizes, groups, d.deal)
        log[0, 0] = 0
        resolve(s, d.cards, log)
        observe(s, d, log)


@jit
def observe(s: Any, d: Thought, log: Grid) -> None:
    """Mix what happened into the keys of those who saw it."""
    for row in range(1, log[0, 0] + 1):
        what = ((log[row, 0] * 16 + log[row, 1]) * 256 + log[row, 2]) * 256 + log[row, 3]
        for seat in range(s.players):
            if log[row, 4] >> seat & 1:
                d.key[seat] = folded(d.key[seat], what)


@jit
def mover(s: Any, d: Thought, rng: Fast) -> tuple[int, int]:
    """Who moves next; and the move, if it is one out of turn, which rules of thumb decide."""
    bits = actors(s)
    while bits != 0:
        if bits & (bits - 1) == 0:
            seat = nth(bits, 0)
        else:
            seat = nth(bits, below(rng, count(bits)))
        if not by_rules(s, seat):
            return seat, WAIT
        n = legal(s, seat, d.legal)
        action = normal(s, seat, d.legal, n, rng)
        if action != WAIT:
            return seat, action
        bits &= ~(1 << seat)
    return NOBODY, WAIT


@jit
def select(d: Thought, t: Tree, m: Mind, seat: int, n: int) -> int:
    """The most promising of the moves by upper confidence bounds; WAIT at a node that is new.

    A move not tried yet counts as one that was tried once and was as good as all others.
    """
    key = d.key[seat]
    visits, total = 0, 0.0
    for i in range(n):
        edge = place_of(t, d.mask, folded(key, d.legal[i] + 1))
        if t.key[edge] == 0:
            d.edges[i] = ABSENT
        else:
            d.edges[i] = edge
            t.offered[edge] += 1
            visits += t.visits[edge]
            total += t.total[edge]
    if visits == 0:
        return WAIT
    mean = total / visits
    explore = m.explore / 1000
    best, chosen, equal = -1.0, 0, 0
    for i in range(n):
        edge = d.edges[i]
        if edge == ABSENT:
            bound = mean + explore * math.sqrt(math.log(visits + 1.0))
        else:
            bound = t.total[edge] / t.visits[edge] + explore * math.sqrt(
                math.log(t.offered[edge] + 1.0) / t.visits[edge]
            )
        if bound > best:
            best, chosen, equal = bound, i, 1
        elif bound == best:
            equal += 1
            if below(d.deal, equal) == 0:
                chosen = i
    return d.legal[chosen]


@jit
def take_edge(d: Thought, t: Tree, seat: int, action: int) -> None:
    """Note the edge that is taken; a new one as long as the table has room."""
    key = folded(d.key[seat], action + 1)
    edge = place_of(t, d.mask, key)
    if t.key[edge] == 0:
        if 4 * d.used >= 3 * d.mask:
            return
        d.used += 1
        t.key[edge] = key
        t.visits[edge] = 0
        t.offered[edge] = 1
        t.total[edge] = 0.0
    d.path[d.length] = edge
    d.who[d.length] = seat
    d.length += 1


@jit
def play_on(v: Any, s: Any, d: Thought, reach: int) -> None:
    """Let rules of thumb play on until the position is settled, for so many moves at most."""
    for _ in range(reach):
        if actors(s) == 0 and not is_settled(v, s):
            settle(s, d)
        if is_settled(v, s):
            return
        seat, action = mover(s, d, d.deal)
        if seat == NOBODY:
            return
        if action == WAIT:
            n = legal(s, seat, d.legal)
            action = d.legal[0] if n == 1 else normal(s, seat, d.legal, n, d.deal)
        apply(s, seat, action, None)
        d.played += 1


@jit
def root_key(v: Any, seat: int) -> int:
    """The key of the seat that thinks, before anything has happened."""
    return folded(seat + 1, secret(v, seat))


@jit
def conclude(v: Any, d: Thought, t: Tree, m: Mind, seat: int, n: int) -> int:
    """The move that was tried most; where others must not guess, one at random by the shares."""
    root = root_key(v, seat)
    best, chosen, whole = -1, 0, 0
    for i in range(n):
        edge = place_of(t, d.mask, folded(root, d.asked[i] + 1))
        visits = t.visits[edge] if t.key[edge] != 0 else 0
        d.tries[i] = visits
        d.means[i] = t.total[edge] / visits if visits > 0 else 0.0
        whole += visits
        if visits > best:
            best, chosen = visits, i
    if m.mixes and whole > 0:
        chosen = 0
        rest = below(m.rng, whole) - d.tries[0]
        while rest >= 0:
            chosen += 1
            rest -= d.tries[chosen]
    return d.asked[chosen]

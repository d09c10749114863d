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
from mazziere.bots.buffers import DEPTH, BotState, SearchBuffers, Tree
from mazziere.bots.hooks import (
    bias_world,
    evaluate,
    is_settled,
    normal,
    private_hash,
    skips_search,
)
from mazziere.kernel.jit import Table, jit
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
from mazziere.kernel.real import ln
from mazziere.kernel.rng import WORD, Fast, below, draw_member, mixed
from mazziere.kernel.state import Grid

ABSENT = -1
NOBODY = -1
LOGS = 2048
LOG_UNIT = 1 << 48
LN = Table([0] + [round(ln(float(n)) * LOG_UNIT) for n in range(1, LOGS)])
"""Natural logarithms of whole numbers, in units of 2^-48."""


@jit
def folded(key: int, value: int) -> int:
    """Mix a number into a key of 62 bits."""
    low = mixed((key & WORD) ^ mixed((value + 0x9E3779B9) & WORD))
    high = mixed(((key >> 32) + low) & WORD)
    return (high & 0x3FFFFFFF) << 32 | low


@jit
def place_of(t: Tree, mask: int, key: int) -> int:
    """Return the index of an edge in the table, or of the free cell for it."""
    place = key & mask
    while t.key[place] != key and t.key[place] != 0:
        place = (place + 1) & mask
    return place


@jit
def begin(
    v: Any, d: SearchBuffers, t: Tree, m: BotState, seat: int, n: int, iterations: int
) -> None:
    """Start a search with an empty edge table, sized for the number of iterations."""
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
def think(
    boards: Any, d: SearchBuffers, t: Tree, m: BotState, seat: int, iterations: int, log: Grid
) -> None:
    """Run more iterations on the view of the first board; worlds use the second."""
    for word in range(4):
        d.deal.word[word] = m.rng.word[word]
    for _ in range(iterations):
        iterate(boards, d, t, m, seat, log)
    d.done += iterations
    for word in range(4):
        m.rng.word[word] = d.deal.word[word]


@jit
def iterate(boards: Any, d: SearchBuffers, t: Tree, m: BotState, seat: int, log: Grid) -> None:
    """Run one iteration: draw a world, descend the trees, play out, evaluate, back up."""
    draw_world(boards, d, m, seat)
    v, s = boards[0], boards[1]
    for other in range(s.players):
        d.key[other] = folded(other + 1, private_hash(s, other))
    d.length = 0
    descend(v, s, d, t, m, seat, log)
    play_on(v, s, d, m.reach)
    for other in range(s.players):
        d.value[other] = evaluate(v, s, other)
    for step in range(d.length):
        edge = d.path[step]
        t.visits[edge] += 1
        t.total[edge] += d.value[d.who[step]]


@jit
def draw_world(boards: Any, d: SearchBuffers, m: BotState, seat: int) -> None:
    """Complete the view on the first board into a likely world on the second board."""
    boards[1] = boards[0]
    v, s = boards[0], boards[1]
    groups = complete(s, seat, d.cards, d.sizes)
    if groups > 0:
        order_groups(d.cards, d.sizes, groups, d.deal)
        fill(s, seat, d.cards)
    bias_world(v, s, seat, m.memory, d.deal)


@jit
def descend(
    v: Any, s: Any, d: SearchBuffers, t: Tree, m: BotState, thinker: int, log: Grid
) -> None:
    """Descend the trees until a seat decides at a node that is new to it.

    The searching seat moves first, even if others may act too.
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
def settle_aloud(v: Any, s: Any, d: SearchBuffers, log: Grid) -> None:
    """Resolve chance nodes and update the seats' observations, until a seat may act."""
    while actors(s) == 0 and not is_settled(v, s):
        groups = chance(s, d.cards, d.sizes)
        if groups == 0:
            return
        order_groups(d.cards, d.sizes, groups, d.deal)
        log[0, 0] = 0
        resolve(s, d.cards, log)
        observe(s, d, log)


@jit
def observe(s: Any, d: SearchBuffers, log: Grid) -> None:
    """Mix the events into the observation hashes of the seats that hear them."""
    for row in range(1, log[0, 0] + 1):
        what = ((log[row, 0] * 16 + log[row, 1]) * 256 + log[row, 2]) * 256 + log[row, 3]
        for seat in range(s.players):
            if log[row, 4] >> seat & 1:
                d.key[seat] = folded(d.key[seat], what)


@jit
def mover(s: Any, d: SearchBuffers, rng: Fast) -> tuple[int, int]:
    """Return the next seat to move, and its move if rules of thumb decide it."""
    bits = actors(s)
    while bits != 0:
        seat = draw_member(bits, rng)
        if not skips_search(s, seat):
            return seat, WAIT
        n = legal(s, seat, d.legal)
        action = normal(s, seat, d.legal, n, rng)
        if action != WAIT:
            return seat, action
        bits &= ~(1 << seat)
    return NOBODY, WAIT


@jit
def log_of(n: int) -> float:
    """Return the natural logarithm of a whole number, by its eleven leading binary digits."""
    doubled = 0
    while n >= LOGS:
        n >>= 1
        doubled += 1
    return (LN[n] + doubled * LN[2]) / LOG_UNIT


@jit
def select(d: SearchBuffers, t: Tree, m: BotState, seat: int, n: int) -> int:
    """Return the move with the highest upper confidence bound; WAIT at a new node.

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
            bound = mean + explore * math.sqrt(log_of(visits + 1))
        else:
            bound = t.total[edge] / t.visits[edge] + explore * math.sqrt(
                log_of(t.offered[edge] + 1) / t.visits[edge]
            )
        if bound > best:
            best, chosen, equal = bound, i, 1
        elif bound == best:
            equal += 1
            if below(d.deal, equal) == 0:
                chosen = i
    return d.legal[chosen]


@jit
def take_edge(d: SearchBuffers, t: Tree, seat: int, action: int) -> None:
    """Append an edge to the path; add it to the table if there is capacity."""
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
def play_on(v: Any, s: Any, d: SearchBuffers, reach: int) -> None:
    """Play by rules of thumb until the position is settled, for at most `reach` moves."""
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
    """Return the hash of the searching seat at the root."""
    return folded(seat + 1, private_hash(v, seat))


@jit
def conclude(v: Any, d: SearchBuffers, t: Tree, m: BotState, seat: int, n: int) -> int:
    """Return the most visited move, or with `mixes` a random one by visit counts."""
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

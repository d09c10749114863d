"""Information-set Monte Carlo tree search, with a tree for every seat.

Each iteration completes the view into a possible world and plays it out. Every seat decides in a
tree of its own, whose nodes are what *that seat* has observed: a hash of the events addressed to
it. So no seat in the search reacts to a card that it could not see, and moves of the same moment
stay independent. Below the tree, and at a node seen for the first time, the game's rules of thumb
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
from mazziere.kernel.jit import ConstantTable, jit
from mazziere.kernel.loops import (
    actors,
    apply,
    chance,
    complete,
    draw_lots,
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
LN = ConstantTable([0] + [round(ln(float(n)) * LOG_UNIT) for n in range(1, LOGS)])
"""Natural logarithms of whole numbers, in units of 2^-48."""


@jit
def folded(key: int, value: int) -> int:
    """Mix a number into a key of 62 bits."""
    low = mixed((key & WORD) ^ mixed((value + 0x9E3779B9) & WORD))
    high = mixed(((key >> 32) + low) & WORD)
    return (high & 0x3FFFFFFF) << 32 | low


@jit
def place_of(tree: Tree, mask: int, key: int) -> int:
    """Return the index of an edge in the table, or of the free cell for it."""
    place = key & mask
    while tree.key[place] != key and tree.key[place] != 0:
        place = (place + 1) & mask
    return place


@jit
def begin(
    view: Any,
    search: SearchBuffers,
    tree: Tree,
    bot: BotState,
    seat: int,
    move_count: int,
    iterations: int,
) -> None:
    """Start a search with an empty edge table, sized for the number of iterations."""
    size = 1024
    while size < 4 * iterations and size < len(tree.key):
        size *= 2
    search.mask = size - 1
    search.used = 0
    search.left = move_count
    search.done = 0
    search.steps = 0
    search.played = 0
    for place in range(size):
        tree.key[place] = 0


@jit
def think(
    boards: Any,
    search: SearchBuffers,
    tree: Tree,
    bot: BotState,
    seat: int,
    iterations: int,
    log: Grid,
) -> None:
    """Run more iterations on the view of the first board; worlds use the second."""
    for word in range(4):
        search.deal.word[word] = bot.rng.word[word]
    for _ in range(iterations):
        iterate(boards, search, tree, bot, seat, log)
    search.done += iterations
    for word in range(4):
        bot.rng.word[word] = search.deal.word[word]


@jit
def iterate(
    boards: Any, search: SearchBuffers, tree: Tree, bot: BotState, seat: int, log: Grid
) -> None:
    """Run one iteration: draw a world, descend the trees, play out, evaluate, back up."""
    draw_world(boards, search, bot, seat)
    view, s = boards[0], boards[1]
    for other in range(s.players):
        search.key[other] = folded(other + 1, private_hash(s, other))
    search.length = 0
    descend(view, s, search, tree, bot, seat, log)
    play_on(view, s, search, bot.reach)
    for other in range(s.players):
        search.value[other] = evaluate(view, s, other)
    for step in range(search.length):
        edge = search.path[step]
        tree.visits[edge] += 1
        tree.total[edge] += search.value[search.who[step]]


@jit
def draw_world(boards: Any, search: SearchBuffers, bot: BotState, seat: int) -> None:
    """Complete the view on the first board into a likely world on the second board."""
    boards[1] = boards[0]
    view, s = boards[0], boards[1]
    groups = complete(s, seat, search.cards, search.sizes)
    if groups > 0:
        order_groups(search.cards, search.sizes, groups, search.deal)
        fill(s, seat, search.cards)
    bias_world(view, s, seat, bot.memory, search.deal)


@jit
def descend(
    view: Any, s: Any, search: SearchBuffers, tree: Tree, bot: BotState, thinker: int, log: Grid
) -> None:
    """Descend the trees until a seat decides at a node that is new to it.

    The searching seat moves first, even if others may act too.
    """
    seat, action = thinker, WAIT
    while search.length < DEPTH:
        is_new = False
        if action == WAIT:
            n = legal(s, seat, search.legal)
            if n == 1:
                action = search.legal[0]
            else:
                action = select(search, tree, bot, seat, n)
                is_new = action == WAIT
                if is_new:
                    action = normal(s, seat, search.legal, n, search.deal)
                take_edge(search, tree, seat, action)
        log[0, 0] = 0
        apply(s, seat, action, log)
        observe(s, search, log)
        if is_new:
            return
        settle_aloud(view, s, search, log)
        if is_settled(view, s):
            return
        seat, action = mover(s, search, search.deal)
        if seat == NOBODY:
            return


@jit
def settle_aloud(view: Any, s: Any, search: SearchBuffers, log: Grid) -> None:
    """Resolve chance nodes and update the seats' observations, until a seat may act."""
    while actors(s) == 0 and not is_settled(view, s):
        groups = chance(s, search.cards, search.sizes)
        if groups == 0:
            return
        draw_lots(s, search.cards, search.sizes, groups, search.deal)
        log[0, 0] = 0
        resolve(s, search.cards, log)
        observe(s, search, log)


@jit
def observe(s: Any, search: SearchBuffers, log: Grid) -> None:
    """Mix the events into the observation hashes of the seats that hear them."""
    for row in range(1, log[0, 0] + 1):
        what = ((log[row, 0] * 16 + log[row, 1]) * 256 + log[row, 2]) * 256 + log[row, 3]
        for seat in range(s.players):
            if log[row, 4] >> seat & 1:
                search.key[seat] = folded(search.key[seat], what)


@jit
def mover(s: Any, search: SearchBuffers, rng: Fast) -> tuple[int, int]:
    """Return the next seat to move, and its move if rules of thumb decide it."""
    bits = actors(s)
    while bits != 0:
        seat = draw_member(bits, rng)
        if not skips_search(s, seat):
            return seat, WAIT
        n = legal(s, seat, search.legal)
        action = normal(s, seat, search.legal, n, rng)
        if action != WAIT:
            return seat, action
        bits &= ~(1 << seat)
    return NOBODY, WAIT


@jit
def log_of(number: int) -> float:
    """Return the natural logarithm of a whole number, by its eleven leading binary digits."""
    doubled = 0
    while number >= LOGS:
        number >>= 1
        doubled += 1
    return (LN[number] + doubled * LN[2]) / LOG_UNIT


@jit
def select(search: SearchBuffers, tree: Tree, bot: BotState, seat: int, move_count: int) -> int:
    """Return the move with the highest upper confidence bound; WAIT at a new node.

    A move not tried yet is scored as one visit with the mean value.
    """
    key = search.key[seat]
    visits, total = 0, 0.0
    for i in range(move_count):
        edge = place_of(tree, search.mask, folded(key, search.legal[i] + 1))
        if tree.key[edge] == 0:
            search.edges[i] = ABSENT
        else:
            search.edges[i] = edge
            tree.offered[edge] += 1
            visits += tree.visits[edge]
            total += tree.total[edge]
    if visits == 0:
        return WAIT
    mean = total / visits
    explore = bot.explore / 1000
    best, chosen, equal = -1.0, 0, 0
    for i in range(move_count):
        edge = search.edges[i]
        if edge == ABSENT:
            bound = mean + explore * math.sqrt(log_of(visits + 1))
        else:
            bound = tree.total[edge] / tree.visits[edge] + explore * math.sqrt(
                log_of(tree.offered[edge] + 1) / tree.visits[edge]
            )
        if bound > best:
            best, chosen, equal = bound, i, 1
        elif bound == best:
            equal += 1
            if below(search.deal, equal) == 0:
                chosen = i
    return search.legal[chosen]


@jit
def take_edge(search: SearchBuffers, tree: Tree, seat: int, action: int) -> None:
    """Append an edge to the path; add it to the table if there is capacity."""
    key = folded(search.key[seat], action + 1)
    edge = place_of(tree, search.mask, key)
    if tree.key[edge] == 0:
        if 4 * search.used >= 3 * search.mask:
            return
        search.used += 1
        tree.key[edge] = key
        tree.visits[edge] = 0
        tree.offered[edge] = 1
        tree.total[edge] = 0.0
    search.path[search.length] = edge
    search.who[search.length] = seat
    search.length += 1


@jit
def play_on(view: Any, s: Any, search: SearchBuffers, reach: int) -> None:
    """Play by rules of thumb until the position is settled, for at most `reach` moves."""
    for _ in range(reach):
        if actors(s) == 0 and not is_settled(view, s):
            settle(s, search)
        if is_settled(view, s):
            return
        seat, action = mover(s, search, search.deal)
        if seat == NOBODY:
            return
        if action == WAIT:
            n = legal(s, seat, search.legal)
            action = search.legal[0] if n == 1 else normal(s, seat, search.legal, n, search.deal)
        apply(s, seat, action, None)
        search.played += 1


@jit
def root_key(view: Any, seat: int) -> int:
    """Return the hash of the searching seat at the root."""
    return folded(seat + 1, private_hash(view, seat))


@jit
def conclude(
    view: Any, search: SearchBuffers, tree: Tree, bot: BotState, seat: int, move_count: int
) -> int:
    """Return the most visited move, or with `mixes` a random one by visit counts."""
    root = root_key(view, seat)
    best, chosen, whole = -1, 0, 0
    for i in range(move_count):
        edge = place_of(tree, search.mask, folded(root, search.asked[i] + 1))
        visits = tree.visits[edge] if tree.key[edge] != 0 else 0
        search.tries[i] = visits
        search.means[i] = tree.total[edge] / visits if visits > 0 else 0.0
        whole += visits
        if visits > best:
            best, chosen = visits, i
    if bot.mixes and whole > 0:
        chosen = 0
        rest = below(bot.rng, whole) - search.tries[0]
        while rest >= 0:
            chosen += 1
            rest -= search.tries[chosen]
    return search.asked[chosen]

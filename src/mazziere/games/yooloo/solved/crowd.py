"""Stacks for three and more players: random draws, and games by all rules.

The probability of a stack is proportional to the product of its weights, one for each card at each
place. Of all distributions with the same marginals this one has the highest entropy. That matters
with more than two players: opponents who draw from a few stacks would often have the same one,
cancel each other out, and park points cards in ways that can be exploited.
"""

from mazziere.games.yooloo.box import ALL, KINDS, State
from mazziere.games.yooloo.solved.matrix import RealGrid, Reals
from mazziere.games.yooloo.solved.stacks import HALF, ticket
from mazziere.kernel.bits import count, lowest
from mazziere.kernel.jit import jit
from mazziere.kernel.rng import Fast, below
from mazziere.kernel.state import Grid


@jit
def find_completions(weights: RealGrid, completions: Reals) -> None:
    """Add up, for each set of cards already stacked, the weights of all ways to go on."""
    completions[ALL] = 1.0
    for used in range(ALL - 1, -1, -1):
        place = count(used)
        total = 0.0
        left = ALL & ~used
        while left:
            card = lowest(left)
            total += weights[card, place] * completions[used | 1 << card]
            left &= left - 1
        completions[used] = total


@jit
def find_marginals(weights: RealGrid, completions: Reals, reached: Reals, out: RealGrid) -> None:
    """Compute the frequency of each card at each place; `reached` is a buffer, one cell per set."""
    for card in range(KINDS):
        for place in range(KINDS):
            out[card, place] = 0.0
    for used in range(ALL + 1):
        reached[used] = 0.0
    reached[0] = 1.0 / completions[0]
    for used in range(ALL):
        place = count(used)
        left = ALL & ~used
        while left:
            card = lowest(left)
            left &= left - 1
            share = reached[used] * weights[card, place]
            reached[used | 1 << card] += share
            out[card, place] += share * completions[used | 1 << card]


@jit
def next_card(used: int, weights: RealGrid, completions: Reals, rng: Fast) -> int:
    """Draw the next card of a stack that has begun with the cards `used`."""
    total = completions[used]
    number = (below(rng, HALF) * HALF + below(rng, HALF)) * (total / HALF / HALF)
    left = ALL & ~used
    place = count(used)
    last = lowest(left)
    while left:
        card = lowest(left)
        left &= left - 1
        share = weights[card, place] * completions[used | 1 << card]
        if share > 0.0:
            last = card
            if number < share:
                return card
            number -= share
    return last


@jit
def next_for(
    views: list[State], seat: int, weights: RealGrid, completions: Reals, rngs: list[Fast]
) -> int:
    """Draw the next card for the stack of a seat."""
    return next_card(ALL & ~views[0].hand[seat], weights, completions, rngs[0])


@jit
def draw_stacks(
    stacks: Grid, low: int, high: int, weights: RealGrid, completions: Reals, rngs: list[Fast]
) -> None:
    """Fill lines low to high - 1 with stacks, a card for each place."""
    for line in range(low, high):
        used = 0
        for place in range(KINDS):
            card = next_card(used, weights, completions, rngs[0])
            stacks[line, place] = card
            used |= 1 << card


@jit
def best_unique(once: int, twice: int) -> int:
    """Return the highest card that is shown once (YOO-1.4a), -1 if there is none."""
    unique = once & ~twice
    best = -1
    while unique:
        best = lowest(unique)
        unique &= unique - 1
    return best


@jit
def points_against(stacks: Grid, others: int, order: Grid, sums: Reals) -> None:
    """Play one stack against each table of opponents; add up its points and their squares.

    `stacks` holds the opponents of a table in consecutive lines. A showdown counts as an equal
    share for each player.
    """
    sums[0] = sums[1] = 0.0
    for table in range(len(stacks) // others):
        points = 0.0
        parked = 0
        for place in range(KINDS):
            mine = order[0, place]
            once, twice = 1 << mine, 0
            for line in range(table * others, (table + 1) * others):
                bit = 1 << stacks[line, place]
                twice |= once & bit
                once |= bit
            best = best_unique(once, twice)
            parked += place + 1
            if best >= 0:
                if best == mine:
                    points += parked
                parked = 0
        points += parked / (others + 1.0)
        sums[0] += points
        sums[1] += points * points


@jit
def play_tables(stacks: Grid, players: int, shares: Grid, totals: Grid, rngs: list[Fast]) -> None:
    """Play whole games; write the points of each.

    `stacks` holds the stacks of a table in consecutive lines, `shares` the frequencies of each
    player's cards in a showdown, `totals` the points, a line for each table.
    """
    for table in range(len(stacks) // players):
        parked = 0
        for place in range(KINDS):
            parked += place + 1
            winner = winner_at(stacks, table * players, players, place)
            if winner >= 0:
                totals[table, winner] += parked
                parked = 0
        while parked > 0:
            for seat in range(players):  # overwrite the tenth cards, which are rated
                stacks[table * players + seat, KINDS - 1] = draw_share(shares, seat, rngs[0])
            winner = winner_at(stacks, table * players, players, KINDS - 1)
            if winner >= 0:
                totals[table, winner] += parked
                parked = 0


@jit
def draw_share(shares: Grid, seat: int, rng: Fast) -> int:
    """Draw a player's card for a showdown."""
    total = 0
    for card in range(KINDS):
        total += shares[seat, card]
    number = ticket(rng, total)
    for card in range(KINDS):
        number -= shares[seat, card]
        if number < 0:
            return card
    return -1


@jit
def winner_at(stacks: Grid, first: int, players: int, place: int) -> int:
    """Return the winner of a round, -1 if there is none."""
    once, twice = 0, 0
    for seat in range(players):
        bit = 1 << stacks[first + seat, place]
        twice |= once & bit
        once |= bit
    best = best_unique(once, twice)
    if best >= 0:
        for seat in range(players):
            if stacks[first + seat, place] == best:
                return seat
    return -1

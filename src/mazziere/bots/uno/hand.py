"""What a player sees in the own hand: colours, ranks, and how a play is written."""

from mazziere.games.uno.constants import (
    CALL,
    CATCH,
    COLOUR_CARDS,
    COLOURED,
    PLAY_UNO,
    RANKS,
)
from mazziere.games.uno.legal import may_call_with
from mazziere.games.uno.state import State
from mazziere.kernel.bits import count, lowest
from mazziere.kernel.jit import Table, jit
from mazziere.kernel.rng import Fast, below

RANK_CARDS = Table(sum(1 << (colour * RANKS + rank) for colour in range(4)) for rank in range(13))


@jit
def held_in(v: State, seat: int, colour: int) -> int:
    """How many cards of a colour the seat holds; of no coloured card there are three."""
    cards = COLOUR_CARDS[colour]
    return count(v.hand[seat, 0] & cards) + count(v.hand[seat, 1] & cards)


@jit
def held_of_rank(v: State, seat: int, rank: int) -> int:
    """How many cards of a rank the seat holds."""
    cards = RANK_CARDS[rank]
    return count(v.hand[seat, 0] & cards) + count(v.hand[seat, 1] & cards)


@jit
def longest_colour(v: State, seat: int, rng: Fast) -> int:
    """The colour that the seat holds most of; one of them at random."""
    best, most, equal = 0, -1, 0
    for colour in range(4):
        held = held_in(v, seat, colour)
        if held > most:
            best, most, equal = colour, held, 1
        elif held == most:
            equal += 1
            if below(rng, equal) == 0:
                best = colour
    return best


@jit
def play_of(v: State, seat: int, card: int, colour: int, calls: bool) -> int:
    """The move that lays a card, a wild with its colour; with the call where it is due."""
    action = card if card < COLOURED else COLOURED + (card - COLOURED) * 4 + colour
    return action + PLAY_UNO if calls and may_call_with(v, seat) else action


@jit
def shout(v: State, seat: int) -> int:
    """The move of a seat that notices a missing call: its own first."""
    if v.debt >> seat & 1:
        return CALL
    return CATCH + lowest(v.debt)

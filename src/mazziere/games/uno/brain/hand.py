"""Counts in the own hand, and the moves of a play or a call."""

from mazziere.games.uno.box import (
    CALL,
    CATCH,
    COLOUR_CARDS,
    COLOURED,
    JUMP,
    JUMP_UNO,
    PLAY_UNO,
    RANKS,
    State,
)
from mazziere.games.uno.rules.legal import may_call_with
from mazziere.kernel.bits import count, lowest
from mazziere.kernel.jit import ConstantTable, jit
from mazziere.kernel.rng import Fast, below

RANK_CARDS = ConstantTable(
    sum(1 << (colour * RANKS + rank) for colour in range(4)) for rank in range(13)
)


@jit
def held_in(view: State, seat: int, colour: int) -> int:
    """Return the cards of a colour in hand; no coloured card has a third copy."""
    cards = COLOUR_CARDS[colour]
    return count(view.hand[seat, 0] & cards) + count(view.hand[seat, 1] & cards)


@jit
def held_of_rank(view: State, seat: int, rank: int) -> int:
    """Return the number of cards of a rank in hand."""
    cards = RANK_CARDS[rank]
    return count(view.hand[seat, 0] & cards) + count(view.hand[seat, 1] & cards)


@jit
def longest_colour(view: State, seat: int, rng: Fast) -> int:
    """Return the most frequent colour in hand; a random one of several."""
    best, most, equal = 0, -1, 0
    for colour in range(4):
        held = held_in(view, seat, colour)
        if held > most:
            best, most, equal = colour, held, 1
        elif held == most:
            equal += 1
            if below(rng, equal) == 0:
                best = colour
    return best


@jit
def play_of(view: State, seat: int, card: int, colour: int, calls: bool) -> int:
    """Return the move that plays a card, a wild with its colour, with the call if it is due."""
    action = card if card < COLOURED else COLOURED + (card - COLOURED) * 4 + colour
    return action + PLAY_UNO if calls and may_call_with(view, seat) else action


@jit
def jump_of(view: State, seat: int, calls: bool) -> int:
    """Return the jump with the card that lies on top, with the call if it is due."""
    return (JUMP_UNO if calls and may_call_with(view, seat) else JUMP) + view.top


@jit
def smallest_hand(view: State, seat: int, rng: Fast) -> int:
    """Return the other seat with the fewest cards; a random one of several."""
    best, fewest, equal = -1, 999, 0
    for other in range(view.players):
        if other == seat:
            continue
        if view.size[other] < fewest:
            best, fewest, equal = other, view.size[other], 1
        elif view.size[other] == fewest:
            equal += 1
            if below(rng, equal) == 0:
                best = other
    return best


@jit
def shout(view: State, seat: int) -> int:
    """Return the call if the seat owes it, otherwise the catch of a seat that does."""
    if view.debt >> seat & 1:
        return CALL
    return CATCH + lowest(view.debt)

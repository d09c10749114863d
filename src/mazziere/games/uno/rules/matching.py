"""The cards that match the top card, that forbid a wild +4, and that answer a debt of cards."""

from mazziere.games.uno.box import *
from mazziere.kernel.jit import jit


@jit
def guilt_cards(s: State, colour: int) -> int:
    """Return the cards that forbid a wild +4 (UNO-DRAW4-1, UNO-DRAW4-3, H2O-DRAW4-1)."""
    cards = COLOUR_CARDS[colour]
    if s.wd4_actions == IGNORE:  # AMB-UNO-9
        cards = NUMBER_CARDS[colour]
    if s.wild_matches == PLAIN_MATCHES:  # AMB-UNO-8: a second wild +4 never counts
        cards |= 1 << WILD
    elif s.wild_matches == ALL_MATCH:
        cards |= WILD_CARDS & ~(1 << WILD_DRAW_FOUR)
    return cards


@jit
def is_bluff(s: State, seat: int) -> bool:
    """Tell whether a wild +4 from this hand breaks its condition, by the colour in play."""
    return s.hand[seat, 0] & guilt_cards(s, s.colour) != 0  # AMB-UNO-13: a wild's named colour


@jit
def must_wait(s: State, seat: int) -> bool:
    """Tell whether the seat may not play a wild +4, where bluffs are refused (AMB-UNO-10)."""
    return s.wd4 == STRICT and is_bluff(s, seat)


@jit
def matching(s: State) -> int:
    """Return the cards of the colour, number or symbol, and all wilds (UNO-TURN-1, H2O-TURN-1)."""
    rank = s.top % RANKS if s.top < COLOURED else RANKS
    return MATCHES[s.colour * (RANKS + 1) + rank]


@jit
def playable(s: State, seat: int) -> int:
    """Return the cards of a hand that may be played now, as bits."""
    cards = s.hand[seat, 0] & matching(s)
    if cards >> WILD_DRAW_FOUR & 1 and must_wait(s, seat):
        cards &= ~(1 << WILD_DRAW_FOUR)
    return cards


@jit
def fits(s: State, seat: int, card: int) -> bool:
    """Tell whether the seat may play a card now."""
    if card == WILD_DRAW_FOUR:
        return not must_wait(s, seat)
    return matching(s) >> card & 1 != 0


@jit
def stackable(s: State, seat: int) -> int:
    """Return the cards of a hand that pass a debt of cards on (HOUSE-UNO-1), as bits."""
    cards = 1 << WILD_DRAW_FOUR
    if s.top < COLOURED:  # a +2
        cards = TWOS if s.stacking == STACK_SAME else TWOS | cards
    elif s.stacking == STACK_ANY:
        cards |= TWOS & COLOUR_CARDS[s.colour]
    cards &= s.hand[seat, 0]
    if cards >> WILD_DRAW_FOUR & 1 and must_wait(s, seat):  # contract U12
        cards &= ~(1 << WILD_DRAW_FOUR)
    return cards

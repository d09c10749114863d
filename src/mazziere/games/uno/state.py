"""Options, the record of a match, and what is done with a hand of cards."""

from typing import Annotated

from mazziere.games.uno.constants import (
    COLOUR_CARDS,
    NUMBER_CARDS,
    PACK,
    SEATS,
    SLOTS,
    WILD,
    WILD_CARDS,
    WILD_DRAW_FOUR,
)
from mazziere.kernel.bits import count
from mazziere.kernel.jit import jit
from mazziere.kernel.options import Choice, Each, Flag, Number
from mazziere.kernel.state import I1, I2, U1, Grid, Header, Ints, cells

PLAIN, LEFT_OUT, DRAW_UNTIL, DUMP_WILDS, DRAW_THREE, ONE_MORE_TURN, EXACTLY_SEVEN = range(7)
PLAIN_MATCHES, ALL_MATCH, NONE_MATCH = range(3)
WINS, REDEAL = range(2)
HAND, WINNER, LOWEST = range(3)
COUNT, IGNORE = range(2)
AS_SKIP, LITERAL = range(2)
BLUFF, STRICT = range(2)
CALL_ALOUD, AUTO = range(2)

_BOTH = (
    Number("target", ("UNO-SCORE-2",), 50, 2000, 500, idle={"scoring": ("hand",)}),
    Choice("reverse_two", ("AMB-UNO-5",), ("skip", "literal")),
    Choice("wd4", ("AMB-UNO-10",), ("bluff", "strict")),
    Flag("guilty_skips", ("AMB-UNO-12",), idle={"wd4": ("strict",)}),
    Choice("uno_call", ("AMB-UNO-15",), ("call", "auto")),
)
UNO_OPTIONS = (
    Each(
        "custom",
        ("AMB-UNO-6", "AMB-UNO-7"),
        3,
        (
            "plain", "none", "draw_until", "dump_wilds", "draw_three", "extra_turn",
            "exactly_seven",
        ),
    ),
    Choice("wild_matches", ("AMB-UNO-8",), ("plain", "all_but_wd4", "none")),
    Choice("shuffle_last", ("AMB-UNO-19",), ("wins", "redeal")),
    Flag("final_draw", ("AMB-UNO-18",), usual=True, idle={"scoring": ("hand",)}),
    Choice("scoring", ("UNO-SCORE-1",), ("hand", "winner"), codes=(HAND, WINNER)),
    *_BOTH,
)  # fmt: skip
H2O_OPTIONS = (
    Choice(
        "scoring",
        ("H2O-SCORE-1", "H2O-SCORE-2"),
        ("winner", "lowest", "hand"),
        codes=(WINNER, LOWEST, HAND),
    ),
    Choice("wd4_actions", ("AMB-UNO-9",), ("count", "ignore")),
    *_BOTH,
)


class State(Header):
    """A match of UNO or UNO H2O.

    A hand is four sets: bit k of `hand[seat, j]` is set when the seat holds more than j copies of
    card k. What others know of a hand is kept in slots, one per copy of a card in the pack.
    """

    h2o: I1  # which box
    custom: Annotated[Ints, cells("i1", 3)]  # option
    wild_matches: I1  # option; in H2O wilds never match: U18
    shuffle_last: I1  # option
    final_draw: I1  # option; in H2O always: H2O-END-1
    scoring: I1  # option
    wd4_actions: I1  # option
    reverse_two: I1  # option
    wd4: I1  # option
    guilty_skips: I1  # option
    uno_call: I1  # option
    target: I2  # option

    dealer: I1  # who dealt this hand
    turn: I1  # the seat on turn
    direction: I1  # 1 or -1
    colour: I1  # the colour to match
    top: U1  # the card to match
    rest: U1  # cards in the draw pile
    discards: U1  # cards in the discard pile
    idle: I1  # draws in a row with nothing to draw
    drawn: U1  # in DRAWN: the card just drawn; secret
    debt: I2  # seats that owe a call, as bits
    tied: I2  # seats that still draw for the deal, as bits
    drawer: I1  # who has cards to draw
    owed: I1  # how many
    until: I1  # or until a card of this colour comes, -1 if not
    back: I1  # the phase that follows the drawing
    bluffer: I1  # who played the wild +4 that waits for an answer, -1 if none does
    before: I1  # the colour it was played on
    guilty: I1  # 1 if it was not allowed, 2 if the viewer cannot know; secret
    late: I1  # cards that the bluffer has drawn since
    caller: I1  # in SHUFFLE_HANDS: 1 if the call was said with the card
    winner: I1  # who has won this hand
    winners: I2  # who has won the match, as bits
    entries: I2  # slots in use
    pooled: I1  # 1 if a seat knows of cards in the others' hands together

    points: Annotated[Ints, cells("i2", SEATS)]  # scores
    size: Annotated[Ints, cells("u1", SEATS)]  # cards in each hand
    hand: Annotated[Grid, cells("i8", SEATS, 4)]  # the hands; secret
    pool: Annotated[Grid, cells("i8", SEATS + 1, 4)]  # known to be in the others' hands; secret
    pile: Annotated[Ints, cells("u1", PACK)]  # the draw pile, its top at rest - 1; secret
    discard: Annotated[Ints, cells("u1", PACK)]  # the discard pile, its top last
    slot_owner: Annotated[Ints, cells("i1", SLOTS)]  # whose hand a known copy is in; secret
    slot_knowers: Annotated[Ints, cells("i2", SLOTS)]  # who knows it there; secret


@jit
def copies_in(sets: Grid, seat: int, card: int) -> int:
    """How many copies of a card four nested sets hold."""
    return (
        (sets[seat, 0] >> card & 1)
        + (sets[seat, 1] >> card & 1)
        + (sets[seat, 2] >> card & 1)
        + (sets[seat, 3] >> card & 1)
    )


@jit
def size_of(sets: Grid, seat: int) -> int:
    """How many cards four nested sets hold."""
    return count(sets[seat, 0]) + count(sets[seat, 1]) + count(sets[seat, 2]) + count(sets[seat, 3])


@jit
def add_set(sets: Grid, seat: int, cards: int) -> None:
    """Add one copy of each card of a set."""
    for level in range(4):
        before = sets[seat, level]
        sets[seat, level] = before | cards
        cards &= before


@jit
def drop_set(sets: Grid, seat: int, cards: int) -> None:
    """Take away one copy of each card of a set, where there is one."""
    for level in range(3, -1, -1):
        before = sets[seat, level]
        sets[seat, level] = before & ~cards
        cards &= ~before


@jit
def set_copies(sets: Grid, seat: int, card: int, copies: int) -> None:
    """Make four nested sets hold so many copies of a card."""
    for level in range(4):
        if level < copies:
            sets[seat, level] |= 1 << card
        else:
            sets[seat, level] &= ~(1 << card)


@jit
def add_card(s: State, seat: int, card: int) -> None:
    """Put a card into a hand."""
    add_set(s.hand, seat, 1 << card)
    s.size[seat] += 1


@jit
def take_card(s: State, seat: int, card: int) -> None:
    """Take a card that is there out of a hand."""
    drop_set(s.hand, seat, 1 << card)
    s.size[seat] -= 1


@jit
def next_seat(s: State, seat: int) -> int:
    """Who comes after a seat in the present direction."""
    after = seat + s.direction
    if after < 0:
        return s.players - 1
    return after if after < s.players else 0


@jit
def guilt_cards(s: State, colour: int) -> int:
    """The cards that forbid a wild +4 on a colour (UNO-DRAW4-1, UNO-DRAW4-3, H2O-DRAW4-1)."""
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
    """Whether a wild +4 from this hand breaks its condition, by the colour in force."""
    return s.hand[seat, 0] & guilt_cards(s, s.colour) != 0  # AMB-UNO-13: a wild's named colour

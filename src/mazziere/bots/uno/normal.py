"""Rules of thumb: every card that may be played gets marks, and the best one is played.

The marks are in hundredths of a card, found by play against itself.
"""

from mazziere.bots.brain import WAIT
from mazziere.bots.uno.hand import held_in, held_of_rank, longest_colour, play_of, shout
from mazziere.games.uno.constants import (
    ACCEPT,
    ANSWER,
    CHALLENGE,
    COLOURED,
    CUSTOM,
    DISCARD,
    DRAW,
    DRAW_TWO,
    DRAWN,
    NAME,
    NAMING,
    PASS,
    PLAYS,
    RANKS,
    REVERSE,
    SHUFFLE,
    SKIP,
    TURN,
    VALUE,
    WILD_DRAW_FOUR,
)
from mazziere.games.uno.legal import may_call_with, playable
from mazziere.games.uno.state import (
    AS_SKIP,
    DRAW_THREE,
    DRAW_UNTIL,
    DUMP_WILDS,
    EXACTLY_SEVEN,
    HAND,
    LOWEST,
    ONE_MORE_TURN,
    STRICT,
    State,
    is_bluff,
    next_seat,
)
from mazziere.kernel.bits import lowest
from mazziere.kernel.jit import Table, jit
from mazziere.kernel.rng import Fast, below
from mazziere.kernel.state import Ints

W_COLOUR_TWO = 30  # for each other card of the same colour, between two players
W_COLOUR = 67  # and among more
W_COVER = 35  # if there is another of the same colour at all
W_RANK_TWO = -65  # for each other card of the same rank
W_RANK = 10
W_STAY_TWO = 90  # for staying in the colour
W_STAY = 50
W_SKIP = -25  # for using up a skip
W_REVERSE = -30  # a reverse
W_TWO = -15  # a +2
W_AGAIN = 20  # for playing again
W_FOLLOW = 75  # and having something that fits
W_GIVE = 10  # for each card that the next seat has to draw
W_GIVE_NEAR = 60  # more of it when that seat is nearly out
W_DANGER_1 = 140  # if the seat that plays next has one card
W_DANGER_2 = 65  # or two
W_DANGER_3 = 15  # or three
W_WILD = -310  # for using up a wild
W_FOUR = -390  # for using up a wild +4
W_WILD_COLOUR = 25  # for each card of the colour named
W_BLUFF = -350  # for a wild +4 that is not allowed
W_SHUFFLE = 300  # for each card that a shuffle of all hands takes away
W_DRAW = -800  # for drawing though something fits
W_PASS = -770  # for keeping a drawn card that fits
W_HIGH_ALONE = 4  # for each point of a card, where whoever is left with it pays for it alone
W_HIGH_ALONE_NEAR = 8  # more of it when somebody is nearly out
W_HIGH = 1  # where the points are one part of what the winner gets
W_HIGH_NEAR = 3
W_CHALLENGE = 0  # per cent of challenges
W_CHALLENGE_MORE = 3  # more for each card of the bluffer
W_JITTER = 20  # left to chance

NEAR = Table([0, 4, 3, 2, 1, 0, 0, 0])  # the end is near: quarters, by the cards of a hand


@jit
def needs_no_thought(v: State, seat: int) -> bool:
    """Calls and catches are made out of turn; on turn they need no thought either."""
    return bool(seat != v.turn or v.debt != 0)


@jit
def forgets_the_call(v: State, seat: int, move: int) -> bool:
    """A play without the call that is due: the same with it costs nothing."""
    return bool(move < PLAYS and may_call_with(v, seat))


@jit
def normal(v: State, seat: int, moves: Ints, n: int, rng: Fast) -> int:
    """The play with the best marks; calls and catches always."""
    if v.debt:
        return shout(v, seat)
    if seat != v.turn:
        return WAIT
    if v.phase == TURN:
        return best_play(v, seat, playable(v, seat), DRAW, W_DRAW, rng)
    if v.phase == DRAWN:
        return best_play(v, seat, 1 << v.drawn, PASS, W_PASS, rng)
    if v.phase == ANSWER:
        doubt = W_CHALLENGE + W_CHALLENGE_MORE * (v.size[v.bluffer] - v.late)
        return CHALLENGE if below(rng, 100) < doubt else ACCEPT
    if v.phase == NAMING:
        return NAME + longest_colour(v, seat, rng)
    return worst_card(v, seat, rng)


@jit
def best_play(v: State, seat: int, cards: int, otherwise: int, marks: int, rng: Fast) -> int:
    """The card with the best marks, in its best colour; or the other move."""
    best, most = -1, marks
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        marks = below(rng, W_JITTER)
        if card < COLOURED:
            marks += coloured_marks(v, seat, card)
        else:
            marks += wild_marks(v, seat, card)
        if v.scoring != HAND:
            marks += VALUE[card] * burden(v, seat)
        if marks > most:
            best, most = card, marks
    if best < 0:
        return otherwise
    colour = 0 if best < COLOURED else longest_colour(v, seat, rng)
    return play_of(v, seat, best, colour, True)


@jit
def burden(v: State, seat: int) -> int:
    """Marks for getting rid of a point."""
    near = threat(v, seat)
    if v.scoring == LOWEST or v.players == 2:
        return W_HIGH_ALONE + W_HIGH_ALONE_NEAR * near // 4
    return W_HIGH + W_HIGH_NEAR * near // 4


@jit
def threat(v: State, seat: int) -> int:
    """How near anybody else is to the end, in quarters."""
    nearest = 0
    for other in range(v.players):
        if other != seat:
            nearest = max(nearest, NEAR[min(v.size[other], 7)])
    return nearest


@jit
def coloured_marks(v: State, seat: int, card: int) -> int:
    """Marks for a coloured card: what it leaves in hand, and what it does."""
    colour, rank = card // RANKS, card % RANKS
    same = held_in(v, seat, colour) - 1
    twins = held_of_rank(v, seat, rank) - 1
    marks = W_COVER if same > 0 else 0
    if v.players == 2:
        marks += W_COLOUR_TWO * same + W_RANK_TWO * twins
        marks += W_STAY_TWO if colour == v.colour else 0
    else:
        marks += W_COLOUR * same + W_RANK * twins
        marks += W_STAY if colour == v.colour else 0
    follower = next_seat(v, seat)
    if rank < SKIP:
        return marks + lead(v, seat, follower)
    if rank == REVERSE and (v.players > 2 or v.reverse_two != AS_SKIP):
        before = 2 * seat - follower
        if before < 0:
            before += v.players
        elif before >= v.players:
            before -= v.players
        return marks + W_REVERSE + lead(v, seat, before)
    if rank == DRAW_TWO:
        marks += W_TWO + give(v, follower, 2)
    else:
        marks += W_SKIP
    if v.players == 2 and same + twins > 0:
        marks += W_FOLLOW
    return marks + lead(v, seat, next_seat(v, follower))


@jit
def lead(v: State, seat: int, other: int) -> int:
    """Marks for whoever plays next: good if it is the seat itself, bad if he is nearly out."""
    if other == seat:
        return W_AGAIN
    size = v.size[other]
    if size > 3:
        return 0
    if size == 3:
        return -W_DANGER_3
    return -W_DANGER_2 if size == 2 else -W_DANGER_1


@jit
def give(v: State, other: int, cards: int) -> int:
    """Marks for cards that another seat has to draw."""
    return cards * (W_GIVE + W_GIVE_NEAR * NEAR[min(v.size[other], 7)] // 4)


@jit
def wild_marks(v: State, seat: int, card: int) -> int:
    """Marks for a wild: what it is good for in its best colour, less what it is worth in hand."""
    most = 0
    for colour in range(4):
        most = max(most, held_in(v, seat, colour))
    marks = W_WILD_COLOUR * most
    follower = next_seat(v, seat)
    if card == WILD_DRAW_FOUR:
        marks += W_FOUR + give(v, follower, 4) + lead(v, seat, next_seat(v, follower))
        if v.wd4 != STRICT and is_bluff(v, seat):
            marks += W_BLUFF
        return marks
    marks += W_WILD
    if card == SHUFFLE:
        return marks + W_SHUFFLE * relief(v, seat) // v.players + lead(v, seat, follower)
    if card >= CUSTOM:
        return marks + custom_marks(v, seat, v.custom[card - CUSTOM], follower)
    return marks + lead(v, seat, follower)


@jit
def relief(v: State, seat: int) -> int:
    """How many cards fewer the seat will have when all hands are shuffled, times the players."""
    if v.size[seat] == 1:
        return 0
    together = -1
    for other in range(v.players):
        together += v.size[other]
    return (v.size[seat] - 1) * v.players - together


@jit
def custom_marks(v: State, seat: int, effect: int, follower: int) -> int:
    """Marks for what a customizable card does."""
    if effect == DRAW_UNTIL:  # one card in four is of the colour
        return give(v, follower, 4) + lead(v, seat, next_seat(v, follower))
    if effect == ONE_MORE_TURN:
        return lead(v, seat, seat)
    if effect == EXACTLY_SEVEN:
        return give(v, follower, 7 - v.size[follower]) + lead(v, seat, next_seat(v, follower))
    if effect == DRAW_THREE and v.size[follower] <= 3:  # he will hardly have anything to play
        return give(v, follower, 1) + lead(v, seat, follower)
    if effect == DUMP_WILDS and v.size[seat] > 1:  # it helps the others to get rid of cards
        return -2 * W_GIVE + lead(v, seat, follower)
    return lead(v, seat, follower)


@jit
def worst_card(v: State, seat: int, rng: Fast) -> int:
    """The card to throw away: of the colour held least, but no wild; high where points count."""
    best, most = 0, -1_000_000
    cards = v.hand[seat, 0]
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        marks = below(rng, W_JITTER)
        if card < COLOURED:
            marks -= W_COLOUR * held_in(v, seat, card // RANKS)
        else:
            marks += 2 * W_WILD
        if v.scoring != HAND:
            marks += VALUE[card] * burden(v, seat)
        if marks > most:
            best, most = card, marks
    return DISCARD + best

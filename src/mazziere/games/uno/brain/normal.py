"""The normal bot: it gives marks to every card that may be played, and plays the best one.

The marks are in hundredths of a card. They were tuned by matches of the bot against itself.
"""

from mazziere.bots.brain import WAIT
from mazziere.games.uno.box import (
    ACCEPT,
    ANSWER,
    AS_SKIP,
    CHALLENGE,
    COLOURED,
    CUSTOM,
    DISCARD,
    DRAW,
    DRAW_THREE,
    DRAW_TWO,
    DRAW_UNTIL,
    DRAWN,
    DUMP_WILDS,
    EXACTLY_SEVEN,
    HAND,
    LOWEST,
    NAME,
    NAMING,
    ONE_MORE_TURN,
    PASS,
    PLAYS,
    RANKS,
    REVERSE,
    SHUFFLE,
    SKIP,
    STRICT,
    SWAP,
    SWAPPING,
    TURN,
    UNKNOWN,
    VALUE,
    WILD_CARDS,
    WILD_DRAW_FOUR,
    State,
)
from mazziere.games.uno.brain.hand import (
    held_in,
    held_of_rank,
    jump_of,
    longest_colour,
    play_of,
    shout,
)
from mazziere.games.uno.rules.exchange import previous_seat
from mazziere.games.uno.rules.hands import next_seat, size_of
from mazziere.games.uno.rules.legal import jumpers, may_call_with
from mazziere.games.uno.rules.matching import (
    fits,
    guilt_cards,
    is_bluff,
    matching,
    playable,
    stackable,
)
from mazziere.kernel.bits import count, lowest
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
W_FOLLOW = 75  # and holding a card that fits
W_GIVE = 10  # for each card that the next seat has to draw
W_GIVE_NEAR = 60  # more when that seat is nearly out
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
W_HIGH_ALONE = 4  # for each point of a card, where its holder alone pays for it
W_HIGH_ALONE_NEAR = 8  # more when another seat is nearly out
W_HIGH = 1  # where the winner collects from several hands
W_HIGH_NEAR = 3
W_CHALLENGE = 0  # per cent of challenges
W_CHALLENGE_MORE = 3  # more for each card of the bluffer
W_JITTER = 20  # random part
W_HAND = 90  # for each card that a 7 or a 0 takes away
W_FEWER = 1000  # for each card that a hand to be taken over has less: more than all other marks
W_KNOWN_FIT = 30  # for a card in it that is known, and fits
W_KNOWN_WILD = 40  # more for a wild
W_ANY = -1_000_000  # any play is better than none

NEAR = Table([0, 4, 3, 2, 1, 0, 0, 0])  # how near the end is in quarters, by the size of a hand


UNKNOWN_VERDICT, INNOCENT_FOR_SURE, GUILTY_FOR_SURE = range(3)  # on a wild +4
HIDDEN_GUILT = 2  # the value of `guilty` in a view


@jit
def skips_search(v: State, seat: int) -> bool:
    """Skip the search out of turn, and while a call is owed."""
    return bool(seat != v.turn or v.debt != 0)


@jit
def is_dominated(v: State, seat: int, move: int) -> bool:
    """Rule out a play without the call that is due, and a wrong answer where guilt is known."""
    if move == ACCEPT:
        return bool(known_verdict(v) == GUILTY_FOR_SURE)
    if move == CHALLENGE:
        return bool(known_verdict(v) == INNOCENT_FOR_SURE)
    return bool(move < PLAYS and may_call_with(v, seat))


@jit
def normal(v: State, seat: int, moves: Ints, n: int, rng: Fast) -> int:
    """Play the card with the best marks; always call, catch, stack and jump in."""
    if v.debt:
        return shout(v, seat)
    if seat != v.turn:
        return jump_or_wait(v, seat)
    if v.phase == TURN:
        marks = W_ANY if v.must_play else W_DRAW
        return best_play(v, seat, playable(v, seat), DRAW, marks, rng)
    if v.phase == DRAWN:
        cards = 1 << v.drawn if fits(v, seat, v.drawn) else 0
        return best_play(v, seat, cards, PASS, W_ANY if v.must_play else W_PASS, rng)
    if v.phase == ANSWER:
        return answer(v, seat, rng)
    if v.phase == NAMING:
        return NAME + longest_colour(v, seat, rng)
    if v.phase == SWAPPING:
        return SWAP + swap_partner(v, seat, rng)
    return worst_card(v, seat, rng)


@jit
def jump_or_wait(v: State, seat: int) -> int:
    """Jump in if possible, unless a 7 or a 0 would cost more cards than the jump saves."""
    if not v.jump_in or not jumpers(v) >> seat & 1:
        return WAIT
    if hand_marks(v, seat, v.top % RANKS) < -W_HAND:
        return WAIT
    return jump_of(v, seat, True)


@jit
def answer(v: State, seat: int, rng: Fast) -> int:
    """Challenge a bluff that is known; else pass a debt of cards on, accept it, or challenge.

    The more cards are at stake, the more a challenge is worth its two cards.
    """
    verdict = known_verdict(v)
    if verdict == GUILTY_FOR_SURE:
        return CHALLENGE
    if v.stacked:
        move = best_play(v, seat, stackable(v, seat), ACCEPT, W_ANY, rng)
        if move != ACCEPT or v.bluffer < 0:
            return move
    if verdict == INNOCENT_FOR_SURE:
        return ACCEPT
    doubt = W_CHALLENGE + W_CHALLENGE_MORE * (v.size[v.bluffer] - v.late)
    if v.stacked:
        doubt = doubt * v.stacked // 4
    return CHALLENGE if below(rng, 100) < doubt else ACCEPT


@jit
def known_verdict(v: State) -> int:
    """Judge a wild +4 by the cards that the seat knows in the hand of its player.

    A seat knows the cards of a hand that it gave away or was shown. In the worlds of a search all
    hands are open, so nothing counts as known there.
    """
    if v.bluffer < 0 or v.guilty != HIDDEN_GUILT:
        return UNKNOWN_VERDICT
    if v.hand[v.bluffer, 0] & guilt_cards(v, v.before):
        return GUILTY_FOR_SURE
    hidden = v.size[v.bluffer] - size_of(v.hand, v.bluffer)
    return INNOCENT_FOR_SURE if hidden == v.late else UNKNOWN_VERDICT


@jit
def swap_partner(v: State, seat: int, rng: Fast) -> int:
    """Return the seat with the fewest cards; of several, the one whose known cards are best."""
    best, most = -1, -1_000_000
    for other in range(v.players):
        if other != seat:
            marks = below(rng, W_JITTER) + known_marks(v, other) - W_FEWER * v.size[other]
            if marks > most:
                best, most = other, marks
    return best


@jit
def known_marks(v: State, other: int) -> int:
    """Return the marks for the cards of another hand that the seat knows: wilds, and ones that fit.

    In the worlds of a search, where the draw pile is open too, nothing counts as known.
    """
    if v.rest > 0 and v.pile[0] != UNKNOWN:
        return 0
    cards = v.hand[other, 0] & matching(v)
    return W_KNOWN_FIT * count(cards) + W_KNOWN_WILD * count(cards & WILD_CARDS)


@jit
def hand_marks(v: State, seat: int, rank: int) -> int:
    """Return the marks for the hand that the seat gets for a 7 or a 0, if these move hands."""
    if not v.seven_zero or v.size[seat] < 2 or (rank != 7 and rank != 0):
        return 0
    got = v.size[previous_seat(v, seat)]
    if rank == 7:
        for other in range(v.players):
            if other != seat:
                got = min(got, v.size[other])
    return W_HAND * (v.size[seat] - 1 - got)


@jit
def best_play(v: State, seat: int, cards: int, otherwise: int, marks: int, rng: Fast) -> int:
    """Return the play with the best marks, or `otherwise` if none has more than `marks`."""
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
    """Return the marks for each point of a card."""
    near = threat(v, seat)
    if v.scoring == LOWEST or v.players == 2:
        return W_HIGH_ALONE + W_HIGH_ALONE_NEAR * near // 4
    return W_HIGH + W_HIGH_NEAR * near // 4


@jit
def threat(v: State, seat: int) -> int:
    """Return how near the next winner among the others is to the end, in quarters."""
    nearest = 0
    for other in range(v.players):
        if other != seat:
            nearest = max(nearest, NEAR[min(v.size[other], 7)])
    return nearest


@jit
def coloured_marks(v: State, seat: int, card: int) -> int:
    """Return the marks of a coloured card, by the cards left in hand and by its effect."""
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
        return marks + lead(v, seat, follower) + hand_marks(v, seat, rank)
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
    """Return the marks for the next player: high for the seat itself, low if nearly out."""
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
    """Return the marks for cards that another seat has to draw."""
    return cards * (W_GIVE + W_GIVE_NEAR * NEAR[min(v.size[other], 7)] // 4)


@jit
def wild_marks(v: State, seat: int, card: int) -> int:
    """Return the marks of a wild in its best colour, minus its value in hand."""
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
    """Return the cards that a shuffle of all hands takes from the seat, times the players."""
    if v.size[seat] == 1:
        return 0
    together = -1
    for other in range(v.players):
        together += v.size[other]
    return (v.size[seat] - 1) * v.players - together


@jit
def custom_marks(v: State, seat: int, effect: int, follower: int) -> int:
    """Return the marks for the effect of a customizable card."""
    if effect == DRAW_UNTIL:  # one card in four is of the colour
        return give(v, follower, 4) + lead(v, seat, next_seat(v, follower))
    if effect == ONE_MORE_TURN:
        return lead(v, seat, seat)
    if effect == EXACTLY_SEVEN:
        return give(v, follower, 7 - v.size[follower]) + lead(v, seat, next_seat(v, follower))
    if effect == DRAW_THREE and v.size[follower] <= 3:  # that seat can seldom play
        return give(v, follower, 1) + lead(v, seat, follower)
    if effect == DUMP_WILDS and v.size[seat] > 1:  # it frees the others of cards
        return -2 * W_GIVE + lead(v, seat, follower)
    return lead(v, seat, follower)


@jit
def worst_card(v: State, seat: int, rng: Fast) -> int:
    """Return the card to throw away: of the rarest colour, no wild, high where points count."""
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

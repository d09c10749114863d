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
from mazziere.kernel.jit import ConstantTable, jit
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

NEAR = ConstantTable(
    [0, 4, 3, 2, 1, 0, 0, 0]
)  # how near the end is in quarters, by the size of a hand


UNKNOWN_VERDICT, INNOCENT_FOR_SURE, GUILTY_FOR_SURE = range(3)  # on a wild +4
HIDDEN_GUILT = 2  # the value of `guilty` in a view


@jit
def skips_search(view: State, seat: int) -> bool:
    """Skip the search out of turn, and while a call is owed."""
    return bool(seat != view.turn or view.debt != 0)


@jit
def is_dominated(view: State, seat: int, move: int) -> bool:
    """Rule out a play without the call that is due, and a wrong answer where guilt is known."""
    if move == ACCEPT:
        return bool(known_verdict(view) == GUILTY_FOR_SURE)
    if move == CHALLENGE:
        return bool(known_verdict(view) == INNOCENT_FOR_SURE)
    return bool(move < PLAYS and may_call_with(view, seat))


@jit
def normal(view: State, seat: int, moves: Ints, move_count: int, rng: Fast) -> int:
    """Play the card with the best marks; always call, catch, stack and jump in."""
    if view.debt:
        return shout(view, seat)
    if seat != view.turn:
        return jump_or_wait(view, seat)
    if view.phase == TURN:
        marks = W_ANY if view.must_play else W_DRAW
        return best_play(view, seat, playable(view, seat), DRAW, marks, rng)
    if view.phase == DRAWN:
        cards = 1 << view.drawn if fits(view, seat, view.drawn) else 0
        return best_play(view, seat, cards, PASS, W_ANY if view.must_play else W_PASS, rng)
    if view.phase == ANSWER:
        return answer(view, seat, rng)
    if view.phase == NAMING:
        return NAME + longest_colour(view, seat, rng)
    if view.phase == SWAPPING:
        return SWAP + swap_partner(view, seat, rng)
    return worst_card(view, seat, rng)


@jit
def jump_or_wait(view: State, seat: int) -> int:
    """Jump in if possible, unless a 7 or a 0 would cost more cards than the jump saves."""
    if not view.jump_in or not jumpers(view) >> seat & 1:
        return WAIT
    if hand_marks(view, seat, view.top % RANKS) < -W_HAND:
        return WAIT
    return jump_of(view, seat, True)


@jit
def answer(view: State, seat: int, rng: Fast) -> int:
    """Challenge a bluff that is known; else pass a debt of cards on, accept it, or challenge.

    The more cards are at stake, the more a challenge is worth its two cards.
    """
    verdict = known_verdict(view)
    if verdict == GUILTY_FOR_SURE:
        return CHALLENGE
    if view.stacked:
        move = best_play(view, seat, stackable(view, seat), ACCEPT, W_ANY, rng)
        if move != ACCEPT or view.bluffer < 0:
            return move
    if verdict == INNOCENT_FOR_SURE:
        return ACCEPT
    doubt = W_CHALLENGE + W_CHALLENGE_MORE * (view.size[view.bluffer] - view.late)
    if view.stacked:
        doubt = doubt * view.stacked // 4
    return CHALLENGE if below(rng, 100) < doubt else ACCEPT


@jit
def known_verdict(view: State) -> int:
    """Judge a wild +4 by the cards that the seat knows in the hand of its player.

    A seat knows the cards of a hand that it gave away or was shown. In the worlds of a search all
    hands are open, so nothing counts as known there.
    """
    if view.bluffer < 0 or view.guilty != HIDDEN_GUILT:
        return UNKNOWN_VERDICT
    if view.hand[view.bluffer, 0] & guilt_cards(view, view.before):
        return GUILTY_FOR_SURE
    hidden = view.size[view.bluffer] - size_of(view.hand, view.bluffer)
    return INNOCENT_FOR_SURE if hidden == view.late else UNKNOWN_VERDICT


@jit
def swap_partner(view: State, seat: int, rng: Fast) -> int:
    """Return the seat with the fewest cards; of several, the one whose known cards are best."""
    best, most = -1, -1_000_000
    for other in range(view.players):
        if other != seat:
            marks = below(rng, W_JITTER) + known_marks(view, other) - W_FEWER * view.size[other]
            if marks > most:
                best, most = other, marks
    return best


@jit
def known_marks(view: State, other: int) -> int:
    """Return the marks for the cards of another hand that the seat knows: wilds, and ones that fit.

    In the worlds of a search, where the draw pile is open too, nothing counts as known.
    """
    if view.rest > 0 and view.pile[0] != UNKNOWN:
        return 0
    cards = view.hand[other, 0] & matching(view)
    return W_KNOWN_FIT * count(cards) + W_KNOWN_WILD * count(cards & WILD_CARDS)


@jit
def hand_marks(view: State, seat: int, rank: int) -> int:
    """Return the marks for the hand that the seat gets for a 7 or a 0, if these move hands."""
    if not view.seven_zero or view.size[seat] < 2 or (rank != 7 and rank != 0):
        return 0
    got = view.size[previous_seat(view, seat)]
    if rank == 7:
        for other in range(view.players):
            if other != seat:
                got = min(got, view.size[other])
    return W_HAND * (view.size[seat] - 1 - got)


@jit
def best_play(view: State, seat: int, cards: int, otherwise: int, marks: int, rng: Fast) -> int:
    """Return the play with the best marks, or `otherwise` if none has more than `marks`."""
    best, most = -1, marks
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        marks = below(rng, W_JITTER)
        if card < COLOURED:
            marks += coloured_marks(view, seat, card)
        else:
            marks += wild_marks(view, seat, card)
        if view.scoring != HAND:
            marks += VALUE[card] * burden(view, seat)
        if marks > most:
            best, most = card, marks
    if best < 0:
        return otherwise
    colour = 0 if best < COLOURED else longest_colour(view, seat, rng)
    return play_of(view, seat, best, colour, True)


@jit
def burden(view: State, seat: int) -> int:
    """Return the marks for each point of a card."""
    near = threat(view, seat)
    if view.scoring == LOWEST or view.players == 2:
        return W_HIGH_ALONE + W_HIGH_ALONE_NEAR * near // 4
    return W_HIGH + W_HIGH_NEAR * near // 4


@jit
def threat(view: State, seat: int) -> int:
    """Return how near the next winner among the others is to the end, in quarters."""
    nearest = 0
    for other in range(view.players):
        if other != seat:
            nearest = max(nearest, NEAR[min(view.size[other], 7)])
    return nearest


@jit
def coloured_marks(view: State, seat: int, card: int) -> int:
    """Return the marks of a coloured card, by the cards left in hand and by its effect."""
    colour, rank = card // RANKS, card % RANKS
    same = held_in(view, seat, colour) - 1
    twins = held_of_rank(view, seat, rank) - 1
    marks = W_COVER if same > 0 else 0
    if view.players == 2:
        marks += W_COLOUR_TWO * same + W_RANK_TWO * twins
        marks += W_STAY_TWO if colour == view.colour else 0
    else:
        marks += W_COLOUR * same + W_RANK * twins
        marks += W_STAY if colour == view.colour else 0
    follower = next_seat(view, seat)
    if rank < SKIP:
        return marks + lead(view, seat, follower) + hand_marks(view, seat, rank)
    if rank == REVERSE and (view.players > 2 or view.reverse_two != AS_SKIP):
        before = 2 * seat - follower
        if before < 0:
            before += view.players
        elif before >= view.players:
            before -= view.players
        return marks + W_REVERSE + lead(view, seat, before)
    if rank == DRAW_TWO:
        marks += W_TWO + give(view, follower, 2)
    else:
        marks += W_SKIP
    if view.players == 2 and same + twins > 0:
        marks += W_FOLLOW
    return marks + lead(view, seat, next_seat(view, follower))


@jit
def lead(view: State, seat: int, other: int) -> int:
    """Return the marks for the next player: high for the seat itself, low if nearly out."""
    if other == seat:
        return W_AGAIN
    size = view.size[other]
    if size > 3:
        return 0
    if size == 3:
        return -W_DANGER_3
    return -W_DANGER_2 if size == 2 else -W_DANGER_1


@jit
def give(view: State, other: int, cards: int) -> int:
    """Return the marks for cards that another seat has to draw."""
    return cards * (W_GIVE + W_GIVE_NEAR * NEAR[min(view.size[other], 7)] // 4)


@jit
def wild_marks(view: State, seat: int, card: int) -> int:
    """Return the marks of a wild in its best colour, minus its value in hand."""
    most = 0
    for colour in range(4):
        most = max(most, held_in(view, seat, colour))
    marks = W_WILD_COLOUR * most
    follower = next_seat(view, seat)
    if card == WILD_DRAW_FOUR:
        marks += W_FOUR + give(view, follower, 4) + lead(view, seat, next_seat(view, follower))
        if view.wd4 != STRICT and is_bluff(view, seat):
            marks += W_BLUFF
        return marks
    marks += W_WILD
    if card == SHUFFLE:
        return marks + W_SHUFFLE * relief(view, seat) // view.players + lead(view, seat, follower)
    if card >= CUSTOM:
        return marks + custom_marks(view, seat, view.custom[card - CUSTOM], follower)
    return marks + lead(view, seat, follower)


@jit
def relief(view: State, seat: int) -> int:
    """Return the cards that a shuffle of all hands takes from the seat, times the players."""
    if view.size[seat] == 1:
        return 0
    together = -1
    for other in range(view.players):
        together += view.size[other]
    return (view.size[seat] - 1) * view.players - together


@jit
def custom_marks(view: State, seat: int, effect: int, follower: int) -> int:
    """Return the marks for the effect of a customizable card."""
    if effect == DRAW_UNTIL:  # one card in four is of the colour
        return give(view, follower, 4) + lead(view, seat, next_seat(view, follower))
    if effect == ONE_MORE_TURN:
        return lead(view, seat, seat)
    if effect == EXACTLY_SEVEN:
        return give(view, follower, 7 - view.size[follower]) + lead(
            view, seat, next_seat(view, follower)
        )
    if effect == DRAW_THREE and view.size[follower] <= 3:  # that seat can seldom play
        return give(view, follower, 1) + lead(view, seat, follower)
    if effect == DUMP_WILDS and view.size[seat] > 1:  # it frees the others of cards
        return -2 * W_GIVE + lead(view, seat, follower)
    return lead(view, seat, follower)


@jit
def worst_card(view: State, seat: int, rng: Fast) -> int:
    """Return the card to throw away: of the rarest colour, no wild, high where points count."""
    best, most = 0, -1_000_000
    cards = view.hand[seat, 0]
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        marks = below(rng, W_JITTER)
        if card < COLOURED:
            marks -= W_COLOUR * held_in(view, seat, card // RANKS)
        else:
            marks += 2 * W_WILD
        if view.scoring != HAND:
            marks += VALUE[card] * burden(view, seat)
        if marks > most:
            best, most = card, marks
    return DISCARD + best

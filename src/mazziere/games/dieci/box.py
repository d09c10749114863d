"""The box of DIECI: cards, moves, phases, options, events, refusals, and the record of a match."""

from typing import Annotated

from mazziere.kernel.chances import CARDS as CARDS_FORM
from mazziere.kernel.chances import SEAT
from mazziere.kernel.game import Catalogue, EventKind, Phase, RefusalKind
from mazziere.kernel.jit import ConstantTable
from mazziere.kernel.options import Choice, Counts, Flag, Number
from mazziere.kernel.state import I1, I2, Header, Ints, cells

SEATS = 10  # DIE-0a
CARDS = ("10", "9", "8", "7", "6", "5", "4", "3", "2", "1", "0", "00", "000", "0000", "cat")
GUFO, LUPO, PUZZOLA, SALTACONIGLIO, GALLOHOTEL = range(5)  # owl, wolf, skunk, rabbit, hotel
LEONE, JOLLYGATTO = 13, 14  # cowardly lion and joker-cat: one value
KINDS = 15
SMALLEST_PACK, LARGEST_PACK = 24, 120  # AMB-DIE-1; at most twenty cards are drawn in a round
MOST_COPIES = 12
ASIDES = 12  # more than one for each play: a card changed for the deck's, or of a seat removed
NONE, HIDDEN = -1, -2

KEEP, SWAP, ACCEPT, BLOCK, DRAW = range(5)
ACTIONS = ("keep", "swap", "accept", "block", "draw")

phase = Catalogue(Phase)
DEALER = phase("dealer", "DIE-SET-2", SEAT)
DECK = phase("deck", "DIE-SET-3", CARDS_FORM)
PLAY = phase("play")
ANSWER = phase("answer")

# Options

FAILS, FROM_DECK = range(2)
BANK, BLOCKER = range(2)
REPLAY, SHARED = range(2)
COPIES = ((3, 4, 4), (4, 4, 3), (3, 5, 3))  # of each of 6-10, of 1-5, of the five low kinds
OWN = 3  # AMB-DIE-1: the pack is made of the option `copies`
PACK = 55  # cards in each of these three packs
SORTED_PACKS = ConstantTable(
    card for pack in COPIES for card in range(KINDS) for _ in range(pack[card // 5])
)
_PACKS = (
    (3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4),  # that of 3-4-4
    (1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1),  # the smallest
    (8,) * KINDS,  # the largest
    (0, 0, 2, 12, 0, 2, 2, 0, 0, 2, 0, 0, 0, 0, 4),  # half of it rabbits
)

OPTIONS = (
    Choice("deck", ("AMB-DIE-1",), ("3-4-4", "4-4-3", "3-5-3", "own"), later={"own": 2}),
    Counts(
        "copies",
        ("AMB-DIE-1",),
        CARDS,
        0,
        MOST_COPIES,
        SMALLEST_PACK,
        LARGEST_PACK,
        _PACKS,
        idle={"deck": ("3-4-4", "4-4-3", "3-5-3")},
        since=2,
    ),
    Number("tokens", ("DIE-SET-1",), 1, 9, 5),
    Flag("must_block", ("AMB-DIE-2",)),
    Flag("blocker_acts", ("AMB-DIE-3",)),
    Flag("rabbit_strict", ("AMB-DIE-4",)),
    Choice("rabbit_dealer", ("AMB-DIE-5",), ("fails", "deck")),
    Flag("deck_blocks", ("AMB-DIE-11",)),
    Choice("pay_to", ("AMB-DIE-9",), ("bank", "blocker")),
    Flag("out_now", ("AMB-DIE-10",)),
    Choice("wipe_out", ("AMB-DIE-17",), ("replay", "shared")),
)

# Events

event = Catalogue(EventKind)
DEALS = event("deals", rule="DIE-SET-2")
DEALT = event("dealt", "card", rule="DIE-SET-3")
DREW_ONE = event("drew_one", rule="DIE-SET-3")
OFFERED = event("offered", "seat", rule="DIE-R1")
SWAPPED = event("swapped", "seat", rule="DIE-R2")
RECEIVED = event("received", "card", rule="DIE-R3")
KEPT = event("kept", rule="DIE-R1")
BLOCKED = event("blocked", "card", rule="DIE-R2")
JUMPED = event("jumped", "seat", rule="DIE-RABBIT-1")
FAILED = event("failed", rule="AMB-DIE-5")
PAID = event("paid", rule="AMB-DIE-9")
PAID_TO = event("paid_to", "seat", rule="AMB-DIE-9")
TOOK_BACK = event("took_back", "card", rule="DIE-SKUNK-2")
TOOK_BACK_UNSEEN = event("took_back_unseen", rule="DIE-SKUNK-2")
DREW = event("drew", "card", rule="DIE-R5")
DREW_SECRETLY = event("drew_secretly", "card", rule="AMB-DIE-5")
DREW_UNSEEN = event("drew_unseen", rule="AMB-DIE-5")
SET_ASIDE = event("set_aside", "card", rule="AMB-DIE-11")
REVEALED = event("revealed", "card", rule="DIE-LOSE-1")
LOST = event("lost", "card", rule="DIE-LOSE-1")
CATS = event("cats", "number", rule="DIE-CAT-1")
EQUAL = event("equal", rule="DIE-2P-1")
REPLAYED = event("replayed", rule="AMB-DIE-17")
RETURNED = event("returned", rule="DIE-CAT-2")
OUT = event("out", rule="DIE-ELIM-1")
WON = event("won", rule="DIE-ELIM-1")

# Refusals

NO = 0  # no refusal
refusal = Catalogue(RefusalKind, first=1)
IS_OVER = refusal("is_over", "DIE-ELIM-1")
IS_CHANCE = refusal("is_chance", "DIE-SET-3")
IS_OUT = refusal("is_out", "DIE-ELIM-1")
NOT_YOUR_TURN = refusal("not_your_turn", "DIE-R1")
NOT_ASKED = refusal("not_asked", "DIE-R2")
MUST_ANSWER = refusal("must_answer", "DIE-R2")
NO_BLOCKER = refusal("no_blocker", "DIE-R2")
SIX_JUMPED = refusal("six_jumped", "AMB-DIE-4")
HAS_TO_BLOCK = refusal("has_to_block", "AMB-DIE-2")
DEALER_DRAWS = refusal("dealer_draws", "DIE-R5")
NOT_DEALER = refusal("not_dealer", "DIE-R5")

# State


class State(Header):
    """A match of DIECI."""

    deck: I1  # option
    copies: Annotated[Ints, cells("i1", KINDS)]  # option: the own pack
    tokens: I1  # option: tokens at the start
    must_block: I1  # option
    blocker_acts: I1  # option
    rabbit_strict: I1  # option
    rabbit_dealer: I1  # option
    deck_blocks: I1  # option
    pay_to: I1  # option
    out_now: I1  # option
    wipe_out: I1  # option

    dealer: I1  # the seat that dealt this round and plays last
    turn: I1  # the seat whose play it is; in ANSWER the passer
    asked: I1  # in ANSWER: the seat that must accept or block
    jumped: I1  # in ANSWER: 1 if the offer came over a rabbit
    links: I1  # swaps in the chain that is running
    rest: I1  # cards left in the deck
    asides: I1  # cards set aside in this round
    in_round: I2  # seats that were dealt a card, less those removed by out_now
    passed_over: I2  # seats that have blocked, and so have no play of their own
    winners: I2  # when the match is over
    purse: Annotated[Ints, cells("i1", SEATS)]  # tokens in front of each seat
    card: Annotated[Ints, cells("i1", SEATS)]  # the card of each seat; secret
    known: Annotated[Ints, cells("i2", SEATS)]  # the seats that know it, as bits
    giver: Annotated[Ints, cells("i1", SEATS)]  # the seat that passed in each swap of the chain
    taker: Annotated[Ints, cells("i1", SEATS)]  # the seat that received
    aside: Annotated[Ints, cells("i1", ASIDES)]  # cards set aside; secret
    aside_known: Annotated[Ints, cells("i2", ASIDES)]  # the seats that know them, as bits
    pile: Annotated[Ints, cells("i1", LARGEST_PACK)]  # the deck, its top at rest - 1; secret


# The rules that explain a move or a card

MOVE_RULES = {
    "keep": ("DIE-R1", "DIE-LOSE-1"),
    "swap": ("DIE-R1", "DIE-R2", "DIE-R3"),
    "accept": ("DIE-R2", "DIE-R3"),
    "block": ("DIE-R2", "DIE-R4"),
    "draw": ("DIE-R5",),
}
CARD_RULES = {
    "": ("DIE-0b", "DIE-LOSE-1"),
    "10": ("DIE-OWL-1",),
    "9": ("DIE-WOLF-1",),
    "8": ("DIE-SKUNK-1", "DIE-SKUNK-2"),
    "7": ("DIE-RABBIT-1",),
    "6": ("DIE-HOTEL-1",),
    "cat": ("DIE-CAT-1", "DIE-CAT-2"),
}

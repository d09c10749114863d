"""What is in the box, the options, and the words of the table: moves, events, refusals."""

from mazziere.kernel.game import Chance, EventKind, Refusal
from mazziere.kernel.options import Choice, Flag, Number

SEATS = 10  # DIE-0a
CARDS = ("10", "9", "8", "7", "6", "5", "4", "3", "2", "1", "0", "00", "000", "0000", "cat")
GUFO, LUPO, PUZZOLA, SALTACONIGLIO, GALLOHOTEL = range(5)  # owl, wolf, skunk, rabbit, hotel
LEONE, JOLLYGATTO = 13, 14  # cowardly lion and joker-cat: one value
KINDS = 15
PACK = 55
ASIDES = 12  # nine seats removed in one round, and two cards changed for the deck's
NONE, HIDDEN = -1, -2

KEEP, SWAP, ACCEPT, BLOCK, DRAW = range(5)
ACTIONS = ("keep", "swap", "accept", "block", "draw")

DEALER, DECK, PLAY, ANSWER = range(4)
CHANCES = {
    DEALER: Chance("dealer", "seat", "DIE-SET-2"),
    DECK: Chance("deck", "cards", "DIE-SET-3"),
}

# Options

FAILS, FROM_DECK = range(2)
BANK, BLOCKER = range(2)
REPLAY, SHARED = range(2)
COPIES = ((3, 4, 4), (4, 4, 3), (3, 5, 3))  # of each of 6-10, of 1-5, of the five low kinds

OPTIONS = (
    Choice("deck", ("AMB-DIE-1",), ("3-4-4", "4-4-3", "3-5-3")),
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

(
    DEALS, DEALT, DREW_ONE, OFFERED, SWAPPED, RECEIVED, KEPT, BLOCKED, JUMPED, FAILED, PAID,
    PAID_TO, TOOK_BACK, TOOK_BACK_UNSEEN, DREW, DREW_SECRETLY, DREW_UNSEEN, SET_ASIDE, REVEALED,
    LOST, CATS, EQUAL, REPLAYED, RETURNED, OUT, WON,
) = range(26)  # fmt: skip

EVENTS = (
    EventKind("deals", rule="DIE-SET-2"),
    EventKind("dealt", "card", rule="DIE-SET-3"),
    EventKind("drew_one", rule="DIE-SET-3"),
    EventKind("offered", "seat", rule="DIE-R1"),
    EventKind("swapped", "seat", rule="DIE-R2"),
    EventKind("received", "card", rule="DIE-R3"),
    EventKind("kept", rule="DIE-R1"),
    EventKind("blocked", "card", rule="DIE-R2"),
    EventKind("jumped", "seat", rule="DIE-RABBIT-1"),
    EventKind("failed", rule="AMB-DIE-5"),
    EventKind("paid", rule="AMB-DIE-9"),
    EventKind("paid_to", "seat", rule="AMB-DIE-9"),
    EventKind("took_back", "card", rule="DIE-SKUNK-2"),
    EventKind("took_back_unseen", rule="DIE-SKUNK-2"),
    EventKind("drew", "card", rule="DIE-R5"),
    EventKind("drew_secretly", "card", rule="AMB-DIE-5"),
    EventKind("drew_unseen", rule="AMB-DIE-5"),
    EventKind("set_aside", "card", rule="AMB-DIE-11"),
    EventKind("revealed", "card", rule="DIE-LOSE-1"),
    EventKind("lost", "card", rule="DIE-LOSE-1"),
    EventKind("cats", "number", rule="DIE-CAT-1"),
    EventKind("equal", rule="DIE-2P-1"),
    EventKind("replayed", rule="AMB-DIE-17"),
    EventKind("returned", rule="DIE-CAT-2"),
    EventKind("out", rule="DIE-ELIM-1"),
    EventKind("won", rule="DIE-ELIM-1"),
)

# Refusals

(
    NO, IS_OVER, IS_CHANCE, IS_OUT, NOT_YOUR_TURN, NOT_ASKED, MUST_ANSWER, NO_BLOCKER, SIX_JUMPED,
    HAS_TO_BLOCK, DEALER_DRAWS, NOT_DEALER,
) = range(12)  # fmt: skip

REFUSALS = (
    Refusal("is_over", "DIE-ELIM-1"),
    Refusal("is_chance", "DIE-SET-3"),
    Refusal("is_out", "DIE-ELIM-1"),
    Refusal("not_your_turn", "DIE-R1"),
    Refusal("not_asked", "DIE-R2"),
    Refusal("must_answer", "DIE-R2"),
    Refusal("no_blocker", "DIE-R2"),
    Refusal("six_jumped", "AMB-DIE-4"),
    Refusal("has_to_block", "AMB-DIE-2"),
    Refusal("dealer_draws", "DIE-R5"),
    Refusal("not_dealer", "DIE-R5"),
)

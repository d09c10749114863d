"""What ROOKIE is made of: cards, moves, options, events and refusals."""

from collections.abc import Mapping

from mazziere.kernel.game import Chance, EventKind, Refusal
from mazziere.kernel.options import Choice, Flag

# Constants

SEATS = 6  # ROO-0b
PLACES = 9  # ROO-0d: a square of three by three
ALL_PLACES = (1 << PLACES) - 1
DEPTH = 12  # cards of a pile at most
PROVISIONAL = 3  # ROO-0e: provisional piles of each seat
CARDS = ("R", "G", "B", "Y", "P", "X")  # red, green, blue, yellow, pink
X = 5  # AMB-ROO-16: a kind of its own, never a joker
KINDS = 6
COPIES = (18, 12)  # ROO-0a: of each kind, by edition
NONE, HIDDEN = -1, -2

FLIP = 0
PLACE = FLIP + PLACES
GIVE = PLACE + KINDS * PROVISIONAL
ROB = GIVE + KINDS * PROVISIONAL
COVER = ROB + SEATS
CAPTURE = COVER + 1
HOLD = COVER + 2
_ON_PILES = tuple(f"{card} {pile}" for card in CARDS for pile in range(1, PROVISIONAL + 1))
ACTIONS = (
    *(f"flip {place}" for place in range(1, PLACES + 1)),
    *(f"place {where}" for where in _ON_PILES),
    *(f"give {where}" for where in _ON_PILES),
    *(f"rob {seat}" for seat in range(SEATS)),
    "cover",
    "capture",
    "hold",
)

STARTER, PILES, FIRST, SECOND, COVER_OR_SEEK, SEEK, LAY, ASK, ROBBERY = range(9)
CHANCES = {
    STARTER: Chance("starter", "seat", "AMB-ROO-22"),
    PILES: Chance("piles", "piles", "ROO-0d"),
}

# What is still to be done about a pair, in this order: see `apply.proceed`.
CHECK_OWN = 1  # look whether the mover captures
LOOT_OWN = 2  # his Rookie takes the cards of all others
CHECK_PARTNER = 4  # look whether the partner captures
LOOT_PARTNER = 8  # so does the partner's Rookie
TASK_ROB = 16  # ask whom to rob
TASK_LAST = 32  # the finder of the last pair takes the cards of all others

# Options

NORMAL, TEAM, KIDS = range(3)
AUTO, MANUAL = range(2)
TOP, ANY = range(2)
NEXT, TALLEST = range(2)
LEFT, CHOICE = range(2)
ALL, STRICT = range(2)

_NOT_KIDS: Mapping[str, tuple[str, ...]] = {"mode": ("kids",)}  # ROO-K1: neither piles nor X
_ONLY_TEAM: Mapping[str, tuple[str, ...]] = {"mode": ("normal", "kids")}

OPTIONS = (
    Choice("edition", ("ROO-0a",), ("full", "pocket")),
    Choice("mode", ("ROO-0c",), ("normal", "team", "kids")),
    Choice("capture", ("AMB-ROO-4",), ("auto", "manual"), idle=_NOT_KIDS),
    Choice("capture_by", ("AMB-ROO-3",), ("top", "any"), idle=_NOT_KIDS),
    Choice("refill", ("AMB-ROO-5",), ("next", "tallest")),
    Flag("x_pair_ends_turn", ("AMB-ROO-1",), idle=_NOT_KIDS),
    Choice("seek_victim", ("AMB-ROO-2",), ("left", "choice"), idle=_NOT_KIDS),
    Choice("end_loot", ("AMB-ROO-7",), ("all", "strict"), idle=_NOT_KIDS),
    Flag("team_pool", ("AMB-ROO-17",), idle=_ONLY_TEAM),
    Flag("spare_partner", ("AMB-ROO-19",), idle=_ONLY_TEAM),
)

# Events: all of them are public

(
    BEGAN, LAID_OUT, MOVED, MOVED_UNDER, REFILLED, FLIPPED, FOUND, LEFT_OPEN, COVERED, PLACED,
    GAVE, CAPTURED, HELD, ROOKIE, LOOTED, ROBBED, REWARDED, WON,
) = range(18)  # fmt: skip

EVENTS = (
    EventKind("began", rule="ROO-T1"),
    EventKind("laid_out", "number", rule="ROO-0d"),
    EventKind("moved", "pile", "pile", rule="ROO-T5"),
    EventKind("moved_under", "pile", "pile", rule="ROO-T5"),
    EventKind("refilled", "pile", "pile", rule="AMB-ROO-5"),
    EventKind("flipped", "card", "pile", rule="ROO-T2"),
    EventKind("found", "card", rule="ROO-T2"),
    EventKind("left_open"),
    EventKind("covered"),
    EventKind("placed", "card", "pile", rule="ROO-T2"),
    EventKind("gave", "card", "pile", rule="ROO-TM2"),
    EventKind("captured", "number", rule="ROO-C1"),
    EventKind("held", rule="AMB-ROO-4"),
    EventKind("rookie", rule="ROO-X-5"),
    EventKind("looted", "number", rule="ROO-X-5"),
    EventKind("robbed", "seat", "number"),
    EventKind("rewarded", "number", rule="ROO-E1"),
    EventKind("won", rule="ROO-0c"),
)

# Refusals

(
    NO, IS_OVER, STARTER_DUE, PILES_DUE, NOT_YOUR_TURN, MUST_LAY, NOT_IN_HAND, NO_PARTNER,
    LOOT_IS_YOURS, MUST_ANSWER, NOT_ASKED, MUST_ROB, NOT_NEIGHBOUR, ONLY_LEFT, NO_X_PAIR,
    NOTHING_TO_LAY, NOTHING_OPEN, NOT_AT_START, PILE_GONE, IS_OPEN, NOTHING_UNDER,
) = range(21)  # fmt: skip

REFUSALS = (
    Refusal("is_over", "ROO-E1"),
    Refusal("starter_due", "ROO-T1"),
    Refusal("piles_due", "ROO-0d"),
    Refusal("not_your_turn", "ROO-T1"),
    Refusal("must_lay", "ROO-T2"),
    Refusal("not_in_hand", "ROO-T2"),
    Refusal("no_partner", "ROO-TM2"),
    Refusal("loot_is_yours", "AMB-ROO-18"),
    Refusal("must_answer", "AMB-ROO-4"),
    Refusal("not_asked", "AMB-ROO-4"),
    Refusal("must_rob", "AMB-ROO-15"),
    Refusal("not_neighbour", "ROO-X-1"),
    Refusal("only_left", "ROO-X-4a"),
    Refusal("no_x_pair", "ROO-X-1"),
    Refusal("nothing_to_lay", "ROO-T2"),
    Refusal("nothing_open", "ROO-X-3"),
    Refusal("not_at_start", "ROO-X-3"),
    Refusal("pile_gone", "ROO-T5"),
    Refusal("is_open", "ROO-T2"),
    Refusal("nothing_under", "AMB-ROO-5"),
)

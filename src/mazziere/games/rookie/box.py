"""The box of ROOKIE: cards, moves, phases, options, events, refusals, and the record of a match."""

from collections.abc import Mapping
from typing import Annotated

from mazziere.games.rookie.dealing import PILES as PILES_FORM
from mazziere.kernel.chances import SEAT
from mazziere.kernel.game import Catalogue, EventKind, Phase, RefusalKind
from mazziere.kernel.options import Choice, Flag
from mazziere.kernel.state import I1, I2, Grid, Header, Ints, cells

SEATS = 6  # ROO-0b
PLACES = 9  # ROO-0d: a square of three by three
ALL_PLACES = (1 << PLACES) - 1
DEPTH = 12  # upper bound on the cards of a pile
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

phase = Catalogue(Phase)
STARTER = phase("starter", "AMB-ROO-22", SEAT)
PILES = phase("piles", "ROO-0d", PILES_FORM)
FIRST = phase("first")
SECOND = phase("second")
COVER_OR_SEEK = phase("cover_or_seek")
SEEK = phase("seek")
LAY = phase("lay")
ASK = phase("ask")
ROBBERY = phase("rob")

# Tasks that a found pair leaves, done in this order (contract R4): see `rules.apply.proceed`.
CHECK_OWN = 1  # check whether the mover captures
CHECK_PARTNER = 2  # check whether the partner captures
LOOT_OWN = 4  # the mover's Rookie takes the cards of all others; version 1: before CHECK_PARTNER
LOOT_PARTNER = 8  # the partner's Rookie takes the cards of all others
TASK_ROB = 16  # ask the mover whom to rob
TASK_LAST = 32  # the finder of the last pair takes the cards of all others
TASK_BEGIN = 64  # begin the turn, after the question about captures (contract R9)

# Options

NORMAL, TEAM, KIDS = range(3)
AUTO, MANUAL = range(2)
TOP, ANY = range(2)
NEXT, TALLEST = range(2)
LEFT, CHOICE = range(2)
ALL, STRICT = range(2)
OTHER, ANY_PILE = range(2)

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
    Choice("after_cover", ("AMB-ROO-8",), ("other", "any"), idle=_NOT_KIDS, since=2, earlier="any"),
)

# Events: all of them are public

event = Catalogue(EventKind)
BEGAN = event("began", rule="ROO-T1")
LAID_OUT = event("laid_out", "number", rule="ROO-0d")
MOVED = event("moved", "pile", "pile", rule="ROO-T5")
MOVED_UNDER = event("moved_under", "pile", "pile", rule="ROO-T5")
REFILLED = event("refilled", "pile", "pile", rule="AMB-ROO-5")
FLIPPED = event("flipped", "card", "pile", rule="ROO-T2")
FOUND = event("found", "card", rule="ROO-T2")
LEFT_OPEN = event("left_open")
COVERED = event("covered")
PLACED = event("placed", "card", "pile", rule="ROO-T2")
GAVE = event("gave", "card", "pile", rule="ROO-TM2")
CAPTURED = event("captured", "number", rule="ROO-C1")
HELD = event("held", rule="AMB-ROO-4")
ROOKIE = event("rookie", rule="ROO-X-5")
LOOTED = event("looted", "number", rule="ROO-X-5")
ROBBED = event("robbed", "seat", "number")
REWARDED = event("rewarded", "number", rule="ROO-E1")
WON = event("won", rule="ROO-0c")

# Refusals

NO = 0  # no refusal
refusal = Catalogue(RefusalKind, first=1)
IS_OVER = refusal("is_over", "ROO-E1")
STARTER_DUE = refusal("starter_due", "ROO-T1")
PILES_DUE = refusal("piles_due", "ROO-0d")
NOT_YOUR_TURN = refusal("not_your_turn", "ROO-T1")
MUST_LAY = refusal("must_lay", "ROO-T2")
NOT_IN_HAND = refusal("not_in_hand", "ROO-T2")
NO_PARTNER = refusal("no_partner", "ROO-TM2")
LOOT_IS_YOURS = refusal("loot_is_yours", "AMB-ROO-18")
MUST_ANSWER = refusal("must_answer", "AMB-ROO-4")
NOT_ASKED = refusal("not_asked", "AMB-ROO-4")
MUST_ROB = refusal("must_rob", "AMB-ROO-15")
NOT_NEIGHBOUR = refusal("not_neighbour", "ROO-X-1")
ONLY_LEFT = refusal("only_left", "ROO-X-4a")
NO_X_PAIR = refusal("no_x_pair", "ROO-X-1")
NOTHING_TO_LAY = refusal("nothing_to_lay", "ROO-T2")
NOTHING_OPEN = refusal("nothing_open", "ROO-X-3")
NOT_AT_START = refusal("not_at_start", "ROO-X-3")
PILE_GONE = refusal("pile_gone", "ROO-T5")
IS_OPEN = refusal("is_open", "ROO-T2")
NOTHING_UNDER = refusal("nothing_under", "AMB-ROO-5")
JUST_COVERED = refusal("just_covered", "AMB-ROO-8")

# State


class State(Header):
    """A match of ROOKIE.

    Only the top card of a pile can be seen and face down: no card is ever put on top of another,
    and the cards beneath have not been turned over yet. So two bits per pile are enough: `open` and
    `seen`. Both move with the card when it fills a gap.
    """

    edition: I1  # option
    mode: I1  # option
    capture: I1  # option
    capture_by: I1  # option
    refill: I1  # option
    x_pair_ends_turn: I1  # option
    seek_victim: I1  # option
    end_loot: I1  # option
    team_pool: I1  # option
    spare_partner: I1  # option
    after_cover: I1  # option

    turn: I1  # the mover: the seat whose turn it is
    actor: I1  # the seat that must act now: the mover, or the mover's partner
    found: I1  # the kind of the last pair until its tasks are done, else NONE
    sought: I1  # 1 if that pair was found by seeking
    may_give: I1  # 1 if cards in hand may be laid on the partner's piles
    gave: I1  # cards of the pair that were
    todo: I1  # the tasks that the pair still leaves, as bits
    in_hand: I1  # cards in hand, to be laid by the actor
    winners: I1  # when the match is over
    gaps: I2  # places without a pile, as bits
    deep: I2  # piles of two or more cards
    open: I2  # piles whose top card lies face up
    seen: I2  # piles whose top card has been face up
    barred: I2  # piles just covered by choice, which the next two flips may not name (AMB-ROO-8)
    points: Annotated[Ints, cells("i1", SEATS)]  # captured cards
    hand: Annotated[Ints, cells("i1", KINDS)]  # cards to be laid, by kind
    rest: Annotated[Ints, cells("i1", KINDS)]  # cards left on the table, by kind
    height: Annotated[Ints, cells("i1", PLACES)]  # cards of each pile
    table: Annotated[Grid, cells("i1", PLACES, DEPTH)]  # the nine piles, bottom first; secret
    top: Annotated[Ints, cells("i1", SEATS * PROVISIONAL)]  # top card of each provisional pile
    laid: Annotated[Grid, cells("i1", SEATS * PROVISIONAL, KINDS)]  # its cards, open: AMB-ROO-23


# The rules that explain a move or a card

MOVE_RULES = {
    "flip": ("ROO-T2", "ROO-T4", "ROO-X-2", "ROO-X-4"),
    "place": ("ROO-T2", "ROO-C1"),
    "give": ("ROO-TM2",),
    "rob": ("ROO-X-1",),
    "cover": ("ROO-X-3",),
    "capture": ("ROO-C1",),
    "hold": ("AMB-ROO-4",),
}
CARD_RULES = {
    "": ("ROO-T2", "ROO-C1"),
    "X": ("ROO-X-1", "ROO-X-2", "ROO-X-5"),
}

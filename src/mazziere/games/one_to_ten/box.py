"""The box of "from 1 to 10": cards, moves, phases, options, events, refusals, and the record."""

from typing import Annotated

from mazziere.kernel.chances import ROWS as ROWS_FORM
from mazziere.kernel.chances import SEAT
from mazziere.kernel.game import Catalogue, EventKind, Phase, RefusalKind
from mazziere.kernel.options import Choice
from mazziere.kernel.state import I1, I2, Grid, Header, Ints, cells

SEATS = 8
CARDS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10")  # TEN-2.1a: of one colour each
KINDS = 10
PLACES = 10
ALL = (1 << PLACES) - 1  # the places of a row, as bits
NONE, HIDDEN = -1, -2

ACTIONS = tuple(f"turn {place}" for place in range(1, PLACES + 1))

phase = Catalogue(Phase)
STARTER = phase("starter", "AMB-TEN-2", SEAT)
ROWS = phase("rows", "TEN-2.2a", ROWS_FORM)
TURN = phase("turn")

# Options

STEP, ONE_GO = range(2)
END_ROUND, END_NOW = range(2)
FINAL, BEST_RUN = range(2)

OPTIONS = (
    Choice("variant", ("TEN-2.4a",), ("step", "one_go")),
    Choice("end", ("AMB-TEN-1", "AMB-TEN-5"), ("round", "now")),
    Choice("one_go_score", ("AMB-TEN-5",), ("final", "best_run"), idle={"variant": ("step",)}),
)

# Events

event = Catalogue(EventKind)
STARTED = event("started", rule="TEN-2.2a")
FOUND = event("found", "card", "number", rule="TEN-2.3b")
MISSED = event("missed", "card", "number", rule="TEN-2.3b")
COVERED = event("covered", rule="TEN-2.4b")
COMPLETED = event("completed", rule="TEN-2.3d")
WON = event("won", rule="AMB-TEN-3")

# Refusals

NO = 0  # no refusal
refusal = Catalogue(RefusalKind, first=1)
IS_OVER = refusal("is_over", "TEN-2.3d")
NO_STARTER = refusal("no_starter", "AMB-TEN-2")
NO_ROWS = refusal("no_rows", "TEN-2.2a")
NOT_YOUR_TURN = refusal("not_your_turn", "TEN-2.3c")
IS_FOUND = refusal("is_found", "AMB-TEN-4")

# State


class State(Header):
    """A match of "from 1 to 10"."""

    variant: I1  # option
    end: I1  # option
    one_go_score: I1  # option

    starter: I1  # the seat that begins each round
    turn: I1  # the seat on turn
    ending: I1  # 1 when a seat has found all ten
    winners: I2  # when the match is over
    face_up: Annotated[Ints, cells("i2", SEATS)]  # places whose card lies face up, as bits
    seen: Annotated[Ints, cells("i2", SEATS)]  # places whose card has been seen, by all
    found: Annotated[Ints, cells("i1", SEATS)]  # cards face up: 1 to this number
    best: Annotated[Ints, cells("i1", SEATS)]  # the longest run, where it counts
    row: Annotated[Grid, cells("i1", SEATS, PLACES)]  # the cards of each seat; secret until seen


# The rules that explain a move or a card

MOVE_RULES = {"turn": ("TEN-2.3a", "TEN-2.3b", "TEN-2.4a", "TEN-2.4b")}
CARD_RULES = {"": ("TEN-2.3a",)}

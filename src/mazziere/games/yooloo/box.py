"""The box of YOOLOO: cards, moves, phases, options, events, refusals, and the record of a match."""

from typing import Annotated

from mazziere.kernel.chances import CARDS as CARDS_FORM
from mazziere.kernel.chances import SEAT
from mazziere.kernel.game import Catalogue, EventKind, Phase, RefusalKind
from mazziere.kernel.options import Choice, Number
from mazziere.kernel.state import I1, I2, Grid, Header, Ints, cells

SEATS = 8  # YOO-0b, YOO-0c: one for each colour
CARDS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10")  # of each colour, and the points cards
KINDS = 10
ALL = (1 << KINDS) - 1  # YOO-1.1b: a whole colour, as bits
ROUNDS = 10  # YOO-0a: a points card each
NONE, HIDDEN = -1, -2
UNKNOWN = -1  # in place of points that nobody sees

STACK, PLAY = 0, KINDS  # the first action of each kind
ACTIONS = tuple(f"stack {card}" for card in CARDS) + tuple(f"play {card}" for card in CARDS)

phase = Catalogue(Phase)
STARTER = phase("starter", "AMB-YOO-1", SEAT)
POINTS = phase("points", "YOO-B1", CARDS_FORM)
STACKING = phase("stacking")
CHOOSING = phase("choosing")
SHOWDOWN = phase("showdown")

# Options

BASE, A, B = range(3)
BY_POINTS, BY_WINS = range(2)
PRIZE_ALL, PRIZE_LAST = range(2)

OPTIONS = (
    Choice("variant", ("YOO-A1", "YOO-B1"), ("base", "a", "b")),
    Number("games", ("YOO-1.7b",), 1, 50, 1),
    Choice("series", ("AMB-YOO-8",), ("points", "wins"), idle={"games": (1,)}),
    Choice("showdown_prize", ("AMB-YOO-3",), ("all", "last")),
)

# Events

event = Catalogue(EventKind)
STARTED = event("started", rule="AMB-YOO-1")
OPENED = event("opened", "number", rule="YOO-1.5a")
STACKED = event("stacked", "card", rule="YOO-1.2a")
STACKED_UNSEEN = event("stacked_unseen", rule="YOO-1.2a")
CHOSE = event("chose", "card", rule="YOO-A1")
CHOSE_UNSEEN = event("chose_unseen", rule="YOO-A1")
SHOWED = event("showed", "card", rule="YOO-1.3a")
TOOK = event("took", "number", rule="YOO-1.4a")
PARKED = event("parked", "number", rule="YOO-NWa")
REMOVED = event("removed", "number", rule="YOO-2P1")
TIED = event("tied", "number", rule="YOO-1.6a")
FORFEITED = event("forfeited", "number", rule="AMB-YOO-3")
NOTED = event("noted", "number", rule="YOO-1.7a")
WON_GAME = event("won_game", rule="YOO-1.7b")
WON = event("won", rule="YOO-1.7b")

# Refusals

NO = 0  # no refusal
refusal = Catalogue(RefusalKind, first=1)
IS_OVER = refusal("is_over", "YOO-1.7b")
NO_STARTER = refusal("no_starter", "AMB-YOO-1")
NO_POINTS = refusal("no_points", "YOO-B1")
STACK_FIRST = refusal("stack_first", "YOO-1.2a")
STACK_IS_FIXED = refusal("stack_is_fixed", "YOO-1.2a")
IS_STACKED = refusal("is_stacked", "YOO-1.1b")
FROM_HAND = refusal("from_hand", "YOO-A1")
HAS_CHOSEN = refusal("has_chosen", "YOO-A1")
WAS_PLAYED = refusal("was_played", "YOO-A2")
IS_SHOWDOWN = refusal("is_showdown", "YOO-1.6a")
HAS_CHOSEN_LAST = refusal("has_chosen_last", "YOO-1.6a")

# State


class State(Header):
    """A series of games of YOOLOO."""

    variant: I1  # option
    games: I1  # option: the number of games in the series
    series: I1  # option
    showdown_prize: I1  # option

    ended: I1  # games of the series that are over
    opener: I1  # the seat that opens the round
    rounds: I1  # rounds of this game that have been rated
    parked: I1  # points cards that are parked: those of the last rounds rated
    waiting: I2  # seats that have still to stack or to choose a card
    winners: I2  # when the match is over
    total: Annotated[Ints, cells("i2", SEATS)]  # points of the games that are over, or games won
    hand: Annotated[Ints, cells("i2", SEATS)]  # cards not yet stacked or played, as bits; secret
    points: Annotated[Ints, cells("i1", SEATS)]  # points won in this game, or in the last one
    chosen: Annotated[Ints, cells("i1", SEATS)]  # the card laid for this round; secret
    pile: Annotated[Ints, cells("i1", ROUNDS)]  # the points cards, one for each round; b: secret
    stack: Annotated[Grid, cells("i1", SEATS, KINDS)]  # the stacks, top first; secret


# The rules that explain a move or a card

MOVE_RULES = {
    "stack": ("YOO-1.2a", "YOO-1.4a"),
    "play": ("YOO-A1", "YOO-1.4a", "YOO-NWa", "YOO-1.6a"),
}
CARD_RULES = {"": ("YOO-1.4a",)}

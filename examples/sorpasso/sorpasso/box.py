"""The box of Sorpasso: cards, moves, phases, options, events, refusals, and the state record."""

from typing import Annotated

from mazziere.kernel.chances import CARDS as CARDS_FORM
from mazziere.kernel.game import Catalogue, EventKind, Phase, RefusalKind
from mazziere.kernel.options import Number
from mazziere.kernel.state import I1, I2, I4, Header, Ints, cells

SEATS = 4
KINDS = 16
CARDS = tuple(str(number) for number in range(1, KINDS + 1))
NONE = -1
HIDDEN = -1  # replaces a hand that the viewer does not know

PLAY = 0  # play card k is action k
PASS = KINDS
ACTIONS = (*(f"play {card}" for card in CARDS), "pass")

phase = Catalogue(Phase)
DEAL = phase("deal", "SOR-1", CARDS_FORM)
TURN = phase("turn")

OPTIONS = (Number("hand", ("SOR-1",), 2, 4, 3),)

event = Catalogue(EventKind)
DEALT = event("dealt", "card", rule="SOR-1")
DEALT_UNSEEN = event("dealt_unseen", "number", rule="SOR-1")
PLAYED = event("played", "card", rule="SOR-2")
PASSED = event("passed", rule="SOR-3")
SCORED = event("scored", rule="SOR-4")
WON = event("won", rule="SOR-5")

NO = 0  # no refusal
refusal = Catalogue(RefusalKind, first=1)
IS_OVER = refusal("is_over", "SOR-5")
IS_CHANCE = refusal("is_chance", "SOR-1")
NOT_YOUR_TURN = refusal("not_your_turn", "SOR-2")
NOT_HELD = refusal("not_held", "SOR-2")
TOO_LOW = refusal("too_low", "SOR-2")
MUST_LEAD = refusal("must_lead", "SOR-3")


class State(Header):
    """A match of Sorpasso."""

    hand: I1  # option: cards dealt to each seat

    turn: I1  # the seat on turn
    top: I1  # the card on the road, NONE if it is free
    owner: I1  # the seat that played it
    winners: I2  # when the match is over, as bits
    gone: I4  # cards that were played, as bits
    points: Annotated[Ints, cells("i1", SEATS)]
    size: Annotated[Ints, cells("i1", SEATS)]  # cards in each hand
    held: Annotated[Ints, cells("i4", SEATS)]  # the hands, as bits; secret

"""What a seat sees of DIECI."""

from mazziere.games.dieci.box import ANSWER
from mazziere.kernel.engine import members
from mazziere.kernel.picture import BasePicture, Card, Glance


class Picture(BasePicture, frozen=True):
    """The table of DIECI."""

    dealer: int
    turn: int  # the seat on turn; while an offer is answered, the seat that made it
    asked: int | None  # the seat that has to answer
    jumped: bool  # whether the offer has jumped over a rabbit
    in_round: tuple[int, ...]  # the seats that play this round
    tokens: tuple[int, ...]  # by seat
    cards: tuple[Card, ...]  # by seat
    chain: tuple[tuple[int, int], ...]  # the swaps of the running chain: giver and taker
    aside: tuple[Card, ...]  # cards that were set aside in this round
    deck: int  # cards left


def picture(glance: Glance) -> Picture:
    """Return the picture of the seat that glances."""
    links = glance.number("links")
    answering = glance.phase == ANSWER
    return Picture(
        *glance.base(),
        dealer=glance.number("dealer"),
        turn=glance.number("turn"),
        asked=glance.number("asked") if answering else None,
        jumped=glance.flag("jumped") and answering,
        in_round=tuple(members(glance.number("in_round"))),
        tokens=tuple(glance.seats("purse")),
        cards=tuple(map(glance.card, glance.seats("card"))),
        chain=tuple(zip(glance.row("giver")[:links], glance.row("taker")[:links], strict=True)),
        aside=tuple(map(glance.card, glance.row("aside")[: glance.number("asides")])),
        deck=glance.number("rest"),
    )

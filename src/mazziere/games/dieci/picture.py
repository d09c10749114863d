"""The picture of DIECI: the table as one seat sees it."""

from mazziere.games.dieci.box import ANSWER
from mazziere.kernel.engine import members
from mazziere.kernel.picture import BasePicture, Card, VisibleState


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


def picture(visible: VisibleState) -> Picture:
    """Return the picture that a seat sees."""
    links = visible.number("links")
    answering = visible.phase == ANSWER
    return Picture(
        *visible.base(),
        dealer=visible.number("dealer"),
        turn=visible.number("turn"),
        asked=visible.number("asked") if answering else None,
        jumped=visible.flag("jumped") and answering,
        in_round=tuple(members(visible.number("in_round"))),
        tokens=tuple(visible.seats("purse")),
        cards=tuple(map(visible.card, visible.seats("card"))),
        chain=tuple(zip(visible.row("giver")[:links], visible.row("taker")[:links], strict=True)),
        aside=tuple(map(visible.card, visible.row("aside")[: visible.number("asides")])),
        deck=visible.number("rest"),
    )

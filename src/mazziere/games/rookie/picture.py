"""The picture of ROOKIE: the table as one seat sees it."""

import msgspec

from mazziere.games.rookie.box import PLACES, PROVISIONAL
from mazziere.kernel.picture import BasePicture, Card, VisibleState


class Pile(msgspec.Struct, frozen=True):
    """A pile on the table."""

    height: int  # its number of cards, 0 in a gap
    open: Card  # the top card if it lies face up


class Provisional(msgspec.Struct, frozen=True):
    """A provisional pile of a seat."""

    top: Card
    cards: dict[str, int]  # the number of its cards by kind


class Picture(BasePicture, frozen=True):
    """The table of ROOKIE."""

    turn: int  # the seat on turn
    actor: int  # the seat that must act: the one on turn, or its partner
    found: Card  # the kind of the last pair until the turn goes on
    piles: tuple[Pile, ...]  # the nine places
    laid: tuple[tuple[Provisional, ...], ...]  # three provisional piles by seat
    in_hand: tuple[str, ...]  # the cards that the actor has to lay
    may_give: bool  # whether they may be laid on the partner's piles


def picture(visible: VisibleState) -> Picture:
    """Return the picture that a seat sees."""
    return Picture(
        *visible.base(),
        turn=visible.number("turn"),
        actor=visible.number("actor"),
        found=visible.card(visible.number("found")),
        piles=_piles(visible),
        laid=_laid(visible),
        in_hand=tuple(
            visible.game.cards[kind] for kind, n in enumerate(visible.row("hand")) for _ in range(n)
        ),
        may_give=visible.flag("may_give"),
    )


def _piles(visible: VisibleState) -> tuple[Pile, ...]:
    height, table, is_open = visible.row("height"), visible.row("table"), visible.number("open")
    return tuple(
        Pile(
            height[place],
            visible.card(table[place][height[place] - 1]) if is_open >> place & 1 else None,
        )
        for place in range(PLACES)
    )


def _laid(visible: VisibleState) -> tuple[tuple[Provisional, ...], ...]:
    top, laid, cards = visible.row("top"), visible.row("laid"), visible.game.cards
    return tuple(
        tuple(
            Provisional(
                visible.card(top[pile]), {cards[kind]: n for kind, n in enumerate(laid[pile]) if n}
            )
            for pile in range(PROVISIONAL * seat, PROVISIONAL * (seat + 1))
        )
        for seat in range(visible.players)
    )

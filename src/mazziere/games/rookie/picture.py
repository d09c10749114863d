"""What a seat sees of ROOKIE."""

import msgspec

from mazziere.games.rookie.box import PLACES, PROVISIONAL
from mazziere.kernel.picture import BasePicture, Card, Glance


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


def picture(glance: Glance) -> Picture:
    """Return the picture of the seat that glances."""
    return Picture(
        *glance.base(),
        turn=glance.number("turn"),
        actor=glance.number("actor"),
        found=glance.card(glance.number("found")),
        piles=_piles(glance),
        laid=_laid(glance),
        in_hand=tuple(
            glance.game.cards[kind] for kind, n in enumerate(glance.row("hand")) for _ in range(n)
        ),
        may_give=glance.flag("may_give"),
    )


def _piles(glance: Glance) -> tuple[Pile, ...]:
    height, table, is_open = glance.row("height"), glance.row("table"), glance.number("open")
    return tuple(
        Pile(
            height[place],
            glance.card(table[place][height[place] - 1]) if is_open >> place & 1 else None,
        )
        for place in range(PLACES)
    )


def _laid(glance: Glance) -> tuple[tuple[Provisional, ...], ...]:
    top, laid, cards = glance.row("top"), glance.row("laid"), glance.game.cards
    return tuple(
        tuple(
            Provisional(
                glance.card(top[pile]), {cards[kind]: n for kind, n in enumerate(laid[pile]) if n}
            )
            for pile in range(PROVISIONAL * seat, PROVISIONAL * (seat + 1))
        )
        for seat in range(glance.players)
    )

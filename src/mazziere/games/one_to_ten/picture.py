"""What a seat sees of "from 1 to 10"."""

from mazziere.kernel.picture import BasePicture, Card, Glance


class Picture(BasePicture, frozen=True):
    """The table of "from 1 to 10"."""

    turn: int  # the seat on turn
    rows: tuple[tuple[Card, ...], ...]  # by seat, place 1 first
    found: tuple[int, ...]  # by seat, the number of cards found
    ending: bool  # whether a seat has found all ten


def picture(glance: Glance) -> Picture:
    """Return the picture of the seat that glances."""
    return Picture(
        *glance.base(),
        turn=glance.number("turn"),
        rows=tuple(tuple(map(glance.card, row)) for row in glance.seats("row")),
        found=tuple(glance.seats("found")),
        ending=glance.flag("ending"),
    )

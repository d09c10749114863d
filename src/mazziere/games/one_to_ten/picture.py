"""The picture of "from 1 to 10": the table as one seat sees it."""

from mazziere.kernel.picture import BasePicture, Card, VisibleState


class Picture(BasePicture, frozen=True):
    """The table of "from 1 to 10"."""

    turn: int  # the seat on turn
    rows: tuple[tuple[Card, ...], ...]  # by seat, place 1 first
    found: tuple[int, ...]  # by seat, the number of cards found
    ending: bool  # whether a seat has found all ten


def picture(visible: VisibleState) -> Picture:
    """Return the picture that a seat sees."""
    return Picture(
        *visible.base(),
        turn=visible.number("turn"),
        rows=tuple(tuple(map(visible.card, row)) for row in visible.seats("row")),
        found=tuple(visible.seats("found")),
        ending=visible.flag("ending"),
    )

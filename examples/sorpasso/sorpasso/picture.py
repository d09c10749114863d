"""The picture of Sorpasso: the table as one seat sees it."""

from mazziere.kernel.picture import BasePicture, Card, Glance


class Picture(BasePicture, frozen=True):
    """The table of Sorpasso."""

    turn: int
    road: Card  # the card to overtake
    sizes: tuple[int, ...]  # cards in each hand
    hand: tuple[str, ...]  # the viewer's own


def picture(glance: Glance) -> Picture:
    """Return the picture for the seat of a glance."""
    own = glance.row("held")[glance.seat] if glance.is_seated else 0
    return Picture(
        *glance.base(),
        turn=glance.number("turn"),
        road=glance.card(glance.number("top")),
        sizes=tuple(glance.seats("size")),
        hand=glance.cards(own),
    )

"""The picture of Sorpasso: the table as one seat sees it."""

from mazziere.kernel.picture import BasePicture, Card, VisibleState


class Picture(BasePicture, frozen=True):
    """The table of Sorpasso."""

    turn: int
    road: Card  # the card to overtake
    sizes: tuple[int, ...]  # cards in each hand
    hand: tuple[str, ...]  # the viewer's own


def picture(visible: VisibleState) -> Picture:
    """Return the picture that a seat sees."""
    own = visible.row("held")[visible.seat] if visible.is_seated else 0
    return Picture(
        *visible.base(),
        turn=visible.number("turn"),
        road=visible.card(visible.number("top")),
        sizes=tuple(visible.seats("size")),
        hand=visible.cards(own),
    )

"""The picture of YOOLOO: the table as one seat sees it."""

from mazziere.kernel.engine import members
from mazziere.kernel.picture import BasePicture, Card, VisibleState


class Picture(BasePicture, frozen=True):
    """The table of YOOLOO."""

    game: int  # the number of the game in the series, from 1
    round: int  # from 1
    opener: int
    waiting: tuple[int, ...]  # the seats that have still to stack or to choose
    prize: Card  # the points card of the round
    parked: tuple[Card, ...]  # points cards of rounds without a winner
    points: tuple[int | None, ...]  # by seat, of this game; None where they lie face down
    totals: tuple[int, ...]  # by seat, of the games that are over
    hand: tuple[str, ...]  # the seat's own cards
    stack: tuple[Card, ...]  # the seat's own stack, top first
    stacked: tuple[int, ...]  # by seat, the number of cards in the stack
    chosen: tuple[Card, ...]  # by seat, the card laid for this round


def picture(visible: VisibleState) -> Picture:
    """Return the picture that a seat sees."""
    rounds, parked = visible.number("rounds"), visible.number("parked")
    pile = [visible.card(card) for card in visible.row("pile")]
    stacks = visible.seats("stack")
    own = stacks[visible.seat] if visible.is_seated else []
    hand = visible.row("hand")[visible.seat] if visible.is_seated else 0
    return Picture(
        *visible.base(),
        game=visible.number("ended") + 1,
        round=rounds + 1,
        opener=visible.number("opener"),
        waiting=tuple(members(visible.number("waiting"))),
        prize=pile[rounds] if rounds < len(pile) else None,
        parked=tuple(pile[rounds - parked : rounds]),
        points=tuple(points if points >= 0 else None for points in visible.seats("points")),
        totals=tuple(visible.seats("total")),
        hand=visible.cards(hand),
        stack=tuple(visible.card(card) for card in own if card >= 0),
        stacked=tuple(sum(card != -1 for card in stack) for stack in stacks),
        chosen=tuple(map(visible.card, visible.seats("chosen"))),
    )

"""What a seat sees of YOOLOO."""

from mazziere.kernel.engine import members
from mazziere.kernel.picture import BasePicture, Card, Glance


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


def picture(glance: Glance) -> Picture:
    """Return the picture of the seat that glances."""
    rounds, parked = glance.number("rounds"), glance.number("parked")
    pile = [glance.card(card) for card in glance.row("pile")]
    stacks = glance.seats("stack")
    own = stacks[glance.seat] if glance.is_seated else []
    hand = glance.row("hand")[glance.seat] if glance.is_seated else 0
    return Picture(
        *glance.base(),
        game=glance.number("ended") + 1,
        round=rounds + 1,
        opener=glance.number("opener"),
        waiting=tuple(members(glance.number("waiting"))),
        prize=pile[rounds] if rounds < len(pile) else None,
        parked=tuple(pile[rounds - parked : rounds]),
        points=tuple(points if points >= 0 else None for points in glance.seats("points")),
        totals=tuple(glance.seats("total")),
        hand=glance.cards(hand),
        stack=tuple(glance.card(card) for card in own if card >= 0),
        stacked=tuple(sum(card != -1 for card in stack) for stack in stacks),
        chosen=tuple(map(glance.card, glance.seats("chosen"))),
    )

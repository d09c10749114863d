"""The picture of UNO: the table as one seat sees it."""

from mazziere.games.uno.box import ANSWER, COLOURED, SWAPPING, TURN
from mazziere.kernel.engine import members
from mazziere.kernel.picture import BasePicture, Card, VisibleState


class Picture(BasePicture, frozen=True):
    """The table of UNO."""

    turn: int
    dealer: int
    direction: int  # 1 clockwise, -1 anticlockwise
    colour: str | None  # the letter of the colour in play
    top: Card  # the top of the discard pile
    draw_pile: int  # cards in it
    discards: int  # cards in the discard pile
    sizes: tuple[int, ...]  # cards in hand, by seat
    debts: tuple[int, ...]  # the seats that owe a call
    hand: tuple[str, ...]  # the seat's own cards, sorted by number
    drawn: Card  # the card just drawn, for the seat that decides on it
    bluffer: int | None  # the seat whose wild +4 waits for an answer
    stacked: int  # with stacking: the cards that the seat on turn has to draw or pass on
    swapper: int | None  # the seat that chooses with whom it swaps hands
    jump: Card  # the card with which the seat itself may jump in


def picture(visible: VisibleState) -> Picture:
    """Return the picture that a seat sees."""
    colours, cards = visible.game.colours, visible.game.cards
    colour, drawn = visible.number("colour"), visible.number("drawn")
    discards = visible.number("discards")
    sets = visible.row("hand")[visible.seat] if visible.is_seated else [0]
    copies = sorted(card for bits in sets for card in members(bits))
    top = visible.number("top")
    jumps = (
        visible.flag("jump_in") and visible.phase == TURN and visible.seat != visible.number("turn")
    )
    return Picture(
        *visible.base(),
        turn=visible.number("turn"),
        dealer=visible.number("dealer"),
        direction=visible.number("direction"),
        colour=colours[colour] if 0 <= colour < len(colours) else None,
        top=visible.card(top) if discards else None,
        draw_pile=visible.number("rest"),
        discards=discards,
        sizes=tuple(visible.seats("size")),
        debts=tuple(members(visible.number("debt"))),
        hand=tuple(cards[card] for card in copies),
        drawn=cards[drawn] if drawn < len(cards) else None,
        bluffer=_seat(visible.number("bluffer")) if visible.phase == ANSWER else None,
        stacked=visible.number("stacked"),
        swapper=visible.number("turn") if visible.phase == SWAPPING else None,
        jump=cards[top] if jumps and top < COLOURED and top in copies else None,
    )


def _seat(number: int) -> int | None:
    return number if number >= 0 else None

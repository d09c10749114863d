"""The picture of UNO: the table as one seat sees it."""

from mazziere.games.uno.box import ANSWER, COLOURED, SWAPPING, TURN
from mazziere.kernel.engine import members
from mazziere.kernel.picture import BasePicture, Card, Glance


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


def picture(glance: Glance) -> Picture:
    """Return the picture of the seat that glances."""
    colours, cards = glance.game.colours, glance.game.cards
    colour, drawn = glance.number("colour"), glance.number("drawn")
    discards = glance.number("discards")
    sets = glance.row("hand")[glance.seat] if glance.is_seated else [0]
    copies = sorted(card for bits in sets for card in members(bits))
    top = glance.number("top")
    jumps = glance.flag("jump_in") and glance.phase == TURN and glance.seat != glance.number("turn")
    return Picture(
        *glance.base(),
        turn=glance.number("turn"),
        dealer=glance.number("dealer"),
        direction=glance.number("direction"),
        colour=colours[colour] if 0 <= colour < len(colours) else None,
        top=glance.card(top) if discards else None,
        draw_pile=glance.number("rest"),
        discards=discards,
        sizes=tuple(glance.seats("size")),
        debts=tuple(members(glance.number("debt"))),
        hand=tuple(cards[card] for card in copies),
        drawn=cards[drawn] if drawn < len(cards) else None,
        bluffer=_seat(glance.number("bluffer")) if glance.phase == ANSWER else None,
        stacked=glance.number("stacked"),
        swapper=glance.number("turn") if glance.phase == SWAPPING else None,
        jump=cards[top] if jumps and top < COLOURED and top in copies else None,
    )


def _seat(number: int) -> int | None:
    return number if number >= 0 else None

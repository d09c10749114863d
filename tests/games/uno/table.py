"""Tables for the tests of both UNO boxes: packs in a chosen order, and positions written down.

Cards are written as in a record, several with blanks between: "r5 b9 wild+4".
"""

from collections import Counter
from typing import Any

from mazziere.games.uno.box import TURN, UNKNOWN
from mazziere.kernel.engine import members
from mazziere.kernel.events import Event
from mazziere.kernel.state import States
from tests.rules.table import Table

BOTH = ("uno", "uno_h2o")
COLOURS = "rygb"
WILDS = ("wild", "wild+4", "shuffle", "custom1", "custom2", "custom3")


def pack(box: str, left_out: str = "") -> list[str]:
    """The cards of a box by the booklets (UNO-0a, H2O-0a), some customizable ones left out."""
    cards = [colour + "0" for colour in COLOURS]
    for colour in COLOURS:
        for kind in [*"123456789", "skip", "rev", "+2"]:
            cards += [colour + kind] * 2
    cards += ["wild"] * 4 + ["wild+4"] * 4
    if box == "uno":
        cards += ["shuffle", "custom1", "custom2", "custom3"]
    return [card for card in cards if card not in left_out.split()]


def without(cards: list[str], taken: list[str]) -> list[str]:
    """Return the cards that are left when some are taken; an error if they are not there."""
    left = list(cards)
    for card in taken:
        left.remove(card)
    return left


def listed(plays: str, *others: str, uno: bool = False) -> list[str]:
    """All moves that play these cards, wilds with each colour, and other moves; sorted as text."""
    moves = []
    for card in plays.split():
        moves += [f"play {card} {c}" for c in COLOURS] if card in WILDS else [f"play {card}"]
    if uno:
        moves += [f"{move} uno" for move in moves]
    return sorted([*moves, *others])


class UnoTable(Table):
    """A table with one of the UNO boxes."""

    def __init__(self, box: str, players: int, **options: Any) -> None:
        super().__init__(box, players, **options)
        self.box = box
        self.players = players
        custom = options.get("custom", [])
        self.pack = pack(
            box, " ".join(f"custom{i + 1}" for i, e in enumerate(custom) if e == "none")
        )

    # Beginning

    def choose_dealer(self, dealer: int) -> "UnoTable":
        """Let chance name the dealer; with draws, by a 9 against symbols."""
        if self.box == "uno":
            self.chance("dealer", seat=dealer)
        else:
            symbols = iter(card for card in self.pack if not card[1:].isdigit())
            draws = {str(seat): next(symbols) for seat in range(self.players)}
            self.chance("dealer", seat=dealer, draws=[{**draws, str(dealer): "r9"}])
        return self

    def deal(self, dealer: int, hands: dict[int, str], then: str = "") -> "UnoTable":
        """Deal these cards to these seats, others to the rest; then come these, then the others."""
        chosen = {seat: cards.split() for seat, cards in hands.items()}
        rest = without(self.pack, " ".join([*hands.values(), then]).split())
        for seat in range(self.players):
            more = 7 - len(chosen.setdefault(seat, []))
            chosen[seat] += rest[:more]
            del rest[:more]
        order = [(dealer + 1 + i) % self.players for i in range(self.players)]
        cards = [chosen[seat][number] for number in range(7) for seat in order]
        self.chance("deck", cards=[*cards, *then.split(), *rest])
        return self

    # Reading

    def awaits(self) -> str | None:
        """Return the chance step that is due. A method, because mypy would narrow a property."""
        return self.match.due

    def read(self, field: str) -> int:
        """Return a number of the record."""
        return int(self.states[field][0])

    @property
    def turn(self) -> int:
        """The seat on turn, out of chance."""
        assert self.awaits() is None
        return self.read("turn")

    @property
    def colour(self) -> str:
        """The colour in play."""
        return COLOURS[self.read("colour")]

    def text(self, card: int) -> str:
        """Return the text of a card, `?` if it is not known."""
        return "?" if card == UNKNOWN else self.match.game.cards[card]

    def hand(self, seat: int) -> list[str]:
        """Return a hand, sorted as text."""
        return held(self, self.states, seat)

    def seen(self, seat: int) -> States:
        """Return the view of a seat, as a separate state."""
        return self.match.engine.view(self.states, 0, seat)

    def known(self, viewer: int, owner: int) -> list[str]:
        """Return the cards that a seat knows to be in a hand."""
        return held(self, self.seen(viewer), owner)

    def pool(self, viewer: int) -> list[str]:
        """Return the cards that a seat knows to be in the other hands, but not in which."""
        return held(self, self.seen(viewer), viewer, "pool")

    @property
    def sizes(self) -> list[int]:
        """The numbers of cards in the hands."""
        sizes: list[int] = self.states["size"][0][: self.players].tolist()
        return sizes

    @property
    def pile(self) -> list[str]:
        """The draw pile, top first."""
        return [self.text(card) for card in self.states["pile"][0][: self.read("rest")]][::-1]

    @property
    def discards(self) -> list[str]:
        """The discard pile, bottom first."""
        return [self.text(card) for card in self.states["discard"][0][: self.read("discards")]]

    def options(self, seat: int) -> list[str]:
        """Return a seat's moves, sorted as text; none if it may not act."""
        return self.match.legal().get(seat, [])

    def due_cards(self) -> Counter[str]:
        """Return the cards that the chance step which is due has to order."""
        (group,) = self.match.engine.chance(self.states, 0)
        return Counter(self.text(card) for card in group)

    def heard(self, by: int, *kinds: str) -> list[str]:
        """Return the last step's events for a seat, of some kinds or all: `drew 0 r5`."""
        told = [self.in_words(event) for event in self.last if event.audience >> by & 1]
        return [line for line in told if not kinds or line.split()[0] in kinds]

    def in_words(self, event: Event) -> str:
        """Return an event as a line: its kind, its seat, its numbers in texts."""
        kind = self.match.game.events[event.kind]
        parts = [kind.name, str(event.seat)]
        for what, value in ((kind.a, event.a), (kind.b, event.b)):
            if what == "card":
                parts.append(self.text(value))
            elif what == "colour":
                parts.append(COLOURS[value])
            elif what:
                parts.append(str(value))
            else:
                assert value == 0
        return " ".join(parts)


def place(
    box: str,
    *hands: str,
    top: str = "r7",
    colour: str = "",
    turn: int = 0,
    direction: int = 1,
    dealer: int | None = None,
    pile: str = "",
    under: str = "",
    spare: str | int = "pile",
    points: tuple[int, ...] = (),
    **options: Any,
) -> UnoTable:
    """A position: a hand for each seat, the top discard, the draw pile (top first), what is under.

    All other cards of the pack go to the bottom of the draw pile, or where `spare` says: `under`
    the discard pile, or into the hand of a seat.
    """
    table = UnoTable(box, len(hands), **options)
    table.choose_dealer(len(hands) - 1 if dealer is None else dealer)
    held = [cards.split() for cards in hands]
    drawn, below = pile.split(), under.split()
    rest = without(table.pack, " ".join([top, pile, under, *hands]).split())
    if spare == "pile":
        drawn += rest
    elif spare == "under":
        below = rest + below
    else:
        held[int(spare)] += rest
    numbers = table.match.game.card_numbers
    record = table.states[0]
    for seat, cards in enumerate(held):
        record["size"][seat] = len(cards)
        for card, copies in Counter(cards).items():
            for level in range(copies):
                record["hand"][seat, level] |= 1 << numbers[card]
    record["rest"] = len(drawn)
    record["pile"][: len(drawn)] = [numbers[card] for card in reversed(drawn)]
    record["discards"] = len(below) + 1
    record["discard"][: len(below) + 1] = [numbers[card] for card in [*below, top]]
    record["top"] = numbers[top]
    record["colour"] = COLOURS.index(colour or top[0])
    record["turn"] = turn
    record["direction"] = direction
    record["phase"] = TURN
    record["points"][: len(points)] = points
    return table


# Hands in records of any kind: states, views, worlds


def held(table: UnoTable, states: States, seat: int, field: str = "hand") -> list[str]:
    """Return the cards of a hand in a record, or the cards known to be in the other hands."""
    sets = [members(int(bits)) for bits in states[field][0, seat]]
    return sorted(table.text(card) for level in sets for card in level)


def everything(table: UnoTable, states: States) -> list[str]:
    """Return all cards of a record, wherever they are, sorted as text."""
    cards = [card for seat in range(table.players) for card in held(table, states, seat)]
    for field, count in (("pile", "rest"), ("discard", "discards")):
        cards += [table.text(card) for card in states[field][0, : int(states[count][0])]]
    return sorted(cards)

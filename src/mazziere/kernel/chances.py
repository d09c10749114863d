"""Chance steps: how a record writes them, and the orders that the engine takes.

A chance node asks for orders of groups of numbers (cards or seats). A record holds one JSON object
with texts. A `Form` converts between the two. `SEAT`, `CARDS` and `ROWS` are the common forms; a
game with another way to deal declares its own. A `StepForm` may resolve several nodes in one step.
"""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from mazziere.kernel.events import Event
from mazziere.kernel.game import Game

Orders = list[list[int]]
Step = dict[str, Any]
Order = Callable[[list[int]], Sequence[int]]
"""A function that puts a group of cards or seats into an order."""


class BadChance(ValueError):
    """An impossible chance step; the text is the reason."""

    rule: str | None = None  # the rule behind the chance node, where there is one


class ChanceNode(Protocol):
    """The chance node of a match, as a form sees it."""

    @property
    def game(self) -> Game:
        """The game of the match."""

    @property
    def is_due(self) -> bool:
        """Whether the match still waits at this node."""

    def groups(self) -> Orders:
        """List the groups to be ordered."""

    def resolve(self, orders: Sequence[Sequence[int]]) -> list[Event]:
        """Apply an order of each group."""

    def number(self, name: str) -> int:
        """Read a field of the state."""


class StepForm(ABC):
    """A way to write a chance step, which may resolve several nodes of one phase."""

    fields: tuple[str, ...]

    @property
    def shape(self) -> str:
        """The field that holds the order."""
        return self.fields[-1]

    by_lot = False  # whether a host cannot give the step: it is always drawn

    @abstractmethod
    def deal(self, node: ChanceNode, order: Order) -> tuple[Step, list[Event]]:
        """Resolve a node with `order`; return the fields of its step and the events."""

    @abstractmethod
    def take(self, node: ChanceNode, step: Mapping[str, Any]) -> list[Event]:
        """Resolve a node with the orders in a step; BadChance if they are impossible."""


class Form(StepForm):
    """A way to write the orders of one chance node as the fields of a step."""

    @abstractmethod
    def write(self, game: Game, orders: Sequence[Sequence[int]]) -> Step:
        """Return the fields of the step."""

    @abstractmethod
    def read(self, game: Game, step: Mapping[str, Any], groups: Orders) -> Orders:
        """Return the orders in a step; BadChance if they are impossible."""

    def deal(self, node: ChanceNode, order: Order) -> tuple[Step, list[Event]]:
        orders = [order(group) for group in node.groups()]
        return self.write(node.game, orders), node.resolve(orders)

    def take(self, node: ChanceNode, step: Mapping[str, Any]) -> list[Event]:
        return node.resolve(self.read(node.game, step, node.groups()))


class SeatForm(Form):
    """One group, the seats; the first is chosen."""

    fields = ("seat",)

    def write(self, game: Game, orders: Sequence[Sequence[int]]) -> Step:
        return {"seat": orders[0][0]}

    def read(self, game: Game, step: Mapping[str, Any], groups: Orders) -> Orders:
        value, seats = required(step, "seat"), groups[0]
        if not is_whole(value):
            raise BadChance(f'"seat" is {short_text(value)}, not a whole number')
        if value not in seats:
            raise BadChance(
                f'"seat" is {short_text(value)}, not one of {", ".join(map(str, seats))}'
            )
        return [[value, *(seat for seat in seats if seat != value)]]


class CardsForm(Form):
    """One group of cards."""

    fields = ("cards",)

    def write(self, game: Game, orders: Sequence[Sequence[int]]) -> Step:
        return {"cards": [game.cards[card] for card in orders[0]]}

    def read(self, game: Game, step: Mapping[str, Any], groups: Orders) -> Orders:
        return [read_cards(game, required(step, "cards"), groups[0], '"cards"')]


class RowsForm(Form):
    """A group of cards for each seat."""

    fields = ("rows",)

    def write(self, game: Game, orders: Sequence[Sequence[int]]) -> Step:
        return {"rows": [[game.cards[card] for card in order] for order in orders]}

    def read(self, game: Game, step: Mapping[str, Any], groups: Orders) -> Orders:
        rows = read_list(required(step, "rows"), len(groups), '"rows"', "rows")
        return [
            read_cards(game, row, group, f"row {seat}")
            for seat, (row, group) in enumerate(zip(rows, groups))
        ]


SEAT, CARDS, ROWS = SeatForm(), CardsForm(), RowsForm()


# Reading a step


def is_whole(value: object) -> bool:
    """Tell whether a JSON value is a whole number; true and 1.0 are not."""
    return isinstance(value, int) and not isinstance(value, bool)


def short_text(value: object) -> str:
    """Show a JSON value in one short line of ASCII."""
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return "a list"
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, int) and abs(value) >= 10**30:
        return "a huge number"
    if isinstance(value, str):
        inner = ascii(value[:41])[1:-1]
        return f'"{inner}"' if len(inner) <= 40 else f'"{inner[:37]}..."'
    return ascii(value)[:40]


def required(step: Mapping[str, Any], name: str) -> Any:
    """Return a field of a step; BadChance if it is missing."""
    if name not in step:
        raise BadChance(f'"{name}" is missing')
    return step[name]


def read_list(value: object, count: int, where: str, things: str) -> list[Any]:
    """Check that a JSON value is a list of `count` things."""
    if not isinstance(value, list):
        raise BadChance(f"{where} is {short_text(value)}, not a list")
    if len(value) != count:
        raise BadChance(f"{where} has {len(value)} {things}, not {count}")
    return value


def read_card(game: Game, text: object, where: str) -> int:
    """Return the number of a card from its text."""
    if not isinstance(text, str):
        raise BadChance(f"{where}: {short_text(text)} is not a card's text")
    if text not in game.card_numbers:
        raise BadChance(f"{where}: {short_text(text)} is not a card of {game.id}")
    return game.card_numbers[text]


def read_cards(game: Game, value: object, group: Sequence[int], where: str) -> list[int]:
    """Return the numbers of a list of cards that must be an order of `group`."""
    texts = read_list(value, len(group), where, "cards")
    cards = [read_card(game, text, f"{where}, card {place}") for place, text in enumerate(texts)]
    check_same_cards(game, cards, group, where)
    return cards


def check_same_cards(game: Game, cards: Sequence[int], group: Sequence[int], where: str) -> None:
    """Check that `cards` is an order of `group`; name the surplus and the missing cards."""
    more = Counter(cards) - Counter(group)
    less = Counter(group) - Counter(cards)
    if more or less:
        faults = [_counted(game, more, "too many"), _counted(game, less, "missing")]
        wrong = ", ".join(fault for fault in faults if fault)
        raise BadChance(f"{where}: not the cards to be ordered: {wrong}")


def _counted(game: Game, cards: "Counter[int]", what: str) -> str:
    parts = [f"{count} × {game.cards[card]}" for card, count in sorted(cards.items())]
    if len(parts) > 4:
        parts[4:] = ["…"]
    return f"{what} {' '.join(parts)}" if parts else ""

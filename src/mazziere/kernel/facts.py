"""Views from known facts, for positions that come from elsewhere.

    view = view_of(find("uno"), 2, 0, {"hand": ["r5", "wild"], "top": "r7", "sizes": [2, 6]})

A game declares in its part `facts` which facts there are, and a function that puts them into an
empty view. A fact that is not given has a default. Facts that contradict each other or the rules
are BadFacts.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from mazziere.kernel.engine import engine
from mazziere.kernel.jit import Mode
from mazziere.kernel.state import Plain, States

if TYPE_CHECKING:
    from mazziere.kernel.game import Game


class BadFacts(ValueError):
    """Facts that are unknown, malformed or contradict each other."""


class Fact(NamedTuple):
    """One fact: its name and its meaning."""

    name: str
    text: str
    required: bool = False


class FactsPart(Protocol):
    """The part `facts` of a game's folder."""

    FACTS: tuple[Fact, ...]
    UNSAID: frozenset[str]  # fields of the state that no fact determines

    def put(self, view: Any, seat: int, facts: "Facts", /) -> None:
        """Write the facts into a view of a match that has not begun."""

    def facts_of(self, view: Any, seat: int, /) -> dict[str, Any]:
        """Return the facts of a view."""


class Facts:
    """Facts by name, read with checks."""

    def __init__(self, game: "Game", players: int, given: Mapping[str, Any]) -> None:
        self.game, self.players, self._given = game, players, given

    def __contains__(self, name: str) -> bool:
        return self._given.get(name) is not None

    def refuse(self, name: str, why: str) -> BadFacts:
        """Return the error about a fact."""
        return BadFacts(f"{self.game.id}: {name}: {why}")

    def number(self, name: str, default: int, low: int, high: int) -> int:
        """Read a whole number."""
        return self._whole(name, self._given.get(name, default), low, high)

    def seat(self, name: str, default: int) -> int:
        """Read a seat."""
        return self.number(name, default, 0, self.players - 1)

    def seats(self, name: str) -> list[int]:
        """Read a list of seats, empty by default."""
        return self.members(name, 0, self.players - 1)

    def each(self, name: str, default: Sequence[int], low: int, high: int) -> list[int]:
        """Read a number of each seat."""
        values = [self._whole(name, value, low, high) for value in self._list(name, default)]
        if len(values) != self.players:
            raise self.refuse(name, f"{len(values)} numbers for {self.players} seats")
        return values

    def choice(self, name: str, allowed: Sequence[str], default: str) -> int:
        """Read one of some words; return its index."""
        value = self._given.get(name, default)
        if value not in allowed:
            raise self.refuse(name, f"{_short(value)} is not one of {', '.join(allowed)}")
        return list(allowed).index(value)

    def card(self, name: str) -> int:
        """Read a card; return its number."""
        return self._card(name, self._given.get(name))

    def cards(self, name: str) -> list[int]:
        """Read a list of cards, empty by default."""
        return [self._card(name, card) for card in self._list(name, default=())]

    def cards_or(self, name: str, hidden: int) -> list[int]:
        """Read a list of cards in which None stands for a hidden one."""
        cards = self._list(name, default=())
        return [hidden if card is None else self._card(name, card) for card in cards]

    def card_lists(self, name: str, count: int, hidden: int | None = None) -> list[list[int]]:
        """Read `count` lists of cards, empty by default; None may stand for a hidden card."""
        lists = self._list(name, default=[[]] * count)
        if len(lists) != count:
            raise self.refuse(name, f"{len(lists)} lists instead of {count}")
        for cards in lists:
            if not isinstance(cards, list | tuple):
                raise self.refuse(name, f"{_short(cards)} is not a list of cards")
        return [
            [
                hidden if card is None and hidden is not None else self._card(name, card)
                for card in cards
            ]
            for cards in lists
        ]

    def words(self, name: str, allowed: Sequence[str]) -> list[str]:
        """Read a list of words, empty by default."""
        found = list(self._list(name, default=()))
        for word in found:
            if word not in allowed:
                raise self.refuse(name, f"{_short(word)} is not one of {', '.join(allowed)}")
        return found

    def by_seat(self, name: str) -> dict[int, int]:
        """Read cards by seat, none by default."""
        return self.by_number(name, "seats", 0, self.players - 1)

    def by_number(self, name: str, things: str, low: int, high: int) -> dict[int, int]:
        """Read cards by the numbers of some things, none by default."""
        value = self._given.get(name, {})
        if not isinstance(value, Mapping):
            raise self.refuse(name, f"{_short(value)} is not a mapping of {things} to cards")
        return {
            self._whole(name, number, low, high): self._card(name, card)
            for number, card in value.items()
        }

    def counts(self, name: str, high: int) -> dict[int, int]:
        """Read a number for each of some cards, none by default."""
        value = self._given.get(name, {})
        if not isinstance(value, Mapping):
            raise self.refuse(name, f"{_short(value)} is not a mapping of cards to numbers")
        return {
            self._card(name, card): self._whole(name, number, 0, high)
            for card, number in value.items()
        }

    def numbers(self, name: str, count: int, low: int, high: int) -> list[int]:
        """Read a list of `count` numbers."""
        values = [self._whole(name, value, low, high) for value in self._list(name, ())]
        if len(values) != count:
            raise self.refuse(name, f"{len(values)} numbers instead of {count}")
        return values

    def members(self, name: str, low: int, high: int) -> list[int]:
        """Read a list of any length of numbers, empty by default."""
        return [self._whole(name, value, low, high) for value in self._list(name, default=())]

    def _card(self, name: str, text: Any) -> int:
        number = self.game.card_numbers.get(text) if isinstance(text, str) else None
        if number is None:
            why = "is missing" if text is None else f"{_short(text)} is not a card"
            raise self.refuse(name, why)
        return number

    def _list(self, name: str, default: Sequence[Any]) -> Sequence[Any]:
        value = self._given.get(name, default)
        if not isinstance(value, list | tuple):
            raise self.refuse(name, f"{_short(value)} is not a list")
        return value

    def _whole(self, name: str, value: Any, low: int, high: int) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise self.refuse(name, f"{_short(value)} is not a whole number from {low} to {high}")
        return value


def _short(value: Any) -> str:
    return repr(value)[:40]


def facts_part(game: "Game") -> FactsPart:
    """Return the part `facts` of a game; BadFacts if it has none."""
    part: FactsPart | None = game.part("facts")
    if part is None:
        raise BadFacts(f"{game.id} builds no views from facts")
    return part


def view_of(
    game: "Game",
    players: int,
    seat: int,
    facts: Mapping[str, Any],
    options: Mapping[str, Any] | None = None,
    mode: Mode = "plain",
) -> States:
    """Return the view of a seat in which the facts hold; BadFacts names what is wrong."""
    part = facts_part(game)
    names = [fact.name for fact in part.FACTS]
    for name in facts:
        if name not in names:
            raise BadFacts(f"{game.id} has no fact {_short(name)}; it has {', '.join(names)}")
    for fact in part.FACTS:
        if fact.required and facts.get(fact.name) is None:
            raise BadFacts(f"{game.id}: {fact.name} is missing: {fact.text}")
    rules = engine(game, mode)
    view = rules.new(players, options or {})
    if not 0 <= seat < players:
        raise BadFacts(f"{game.id}: seat {_short(seat)} is not from 0 to {players - 1}")
    part.put(Plain(view)[0], seat, Facts(game, players, facts))
    return rules.view(view, 0, seat)


def facts_of(game: "Game", view: States, seat: int) -> dict[str, Any]:
    """Return the facts of a view, from which `view_of` builds it again."""
    return facts_part(game).facts_of(Plain(view)[0], seat)

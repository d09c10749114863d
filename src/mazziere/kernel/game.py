"""The Game type: everything the world knows about a game, in one value."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal, NamedTuple

import numpy as np

from mazziere.kernel.options import BadOption, Option
from mazziere.kernel.state import dtype_of, fields_of

OVER = -1
"""The phase of a finished match, in every game."""

MAX_CARDS = 320
"""Room for the cards of one chance node, or of a completion."""
MAX_GROUPS = 16
"""Room for its groups."""


class Chance(NamedTuple):
    """A kind of chance node: its name in a record, and how the order is written there.

    - `seat`: one group, the seats; the first is chosen.
    - `cards`: one group.
    - `rows`: a group per seat.
    - `piles`: a group of the nine places (the first ones get a card more), then the cards.
    - `draws`: one group, a full pack, of which the tied seats draw the first cards.
    """

    name: str
    shape: Literal["seat", "cards", "rows", "piles", "draws"]
    rule: str  # the rule that asks for it


class EventKind(NamedTuple):
    """A kind of event: its name, and what its two numbers are: card, seat, number, colour."""

    name: str
    a: str = ""
    b: str = ""
    rule: str = ""  # that it comes from, if it is always the same one


class Refusal(NamedTuple):
    """A reason for which a move is refused, and the rule behind it."""

    name: str
    rule: str


@dataclass(frozen=True, eq=False)
class Game:
    """One game: its declarations and its rules.

    | function | says |
    |---|---|
    | `start(s)` | lays out a fresh match; ends at the first chance node |
    | `chance(s, cards, sizes)` | writes the groups to be ordered; returns how many, 0 if none |
    | `resolve(s, cards, log)` | takes that order and goes on |
    | `actors(s)` | the seats that may act now, as bits |
    | `legal(s, seat, out)` | writes that seat's actions, ascending; returns how many |
    | `apply(s, seat, action, log)` | carries out an action known to be legal |
    | `score(s, out)` | writes the scores; returns the winners as bits, 0 before the end |
    | `redact(s, seat)` | blanks what the seat cannot know, with perfect memory |
    | `glance(s, seat)` | blanks what the seat does not see now |
    | `complete(s, seat, cards, sizes)` | writes the groups that fill a view into a world |
    | `fill(s, seat, cards)` | takes that order: the view becomes a possible world |
    | `why_not(s, seat, action)` | the refusal, 0 if legal |
    """

    id: str
    title: str
    rules: int  # version of the rules that new matches are played by
    seats: range
    clockwise: bool
    state: type
    options: tuple[Option, ...]
    cards: tuple[str, ...]
    actions: tuple[str, ...]
    chances: Mapping[int, Chance]  # by phase
    events: tuple[EventKind, ...]
    refusals: tuple[Refusal, ...]  # by code, from 1

    start: Callable[..., Any]
    chance: Callable[..., Any]
    resolve: Callable[..., Any]
    actors: Callable[..., Any]
    legal: Callable[..., Any]
    apply: Callable[..., Any]
    score: Callable[..., Any]
    redact: Callable[..., Any]
    glance: Callable[..., Any]
    complete: Callable[..., Any]
    fill: Callable[..., Any]
    why_not: Callable[..., Any]

    # Fields that are options in another box that shares the state, and which box it is
    fixed: Mapping[str, int | tuple[int, ...]] = field(default_factory=dict)
    colours: tuple[str, ...] = ()
    asides: tuple[str, ...] = ()  # first words of moves out of turn, which nobody has to make
    players_for: Callable[[Mapping[str, Any]], tuple[int, ...]] | None = None

    def __post_init__(self) -> None:
        fields = fields_of(self.state)
        for option in self.options:
            assert option.name in fields, f"{self.id}: option {option.name} has no field"

    @cached_property
    def dtype(self) -> np.dtype[Any]:
        """The record of a state."""
        return dtype_of(self.state)

    @cached_property
    def action_numbers(self) -> dict[str, int]:
        """Action texts and their numbers: `parse`, the inverse of `name`."""
        return {text: action for action, text in enumerate(self.actions)}

    @cached_property
    def card_numbers(self) -> dict[str, int]:
        """Card texts and their numbers."""
        return {text: card for card, text in enumerate(self.cards)}

    @cached_property
    def calls(self) -> frozenset[str]:
        """The moves out of turn, which nobody has to make."""
        return frozenset(text for text in self.actions if text.partition(" ")[0] in self.asides)

    def name(self, action: int) -> str:
        """Return the text of an action."""
        return self.actions[action]

    def parse(self, text: str) -> int | None:
        """Return the action that a text names, or None."""
        return self.action_numbers.get(text)

    def refusal(self, code: int) -> Refusal:
        """Return the refusal with a code."""
        return self.refusals[code - 1]

    def full_options(self, chosen: Mapping[str, Any]) -> dict[str, Any]:
        """Return every option with its value; BadOption if a choice is not allowed."""
        known = {option.name: option for option in self.options}
        for name in chosen:
            if name not in known:
                raise BadOption(f"{self.id} has no option {name!r}")
        full = {}
        for name, option in known.items():
            full[name] = chosen.get(name, option.default)
            option.encode(full[name])
        return full

    def allowed_players(self, options: Mapping[str, Any]) -> tuple[int, ...]:
        """Return the numbers of players that the options allow."""
        if self.players_for is not None:
            return self.players_for(options)
        return tuple(self.seats)

    def check_players(self, players: Any, options: Mapping[str, Any]) -> int:
        """Return the number of players; BadOption if the game is not for so many."""
        allowed = self.allowed_players(options)
        whole = isinstance(players, int) and not isinstance(players, bool)
        if not whole or players not in allowed:
            raise BadOption(
                f"{self.id} is for {', '.join(map(str, allowed))} players here, not {players!r}"
            )
        return int(players)

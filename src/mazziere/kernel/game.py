"""The Game type: everything that the other packages know about a game, in one value.

A game lives in a folder of its own, a package with these parts:

| part | what it holds |
|---|---|
| `__init__` | the declaration `GAME` |
| `box` | cards, moves, phases, options, events, refusals and the record of a state |
| `rules` | the functions of the protocol `Rules` |
| `brain` | how bots play it (`bots.brain`) |
| `master` | a player stronger than any search (`bots.seating`) |
| `solve` | solutions for `mazziere solve` (`kernel.solving`) |
| `picture` | what a seat sees, as typed data (`kernel.picture`) |
| `terminal` | how the terminal draws that picture (`drawing.board`) |
| `texts` | rules and words in each language (`kernel.texts`) |
| `lesson.json` | the lesson of the page |
| `observation` | what a seat knows, as numbers (`kernel.observation`) |
| `facts` | how a view is built from known facts (`kernel.facts`) |
| `presets.toml` | named sets of options (`kernel.presets`) |
| `lobby.toml` | the order in which a table decides its options (`kernel.lobby`) |

Only the first three are required.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, ParamSpec, Protocol, TypeVar

from mazziere.kernel.lobby import Lobby, read_lobby
from mazziere.kernel.options import BadOption, Option
from mazziere.kernel.presets import Preset, UnknownPreset, read_presets

if TYPE_CHECKING:
    import numpy as np

    from mazziere.kernel.chances import StepForm
    from mazziere.kernel.state import Grid, Ints

OVER = -1
"""The phase of a finished match, in every game."""

MAX_CARDS = 320
"""Capacity for the cards of one chance node, or of a completion."""
MAX_GROUPS = 16
"""Capacity for its groups."""

P = ParamSpec("P")
T = TypeVar("T")


# Declarations


class Phase(NamedTuple):
    """A phase of a match: its name, and at a chance node the form of its step."""

    name: str
    rule: str = ""  # the rule that asks for the chance step
    form: "StepForm | None" = None  # how a record writes the chance step; None where a seat acts
    chance: str = ""  # the name of the chance step, if it differs from the phase's

    @property
    def step(self) -> str:
        """The name of the chance step in a record."""
        return self.chance or self.name


class EventKind(NamedTuple):
    """A kind of event: its name, and the meaning of its two numbers (card, seat, colour, …)."""

    name: str
    a: str = ""
    b: str = ""
    rule: str = ""  # the rule behind it, where it is always the same one


class RefusalKind(NamedTuple):
    """A reason to refuse a move, and the rule behind it."""

    name: str
    rule: str


class Catalogue(Generic[P, T]):
    """Declarations of one kind, numbered in order.

        event = Catalogue(EventKind)
        DEALT = event("dealt", "card", rule="DIE-SET-3")

    `DEALT` is the event's number, a constant for compiled code; `event.entries` lists them all.
    """

    def __init__(self, kind: Callable[P, T], first: int = 0) -> None:
        self._kind = kind
        self._first = first
        self._entries: list[T] = []

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> int:
        self._entries.append(self._kind(*args, **kwargs))
        return self._first + len(self._entries) - 1

    @property
    def entries(self) -> tuple[T, ...]:
        """Everything that was declared."""
        return tuple(self._entries)


class Named(NamedTuple):
    """The seat that the host may name instead of drawing it by lot."""

    chance: str  # the chance step that it replaces
    field: str = ""  # the state field with the seat of the last match; "": the record's first step


class Race(NamedTuple):
    """The option and the phase in which seats with certain cards may act out of turn."""

    option: str
    phase: str


class Rules(Protocol):
    """The functions of a game, over its state record `s`.

    They are written in the subset of Python that Numba compiles, and marked with `kernel.jit.jit`.
    """

    def start(self, s: Any, /) -> None:
        """Set up a new match; stop at the first chance node."""

    def chance(self, s: Any, cards: "Ints", sizes: "Ints", /) -> int:
        """Write the groups that chance has to order; return their number, 0 if none is due."""

    def resolve(self, s: Any, cards: "Ints", log: "Grid | None", /) -> None:
        """Apply the order of a chance node and continue."""

    def actors(self, s: Any, /) -> int:
        """Return the seats that may act now, as bits."""

    def legal(self, s: Any, seat: int, out: "Ints", /) -> int:
        """Write the seat's actions in ascending order; return their number."""

    def apply(self, s: Any, seat: int, action: int, log: "Grid | None", /) -> None:
        """Carry out a legal action."""

    def score(self, s: Any, out: "Ints", /) -> int:
        """Write the scores; return the winners as bits, 0 before the end."""

    def redact(self, s: Any, seat: int, /) -> None:
        """Blank everything that the seat cannot know, even with perfect memory."""

    def redact_unseen(self, s: Any, seat: int, /) -> None:
        """Blank everything that the seat does not see at this moment."""

    def complete(self, s: Any, seat: int, cards: "Ints", sizes: "Ints", /) -> int:
        """Write the groups of hidden cards of a view; return their number."""

    def fill(self, s: Any, seat: int, cards: "Ints", /) -> None:
        """Put an order of the hidden cards into a view, so that it becomes a possible world."""

    def why_not(self, s: Any, seat: int, action: int, /) -> int:
        """Return the code of the refusal of an action, 0 if it is legal."""


class LazyDeal(Protocol):
    """A function that the rules of a game may have besides those of `Rules`."""

    def needed(self, s: Any, /) -> int:
        """Return how many first cards of the chance node's only group can matter, 0 for all.

        A simulation draws only these. The others may then come in any order.
        """


RULES = tuple(name for name in vars(Rules) if not name.startswith("_"))
"""The names of the functions in `Rules`."""


@dataclass(frozen=True, eq=False)
class Game:
    """One game: its declarations and its rules."""

    package: str  # the folder of the game
    id: str
    title: str
    shelf: int  # its place in listings
    version: int  # the version of the rules for new matches
    seats: range
    clockwise: bool
    state: type
    options: tuple[Option, ...]
    cards: tuple[str, ...]
    actions: tuple[str, ...]
    phases: tuple[Phase, ...]
    events: tuple[EventKind, ...]
    refusals: tuple[RefusalKind, ...]  # by code, from 1
    rules: Rules

    shares: str = ""  # the package of another box that lends its parts
    fixed: Mapping[str, int | tuple[int, ...]] = field(default_factory=dict)
    """Values of state fields that are options only in the other box."""
    colours: tuple[str, ...] = ()
    named: Named | None = None
    batches: tuple[str, ...] = ()
    """Verbs of moves that may arrive several in one message.

    Such moves uncover nothing. Otherwise a message with a revealing move and an illegal one would
    be undone as a whole, and its sender would know the card.
    """
    out_of_turn: tuple[str, ...] = ()  # verbs of moves out of turn, which are always optional
    automatic: tuple[str, ...] = ()
    """Verbs of moves that a client makes by itself, after a pause, for a seat without another move.

    The seat is asked all the same, so that nobody learns that it had no choice.
    """
    race: Race | None = None
    """When seats with certain cards may act out of turn.

    Then every other move waits a moment, even if no seat has such a card. Otherwise the pause
    would show that one has.
    """
    revealing: tuple[str, ...] = ()  # verbs of moves that turn a card face up
    simultaneous: bool = False  # whether all seats choose at the same time
    hides_scores: bool = False  # whether a score below 0 stands for hidden points
    move_order: tuple[str, ...] = ()  # verbs in the order in which moves are listed
    numbered: tuple[str, ...] = ()  # verbs of moves that are chosen by the number in them
    move_rules: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # by verb
    card_rules: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Rules by card; the entry `""` is for the cards that have no entry of their own."""
    players_for: Callable[[Mapping[str, Any]], tuple[int, ...]] | None = None
    sides_for: Callable[[int, Mapping[str, Any]], list[tuple[int, ...]]] | None = None
    """Returns the seats of each side; None: everybody plays alone."""
    why_not_options: Callable[[Mapping[str, Any]], str | None] | None = None
    """Returns the reason why option values contradict each other; None if they do not."""

    def __post_init__(self) -> None:
        from mazziere.kernel.state import fields_of

        fields = fields_of(self.state)
        for option in self.options:
            assert option.name in fields, f"{self.id}: option {option.name} has no field"

    # Parts

    def part(self, name: str) -> Any:
        """Import a part of the game's folder, or the sharing box's; None if there is none."""
        for package in filter(None, (self.package, self.shares)):
            if find_spec(f"{package}.{name}") is not None:
                return import_module(f"{package}.{name}")
        return None

    @property
    def folder(self) -> Path:
        """The folder of the game's package."""
        file = import_module(self.package).__file__
        assert file is not None
        return Path(file).parent

    @property
    def owner(self) -> str:
        """The name under which compiled code is cached; boxes with the same rules share it."""
        return (self.shares or self.package).rpartition(".")[2]

    # Names and numbers

    @cached_property
    def dtype(self) -> "np.dtype[Any]":
        """The record of a state."""
        from mazziere.kernel.state import dtype_of

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
    def optional_moves(self) -> frozenset[str]:
        """The moves out of turn."""
        return frozenset(move for move in self.actions if verb(move) in self.out_of_turn)

    @cached_property
    def optional_actions(self) -> frozenset[int]:
        """The actions out of turn."""
        return frozenset(self.action_numbers[move] for move in self.optional_moves)

    def are_optional(self, actions: Iterable[int]) -> bool:
        """Tell whether all of a seat's legal actions are out of turn, so that it may wait."""
        return self.optional_actions.issuperset(actions)

    @cached_property
    def chances(self) -> dict[int, Phase]:
        """The phases that are chance nodes, by number."""
        return {number: phase for number, phase in enumerate(self.phases) if phase.form}

    @cached_property
    def step_fields(self) -> tuple[str, ...]:
        """The fields of a record's step that determine the match."""
        forms = [phase.form for phase in self.chances.values() if phase.form]
        fields = (name for form in forms for name in form.fields)
        return tuple(dict.fromkeys(("chance", "seat", "move", *fields)))

    @cached_property
    def by_lot(self) -> tuple[str, ...]:
        """The fields of chance steps that a host cannot give: they are always drawn."""
        forms = [phase.form for phase in self.chances.values() if phase.form]
        return tuple(name for form in forms if form.by_lot for name in form.fields)

    def name(self, action: int) -> str:
        """Return the text of an action."""
        return self.actions[action]

    def parse(self, text: str) -> int | None:
        """Return the action with a text, or None."""
        return self.action_numbers.get(text)

    def refusal(self, code: int) -> RefusalKind:
        """Return the refusal with a code."""
        return self.refusals[code - 1]

    def phase_name(self, number: int) -> str:
        """Return the name of a phase."""
        return "over" if number == OVER else self.phases[number].name

    def phase(self, name: str) -> int:
        """Return the number of a phase by its name."""
        return [phase.name for phase in self.phases].index(name)

    # Options and players

    def options_of(self, version: int | None = None) -> tuple[Option, ...]:
        """Return the options as a version of the rules knows them; None: today's version."""
        if version is None or version == self.version:
            return self.options
        known = (option.at(version) for option in self.options)
        return tuple(option for option in known if option is not None)

    def full_options(self, chosen: Mapping[str, Any], version: int | None = None) -> dict[str, Any]:
        """Return every option with its value; BadOption if a choice is not allowed.

        A version of the rules knows only its own options and values (contract G6).
        """
        known = {option.name: option for option in self.options_of(version)}
        for name in chosen:
            if name not in known:
                where = (
                    "" if version in (None, self.version) else f" in version {version} of its rules"
                )
                raise BadOption(f"{self.id} has no option {name!r}{where}")
        full = {}
        for name, option in known.items():
            full[name] = chosen.get(name, option.default)
            option.encode(full[name])
        reason = self.why_not_options(full) if self.why_not_options is not None else None
        if reason is not None:
            raise BadOption(reason)
        return full

    @cached_property
    def presets(self) -> tuple[Preset, ...]:
        """The named sets of options; the first one changes nothing."""
        return read_presets(self.folder)

    @cached_property
    def lobby(self) -> Lobby:
        """The order in which a table decides its options."""
        return read_lobby(self.folder)

    def preset(self, name: str) -> Preset:
        """Return the preset with an id; UnknownPreset, with those known, if there is none."""
        for preset in self.presets:
            if preset.id == name:
                return preset
        known = ", ".join(preset.id for preset in self.presets)
        has = f"it has {known}" if known else "it has none"
        raise UnknownPreset(f"{self.id} has no preset {name[:40]!r}; {has}")

    def allowed_players(self, options: Mapping[str, Any]) -> tuple[int, ...]:
        """Return the numbers of players that the options allow."""
        if self.players_for is not None:
            return self.players_for(options)
        return tuple(self.seats)

    def sides(self, players: int, options: Mapping[str, Any]) -> list[tuple[int, ...]]:
        """Return the seats of each side: one seat, or the partners of a team."""
        if self.sides_for is not None:
            return self.sides_for(players, options)
        return [(seat,) for seat in range(players)]

    def check_players(self, players: Any, options: Mapping[str, Any]) -> int:
        """Return the number of players; BadOption if the game does not allow it."""
        allowed = self.allowed_players(options)
        whole = isinstance(players, int) and not isinstance(players, bool)
        if not whole or players not in allowed:
            raise BadOption(
                f"{self.id} is for {', '.join(map(str, allowed))} players here, not {players!r}"
            )
        return int(players)


def verb(move: str) -> str:
    """Return the first word of a move."""
    return move.partition(" ")[0]

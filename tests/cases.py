"""Facts about each game for tests and tools, declared once in the game's test folder.

`tests/games/<id>/case.py` defines `CASE`, a `GameCase`. Games of other packages declare theirs in
`examples/<id>/case.py`. A game without a case gets the defaults, so the generic tests run over
every installed game.
"""

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from mazziere.games import shelf

if TYPE_CHECKING:
    from mazziere.kernel.engine import Engine
    from mazziere.kernel.events import Event
    from mazziere.kernel.game import Game
    from mazziere.kernel.match import Match
    from mazziere.kernel.state import States
    from tests.properties.invariants.moment import Invariant
    from tests.properties.play import Recording, Run, Step, Style
    from tests.reference.protocol import Reference
    from tools import golden, records, vectors

ROOT = Path(__file__).resolve().parent.parent

Options = Mapping[str, Any]
Legal = dict[int, list[str]]


class Budget(NamedTuple):
    """Limits of the ladder of bots (`tools.arena`)."""

    hard: int = 100  # iterations
    master: int = 400
    games: int = 100_000  # matches at most of a rung between bots that do not search
    searched: int = 20_000  # ... and between bots that search


class Screen(NamedTuple):
    """A picture of the game's board for the documentation (`tools.screens`)."""

    name: str
    players: int
    turns: int  # turns of the first seat before the picture is taken
    options: Options = MappingProxyType({})


class Drama(NamedTuple):
    """A dramatic moment for the strips of the documentation (`tools.strips`)."""

    flash: str  # the kind of the sign over the table
    move: str  # a pattern of the first seat's move that brings it
    event: str = ""  # an event of that move, with or without its first value; none: any
    without: str = "-"  # an event that it must not bring
    players: int = 4
    options: Options = MappingProxyType({})


@dataclass(frozen=True, kw_only=True)
class GameCase:
    """The declarations of one game for tests and tools."""

    # Options
    short: Options = field(default_factory=dict)
    """Options under which a match is short."""
    shortest: Options = field(default_factory=dict)
    """Options under which even random players finish soon."""
    between_bots: Options | None = None
    """Options under which a match between bots is short; None: `short`."""
    other: Options = field(default_factory=dict)
    """Options of another variant, for tests that play two."""
    saved_after: int = 30
    """Moves after which a match of four with default options is not over."""
    needs: Mapping[str, Options] = field(default_factory=dict)
    """Other options without which an option has no effect, by option."""
    shown_by: Mapping[str, int] = field(default_factory=dict)
    """Seeds of matches that show the effect of a rare `option=value`."""
    endless: frozenset[str] = frozenset()
    """Values of options under which random players may never finish."""

    # The reference implementation
    reference: "type[Reference] | None" = None
    choose: "Callable[[Any, Legal, Random], tuple[int, str]] | None" = None
    """Choose a move in a match of the reference that random moves would not end."""
    duels: int = 25
    """Matches with random options that mutation testing plays against the reference."""
    fresh: Callable[[int, Options], dict[str, Any]] | None = None
    """Return the fields of a fresh match that are not 0, from players and options."""

    # Events
    own_events: frozenset[str] = frozenset()
    """Events that only their seat may hear."""
    others_events: frozenset[str] = frozenset()
    """Events that everybody but their seat may hear."""
    private_audience: "Mapping[str, Callable[[Game, list[Event]], int]]" = field(
        default_factory=dict
    )
    """Audiences of other events, from all events of the step."""
    never: frozenset[str] = frozenset()
    """Events of a shared catalogue that do not happen in this box."""
    bounds: Mapping[str, int] = field(default_factory=dict)
    """Upper bounds of the numbers of an event, by kind of number."""

    # Play
    styles: "tuple[Style, ...]" = ()
    """Ways to play that reach rare positions; empty: random play."""
    peek: "Callable[[Run, int, Random], Step] | None" = None
    """Choose a move with a look at hidden cards, for styles that peek."""
    rare: "tuple[Callable[[Engine, Random], Recording], ...]" = ()
    """Matches set up for positions that chance hardly ever reaches."""
    rare_events: "Callable[[Engine, Random], Recording] | None" = None
    """A kind of match that brings rare events."""

    # Secrecy
    sort: Callable[[Any], tuple[int, ...]] | None = None
    """Classify a position, so that tests sample all sorts; None: by phase."""
    cap: int = 15
    """Positions of one sort that a search for leaks compares."""
    secret_group: int | None = None
    """The one group of a chance step that is hidden; None: all are."""
    other_choices: "Callable[[Recording, Random, int], dict[int, Step]] | None" = None
    """Change the secret choices of another seat than the observer."""
    parts_silently: "Callable[[Recording, int], bool] | None" = None
    """Tell whether the rules let a step show a hidden card without an event."""
    check_world: "Callable[[Recording, int, States], None] | None" = None
    """Check a world that was completed from a view before a step."""
    blanks: Mapping[str, int] = field(default_factory=dict)
    """The value that hides a cell, by field."""
    sets: frozenset[str] = frozenset()
    """Fields with sets as bits, of which a viewer may know some members."""
    counted: frozenset[str] = frozenset()
    """Fields that count what the viewer knows."""
    leaks: "Mapping[str, Game]" = field(default_factory=dict)
    """Copies of the game with a planted leak that the search must find."""
    open_to_bots: bool = False
    """Whether a bot plays the same when it is shown everything."""
    slow_search: bool = False
    """Whether uncompiled search takes so long that tests play fewer matches."""

    # Live tables
    live_players: int = 3
    live_options: Options = field(default_factory=dict)
    """Players and options of a table that the server's secrecy tests watch."""
    full_players: int = 3
    """Seats of the table at which the server's tests play a whole match."""
    pairs: "Callable[[Match, Sequence[str]], list[str]] | None" = None
    """Choose, with a look at hidden cards, moves that end a match sooner."""
    moments: int = 100
    """Positions that a search for leaks at a table compares at least."""
    half_played: Options | None = None
    """Options under which a match lasts for more than six moves; None: `short`."""
    evenings: int = 3
    """Random evenings that a test plays at a table."""
    deal_moves_on: bool = False
    """Whether the deal goes round within a match."""
    card_texts: tuple[str, ...] = ()
    """The cards in the order of their numbers, written down apart from the engine."""

    # The terminal and the page
    sketches: tuple[Options, ...] = (MappingProxyType({}),)
    """Options with which the plain drawing is checked."""
    undone: frozenset[str] = frozenset()
    """Verbs of moves that can be taken back."""
    stands: frozenset[str] = frozenset()
    """Verbs of moves that cannot be taken back, because something was seen."""
    slow_playouts: bool = False
    """Whether uncompiled playouts take so long that tests of mixed tables do not search."""
    reloaded: Options | None = None
    """Options of the match that a browser test reloads; None: no such test."""

    # Learning environments
    observed: tuple[Options, ...] = (MappingProxyType({}),)
    """Options with which observations are checked, besides the presets."""
    from_facts: tuple[Options, ...] = ()
    """More options with which views are built from facts."""

    # Invariants
    invariants: "tuple[Invariant, ...]" = ()
    shared_account: bool = False
    """Whether the invariants share what they remember, so that all must see every step."""

    # Tools
    transcripts: "tuple[golden.Plan, ...]" = ()
    policy: "golden.Policy | None" = None
    """The players of the transcripts; None: `golden.eager`."""
    kept: "tuple[records.Whole, ...]" = ()
    """Whole matches that are kept as records of the latest version of the rules."""
    readings: "tuple[records.Reading, ...]" = ()
    """Readings of the rulebook that the latest version corrected, kept as records."""
    vectors: "tuple[vectors.Plan, ...]" = ()
    budget: Budget = field(default_factory=Budget)
    ladder_presets: tuple[str, ...] = ()
    """Presets for which the ladder of bots must hold too."""
    dramas: tuple[Drama, ...] = ()
    """Dramatic moments, one strip of pictures for each."""
    screens: tuple[Screen, ...] = ()
    roles: frozenset[str] = frozenset()
    """Places where this game is the example (see `example`)."""


@cache
def case(game: str) -> GameCase:
    """Return the declarations of a game."""
    if (ROOT / "tests" / "games" / game / "case.py").exists():
        found: GameCase = import_module(f"tests.games.{game}.case").CASE
        return found
    path = ROOT / "examples" / game / "case.py"
    if not path.exists():
        return GameCase()
    name = f"tests.examples.{game}_case"
    spec = spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[name] = module_from_spec(spec)
    spec.loader.exec_module(module)
    other: GameCase = module.CASE
    return other


def short(game: str) -> dict[str, Any]:
    """Return options under which a match of a game is short."""
    return dict(case(game).short)


@cache
def example(role: str) -> str:
    """Return the game that declares a role."""
    found = [game for game in shelf() if role in case(game).roles]
    assert len(found) == 1, f"{role}: declared by {found}, not by exactly one game"
    return found[0]

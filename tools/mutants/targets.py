"""The targets of mutation testing: groups of modules with the games that their suite plays."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from mazziere.games import find, games
from mazziere.kernel.game import Game

ROOT = Path(__file__).resolve().parent.parent.parent

KERNEL = ("bits", "chances", "deal", "events", "fair", "match", "options", "presets", "real",
          "record", "rng")  # fmt: skip
"""Modules of the kernel that run the same uncompiled; the others compile, cache or link."""
KERNEL_TESTS = ("test_chances", "test_deal", "test_events", "test_fair", "test_match",
                "test_options", "test_presets", "test_real", "test_record", "test_record_faults",
                "test_rng")  # fmt: skip
BOTS = ("search", "paired", "memory")
BOT_TESTS = ("test_search", "test_search_logs", "test_memory", "test_paired")

NOT_RULES = (
    "__init__",
    "brain",
    "facts",
    "master",
    "observation",
    "picture",
    "solve",
    "solved",
    "terminal",
)
"""Files and folders of a game that hold no rules."""


@dataclass(frozen=True)
class Source:
    """A module to mutate."""

    module: str
    path: Path


@dataclass(frozen=True)
class Target:
    """Modules to mutate, and the suite for them: the games that use them, or tests."""

    name: str
    sources: tuple[Source, ...]
    games: tuple[str, ...] = ()
    tests: tuple[str, ...] = ()


def targets() -> list[Target]:
    """List the targets: the rules of each game (boxes that share rules are one), and the engine."""
    owners: dict[str, list[Game]] = {}
    for game in games():
        owners.setdefault(game.owner, []).append(game)
    rules = [_rules_of(name, boxes) for name, boxes in owners.items()]
    return [*rules, _part("kernel", KERNEL, KERNEL_TESTS), _part("bots", BOTS, BOT_TESTS)]


def _part(name: str, modules: tuple[str, ...], tests: tuple[str, ...]) -> Target:
    """Return the target of some modules of a package, with the tests that have these names."""
    folder = ROOT / "src" / "mazziere" / name
    sources = tuple(
        Source(f"mazziere.{name}.{module}", folder / f"{module}.py") for module in modules
    )
    found = sorted(path for test in tests for path in (ROOT / "tests").rglob(f"{test}.py"))
    return Target(name, sources, tests=tuple(map(str, found)))


def target_of(game: str) -> Target:
    """Return the target with a game's rules."""
    owner = find(game).owner
    return next(target for target in targets() if target.name == owner)


def _rules_of(name: str, boxes: list[Game]) -> Target:
    sources = [source for game in boxes for source in _modules(game)]
    return Target(name, tuple(sources), games=tuple(game.id for game in boxes))


def _modules(game: Game) -> Iterator[Source]:
    """Yield the modules of a game's folder that hold its rules."""
    for path in sorted(game.folder.rglob("*.py")):
        place = path.relative_to(game.folder).with_suffix("")
        if place.parts[0] not in NOT_RULES and place.name != "__init__":
            yield Source(".".join((game.package, *place.parts)), path)

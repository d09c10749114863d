"""The suite that a mutant has to survive: quick checks first, each alone able to kill."""

import contextlib
import io
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from mazziere.games import find
from mazziere.kernel.match import Match
from tests.conformance.cases import SHORT, many_options, option_sets
from tests.conformance.test_reference import choose, compare
from tools import golden

ROOT = Path(__file__).resolve().parent.parent.parent
TESTS = ROOT / "tests"

PACKAGES: dict[str, tuple[str, ...]] = {
    "yooloo": ("yooloo",),
    "one_to_ten": ("one_to_ten",),
    "rookie": ("rookie",),
    "uno": ("uno", "uno_h2o"),
    "dieci": ("dieci",),
}
"""The modules of `mazziere.games` and the games in each."""

SEED = 5
MATCHES, LOOKS = 12, 10
"""How many matches of a game are looked into, and how often."""


class Noticed(AssertionError):  # noqa: N818 - it is what the suite is for
    """The suite has noticed a difference."""


@dataclass(frozen=True)
class Stage:
    """A part of the suite."""

    name: str
    run: Callable[[], None]


def stages(package: str) -> list[Stage]:
    """The suite of a package, in the order in which it runs."""
    games = PACKAGES[package]
    return [
        Stage("transcripts", lambda: replay_transcripts(games)),
        Stage("reference", lambda: compare_with_reference(games)),
        Stage("rules", lambda: run_tests(rulebook(package))),
        Stage("states", lambda: inspect_states(games)),
        Stage("properties", lambda: run_tests(properties(games))),
    ]


# Transcripts


def replay_transcripts(games: tuple[str, ...]) -> None:
    """Replay the golden transcripts of the games, line by line."""
    for path in sorted(golden.FOLDER.glob("*.txt")):
        text = path.read_text(encoding="utf-8")
        is_ours = golden.read_plan(path.stem, text).game in games
        if is_ours and golden.replayed(path.stem, text) != text.splitlines():
            raise Noticed(path.name)


# The reference implementations


def compare_with_reference(games: tuple[str, ...]) -> None:
    """Play against the reference: every value of every option, then random ones together."""
    rng = Random(SEED)
    for name in games:
        game = find(name)
        chosen = option_sets(game) + [many_options(game, rng) for _ in range(25)]
        for options in chosen:
            players = rng.choice(game.allowed_players(game.full_options(options)))
            compare((name, players, options), rng)


# States: what is legal is not refused, and views are consistent


def inspect_states(games: tuple[str, ...]) -> None:
    """Look at positions of random matches from every seat."""
    rng = Random(SEED)
    for name in games:
        for _ in range(MATCHES):
            looks = 0
            for match in positions(name, rng):
                if looks < LOOKS and (match.steps < 3 or rng.random() < 0.15):
                    looks += 1
                    check_refusals(match)
                    check_views(match, rng)


def positions(name: str, rng: Random) -> Iterator[Match]:
    """The positions of a random match with random options, one after another."""
    game = find(name)
    options = {**many_options(game, rng), **SHORT.get(name, {})}
    match = Match(game, rng.choice(game.allowed_players(options)), options)
    while not match.is_over and match.steps < 120:
        yield match
        if match.due is not None:
            match.deal(lambda group: rng.sample(group, len(group)))
        else:
            match.move(*choose(match.legal(), rng))
    yield match


def check_refusals(match: Match) -> None:
    """What is legal has no refusal; what is not has one, with a rule."""
    engine, states = match.engine, match.states
    actors = match.actors()
    for seat in range(match.players):
        legal = set(engine.legal(states, 0, seat))
        if bool(legal) != (seat in actors):
            raise Noticed("actors")
        for action in range(len(match.game.actions)):
            code = engine.why_not(states, 0, seat, action)
            if (code == 0) != (action in legal) or not 0 <= code <= len(match.game.refusals):
                raise Noticed("why_not")


def check_views(match: Match, rng: Random) -> None:
    """A view is all that a seat needs; the worlds that fill it look the same to the seat."""
    engine, states = match.engine, match.states
    for seat in range(match.players):
        view, glance = engine.view(states, 0, seat), engine.glance(states, 0, seat)
        if engine.view(view, 0, seat).tobytes() != view.tobytes():
            raise Noticed("a view of a view")
        if engine.glance(view, 0, seat).tobytes() != glance.tobytes():
            raise Noticed("a glance at a view")
        if engine.legal(view, 0, seat) != engine.legal(states, 0, seat):
            raise Noticed("the moves in a view")
        groups = engine.hidden(view, seat)
        world = engine.world(view, seat, [rng.sample(group, len(group)) for group in groups])
        if engine.view(world, 0, seat).tobytes() != view.tobytes():
            raise Noticed("the view of a world")
        if engine.scores(world, 0) != engine.scores(states, 0):
            raise Noticed("the scores of a world")


# Tests by pytest


def rulebook(package: str) -> list[str]:
    """The rulebook tests of a package."""
    return [str(path) for path in sorted((TESTS / "rules").glob(f"test_{package}*.py"))]


def properties(games: tuple[str, ...]) -> list[str]:
    """The properties, and what of the conformance suite needs no compiler."""
    chosen = " or ".join(games)
    paths = sorted((TESTS / "properties").glob("test_*.py"))
    conformance = TESTS / "conformance" / "test_conformance.py"
    wanted = f"({chosen}) and not planted and not modes_agree and not random_matches_end"
    wanted += " and not compiled and not vector and not every_value"
    return [*map(str, paths), str(conformance), "-k", wanted]


def run_tests(arguments: list[str]) -> None:
    """Run tests in this process, up to the first failure."""
    quiet = ["-x", "-q", "-m", "not slow", "--no-header", "--tb=no"]
    quiet += ["-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:faulthandler"]
    os.chdir(ROOT)
    with contextlib.redirect_stdout(io.StringIO()):
        code = pytest.main([*quiet, *arguments])
    if code != pytest.ExitCode.OK:
        raise Noticed(f"pytest: {code!r}")

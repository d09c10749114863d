"""The suite that runs on a mutant: quick checks first; the first failure ends it."""

import contextlib
import io
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

import pytest

from mazziere.games import find
from mazziere.kernel.engine import Engine, engine
from mazziere.kernel.match import Match
from mazziere.kernel.state import States
from mazziere.lab.sim import Setup, record_match
from tests.cases import case, short
from tests.conformance.cases import many_options, option_sets
from tests.conformance.test_reference import choose, compare
from tools import golden
from tools.mutants.fresh import wrong_fields
from tools.mutants.targets import ROOT, targets
from tools.parts import BOT_TESTS

TESTS = ROOT / "tests"

SEED = 5
MATCHES, LOOKS, STEPS_ON = 12, 10, 12
"""Matches per game, positions checked in each, and steps played on from a completed world."""


class Noticed(AssertionError):  # noqa: N818 - finding a difference is no error here
    """The suite found a difference."""


@dataclass(frozen=True)
class Stage:
    """A part of the suite."""

    name: str
    run: Callable[[], None]


def stages(name: str) -> list[Stage]:
    """List the stages of a target's suite, in the order in which they run."""
    target = next(target for target in targets() if target.name == name)
    if target.tests:
        return [Stage("tests", lambda: run_tests(list(target.tests)))]
    games = target.games
    return [
        Stage("transcripts", lambda: replay_transcripts(games)),
        Stage("reference", lambda: compare_with_reference(games)),
        Stage("fresh", lambda: look_at_fresh(games)),
        Stage("rules", lambda: run_tests(rulebook(games))),
        Stage("loops", lambda: play_in_loops(games)),
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
        chosen = option_sets(game) + [many_options(game, rng) for _ in range(case(name).duels)]
        for options in chosen:
            players = rng.choice(game.allowed_players(game.full_options(options)))
            compare((name, players, options), rng)


# A fresh match


def look_at_fresh(games: tuple[str, ...]) -> None:
    """Check the fields of a match before its first step, with every value of every option."""
    for name in games:
        game = find(name)
        for options in option_sets(game):
            for players in game.allowed_players(game.full_options(options)):
                if wrong_fields(name, players, options):
                    raise Noticed("fresh")


# The loops of a simulation


def play_in_loops(games: tuple[str, ...]) -> None:
    """Compare matches of the simulation loop with the same matches played step by step."""
    for name in games:
        game = find(name)
        for players in (2, game.seats[-1]):
            setup = Setup(game, players, short(name), SEED)
            built = engine(game, "plain")
            scores, results = built.play_matches(players, setup.options, SEED, 0, 2)
            for number in range(2):
                record = record_match(setup, number, "plain", with_legal=False).record()
                winners = sum(1 << seat for seat in record["result"]["winners"])
                moves = sum("move" in step for step in record["steps"])
                played = scores[number].tolist(), results[number, 0], results[number, 2]
                if played != (record["result"]["scores"], moves, winners):
                    raise Noticed("loops")


# States: legal moves are not refused, and views are consistent


def inspect_states(games: tuple[str, ...]) -> None:
    """Check refusals and views at positions of random matches."""
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
    """Yield the positions of a random match with random options."""
    game = find(name)
    options = {**many_options(game, rng), **short(name)}
    match = Match(game, rng.choice(game.allowed_players(options)), options)
    while not match.is_over and match.steps < 120:
        yield match
        if match.due is not None:
            match.deal(lambda group: rng.sample(group, len(group)))
        else:
            match.move(*choose(match.legal(), rng))
    yield match


def check_refusals(match: Match) -> None:
    """Check that exactly the illegal moves are refused, and that nobody acts at a chance node."""
    built, states = match.engine, match.states
    actors = match.actors()
    if bool(built.chance(states, 0)) != (match.due is not None):
        raise Noticed("chance")
    if bool(actors) != (match.due is None and not match.is_over):
        raise Noticed("nobody acts")
    for seat in range(match.players):
        legal = set(built.legal(states, 0, seat))
        if bool(legal) != (seat in actors):
            raise Noticed("actors")
        for action in range(len(match.game.actions)):
            code = built.why_not(states, 0, seat, action)
            if (code == 0) != (action in legal) or not 0 <= code <= len(match.game.refusals):
                raise Noticed("why_not")


def check_views(match: Match, rng: Random) -> None:
    """Check that a view is stable, and that each world completed from it gives the same view."""
    built, states = match.engine, match.states
    for seat in range(match.players):
        view, visible = built.view(states, 0, seat), built.visible(states, 0, seat)
        if built.view(view, 0, seat).tobytes() != view.tobytes():
            raise Noticed("a view of a view")
        if built.visible(view, 0, seat).tobytes() != visible.tobytes():
            raise Noticed("the visible part of a view")
        if built.legal(view, 0, seat) != built.legal(states, 0, seat):
            raise Noticed("the moves in a view")
        groups = built.hidden(view, seat)
        world = built.world(view, seat, [rng.sample(group, len(group)) for group in groups])
        if built.view(world, 0, seat).tobytes() != view.tobytes():
            raise Noticed("the view of a world")
        if built.scores(world, 0) != built.scores(states, 0):
            raise Noticed("the scores of a world")
    check_world(built, world, rng)


def check_world(built: Engine, world: States, rng: Random) -> None:
    """Check that a match can continue in a world, and that every card in it is a valid card."""
    game = built.game
    for _ in range(STEPS_ON):
        groups, actors = built.chance(world, 0), built.actors(world, 0)
        if groups:
            events = built.resolve(world, 0, [rng.sample(group, len(group)) for group in groups])
        elif actors:
            seat = rng.choice(actors)
            events = built.apply(world, 0, seat, rng.choice(built.legal(world, 0, seat)))
        else:
            return
        for event in events:
            if game.events[event.kind].a == "card" and not 0 <= event.a < len(game.cards):
                raise Noticed("a card in a world")


# Tests by pytest


def rulebook(games: tuple[str, ...]) -> list[str]:
    """List the rulebook tests of the games."""
    tests = (path for game in games for path in sorted((TESTS / "games" / game).glob("test_*.py")))
    return [str(path) for path in tests if path.stem not in (*BOT_TESTS, "test_paired")]


def properties(games: tuple[str, ...]) -> list[str]:
    """List the properties, and the conformance tests that need no compiler."""
    chosen = " or ".join(games)
    paths = sorted((TESTS / "properties").glob("test_*.py"))
    conformance = TESTS / "conformance" / "test_conformance.py"
    wanted = f"({chosen}) and not planted and not modes_agree and not random_matches_end"
    wanted += " and not compiled and not vector and not every_value"
    return [*map(str, paths), str(conformance), "-k", wanted]


def run_tests(arguments: list[str]) -> None:
    """Run tests in this process; stop at the first failure."""
    quiet = ["-x", "-q", "-m", "not slow", "--no-header", "--tb=no"]
    quiet += ["-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:faulthandler"]
    os.chdir(ROOT)
    with contextlib.redirect_stdout(io.StringIO()):
        code = pytest.main([*quiet, *arguments])
    if code != pytest.ExitCode.OK:
        raise Noticed(f"pytest: {code!r}")

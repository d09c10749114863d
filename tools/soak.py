"""Play for a long time, checking every step.

    python -m tools.soak --minutes 10 --seed 1
    python -m tools.soak --presets       # a million moves of every preset instead

First the conformance suite and the properties with more examples, for a part of the time; then, in
turn and with random options: the engine against the reference implementations, compiled code
against uncompiled, and views and refusals in the positions of random matches. The first failure
ends the run with exit code 1 and leaves a file from which it can be reproduced.
"""

import argparse
import os
import secrets
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from mazziere.bots.engine import bot_engine
from mazziere.bots.levels import read_spec
from mazziere.games import find, shelf
from mazziere.kernel.engine import TooLong, engine
from mazziere.kernel.match import Match
from mazziere.kernel.presets import Preset
from mazziere.kernel.record import FORMAT, write
from mazziere.lab.sim import Setup, record_match
from tests.cases import short
from tests.conformance.cases import many_options
from tests.conformance.test_reference import LIMIT, REFERENCES, choose
from tests.reference.protocol import Reference
from tools.mutants.suite import check_refusals, check_views

ROOT = Path(__file__).resolve().parent.parent
SHARE_OF_TESTS = 0.4
"""What part of the time the test suites get at most."""
COMPILED_MATCHES = 20
PRESET_MOVES = 1_000_000
"""Moves that easy bots make with each preset, over all numbers of players."""


@dataclass
class Failure(Exception):  # noqa: N818 - the soak searches for it
    """A failure, with everything that is needed to reproduce it."""

    what: str
    record: Mapping[str, Any] | None = None
    output: str = ""

    def __str__(self) -> str:
        return self.what


@dataclass(frozen=True)
class Case:
    """A match to play."""

    game: str
    players: int
    options: dict[str, Any]

    def __str__(self) -> str:
        game = find(self.game)
        defaults = {option.name: option.default for option in game.options}
        changed = {name: v for name, v in self.options.items() if v != defaults[name]}
        return f"{self.game}, {self.players} players, {changed}"


def any_case(rng: Random) -> Case:
    """Return a game with random options; half of the time a short match."""
    game = find(rng.choice(shelf()))
    options = many_options(game, rng)
    if rng.random() < 0.5:
        options |= short(game.id)
    return Case(game.id, rng.choice(game.allowed_players(options)), options)


# Against the reference


def duel(case: Case, rng: Random) -> int:
    """Play a match in the engine and in the reference; return its length in steps."""
    reference: Reference = REFERENCES[case.game](case.players, case.options)
    match = Match(find(case.game), case.players, case.options)
    steps: list[dict[str, Any]] = []
    try:
        while len(steps) < LIMIT:
            legal = agreed(match, reference)
            if reference.over():
                break
            if reference.due() is not None:
                steps.append(reference.random_chance(rng))
                reference.chance(steps[-1])
                match.chance(steps[-1])
            else:
                seat, move = choose(legal, rng)
                steps.append({"seat": seat, "move": move})
                reference.move(seat, move)
                match.move(seat, move)
    except Exception as error:
        what = f"{case}: after {len(steps)} steps: {type(error).__name__}: {error}"
        raise Failure(what, record_of(case, steps)) from error
    return len(steps)


def agreed(match: Match, reference: Reference) -> dict[int, list[str]]:
    """Return the legal moves; Failure if engine and reference disagree on the position."""
    ours = {
        "chance": match.due,
        "moves": match.legal(),
        "scores": match.scores(),
        "end": match.is_over,
        "winners": match.winners(),
    }
    legal = reference.legal()
    theirs = {
        "chance": reference.due(),
        "moves": legal,
        "scores": reference.scores(),
        "end": reference.over(),
        "winners": reference.winners() if reference.over() else [],
    }
    for name, value in theirs.items():
        if ours[name] != value:
            raise Failure(f"the engine's {name}: {ours[name]}, the reference's: {value}")
    return legal


def record_of(case: Case, steps: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the record of an unfinished match."""
    return {
        "format": FORMAT,
        "game": case.game,
        "rules": find(case.game).version,
        "players": case.players,
        "options": case.options,
        "steps": steps,
    }


# Compiled against uncompiled


def modes(case: Case, rng: Random) -> int:
    """Play matches compiled, and one of them uncompiled; return the number of matches."""
    seed = rng.getrandbits(32)
    built = engine(find(case.game), "compiled")
    try:
        scores, results = built.play_matches(case.players, case.options, seed, 0, COMPILED_MATCHES)
    except TooLong:
        return 0  # some options let random players go on for ever
    number = int(results[:, 0].argmin())
    setup = Setup(find(case.game), case.players, case.options, seed)
    record = record_match(setup, number, "plain", with_legal=False).record()
    winners = sum(1 << seat for seat in record["result"]["winners"])
    moves = sum("move" in step for step in record["steps"])
    plain = record["result"]["scores"], moves, winners
    compiled = scores[number].tolist(), int(results[number, 0]), int(results[number, 2])
    if plain != compiled:
        what = f"{case}, match {number} of seed {seed}: plain {plain}, compiled {compiled}"
        raise Failure(what, record)
    return COMPILED_MATCHES


# Presets


def play_preset(game: str, preset: Preset, moves: int, seed: int) -> str:
    """Play at least `moves` moves with a preset; Failure if a match does not end.

    Easy bots play, because random players can go on for ever where a draw brings several cards.
    """
    options = find(game).full_options(preset.options)
    allowed = find(game).allowed_players(options)
    built = bot_engine(find(game), "compiled")
    matches, longest = 0, 0
    for players in allowed:
        made, first = 0, 0
        while made < moves / len(allowed):
            numbers = range(first, first + COMPILED_MATCHES)
            seatings = [[0] * players] * COMPILED_MATCHES
            try:
                _, results = built.play_matches(
                    players, options, [read_spec("easy")], seed, numbers, seatings
                )
            except TooLong as error:
                case = Case(game, players, options)
                raise Failure(f"preset {preset.id}: {case}: {error}") from error
            first += COMPILED_MATCHES
            made += int(results[:, 0].sum())
            longest = max(longest, int(results[:, 0].max()))
        matches += first
    return f"{game}, preset {preset.id}: {matches} matches end, the longest after {longest} moves"


def play_presets(moves: int, seed: int, say: Callable[[str], None]) -> None:
    """Play every preset of every game."""
    for name in shelf():
        for preset in find(name).presets:
            say(play_preset(name, preset, moves, seed))


# Views and refusals


def positions(case: Case, rng: Random) -> int:
    """Check some positions of a match from every seat; return the number of positions."""
    match = Match(find(case.game), case.players, case.options)
    steps: list[dict[str, Any]] = []
    looks = 0
    try:
        while not match.is_over and match.steps < 400:
            if rng.random() < 0.1:
                check_refusals(match)
                check_views(match, rng)
                looks += 1
            if match.due is not None:
                steps.append(match.peek(lambda group: rng.sample(group, len(group))))
                match.chance(steps[-1])
            else:
                seat, move = choose(match.legal(), rng)
                steps.append({"seat": seat, "move": move})
                match.move(seat, move)
    except Exception as error:
        what = f"{case}: after {len(steps)} steps: {type(error).__name__}: {error}"
        raise Failure(what, record_of(case, steps)) from error
    return looks


# The test suites


def suites(seconds: float, seed: int) -> str:
    """Run conformance and properties with more examples until the time is up."""
    folders = [name for name in ("conformance", "properties") if (ROOT / "tests" / name).exists()]
    words = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider"]
    words += [f"--hypothesis-seed={seed}", *(f"tests/{name}" for name in folders)]
    environment = {**os.environ, "MAZZIERE_SOAK": "1"}
    try:
        done = subprocess.run(
            words,
            cwd=ROOT,
            env=environment,
            timeout=seconds,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            check=False,
        )
    except subprocess.TimeoutExpired:
        return "test suites: no failure in their part of the time"
    if done.returncode:
        raise Failure("the test suites fail", output=done.stdout)
    return f"test suites: {done.stdout.strip().splitlines()[-1]}"


# The command


Check = Callable[[Case, Random], int]
CHECKS: dict[str, tuple[Check, str]] = {
    "reference": (duel, "steps against the reference"),
    "modes": (modes, "matches compiled, one in twenty also uncompiled"),
    "positions": (positions, "positions looked at from every seat"),
}


def loop(seconds: float, seed: int, say: Callable[[str], None]) -> Counter[str]:
    """Run the checks in turn until the time is up; the same seed gives the same cases."""
    until, said = time.monotonic() + seconds, time.monotonic()
    done: Counter[str] = Counter()
    number = 0
    while time.monotonic() < until:
        for name, (check, _) in CHECKS.items():
            rng = Random(f"{seed} {number} {name}")
            try:
                done[name] += check(any_case(rng), rng)
            except Failure as failure:
                failure.what = f"round {number}, {name}: {failure.what}"
                raise
        number += 1
        done["rounds"] = number
        if time.monotonic() - said > 60:
            said = time.monotonic()
            say(f"{number} rounds, {until - said:.0f} s left")
    return done


def leave(failure: Failure, folder: Path, seed: int) -> Path:
    """Write a file that reproduces a failure."""
    folder.mkdir(parents=True, exist_ok=True)
    if failure.record is not None:
        path = folder / f"soak-{seed}.json"
        path.write_text(write({**failure.record, "failure": failure.what}), encoding="utf-8")
    else:
        path = folder / f"soak-{seed}.txt"
        path.write_text(f"{failure.what}\n{failure.output}", encoding="utf-8")
    return path


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="tools.soak", description="long runs of all checks")
    parser.add_argument("--minutes", type=float, default=10.0, help="how long (default 10)")
    parser.add_argument("--seed", type=int, help="default: a random one")
    parser.add_argument("--out", type=Path, default=Path(), help="where a failure is left")
    parser.add_argument("--no-tests", action="store_true", help="leave the test suites out")
    parser.add_argument("--presets", action="store_true", help="play every preset, nothing else")
    parser.add_argument("--moves", type=int, default=PRESET_MOVES, help="of each preset")
    arguments = parser.parse_args(argv)
    seed = secrets.randbits(32) if arguments.seed is None else arguments.seed
    until = time.monotonic() + 60 * arguments.minutes
    length = f"{arguments.minutes:g} minutes"
    if arguments.presets:
        length = f"{arguments.moves} moves of each preset"
    print(f"soak: seed {seed}, {length}", flush=True)
    try:
        if arguments.presets:
            play_presets(arguments.moves, seed, lambda line: print(line, flush=True))
            return 0
        if not arguments.no_tests:
            print(suites(60 * arguments.minutes * SHARE_OF_TESTS, seed), flush=True)
        done = loop(until - time.monotonic(), seed, lambda line: print(line, flush=True))
    except Failure as failure:
        path = leave(failure, arguments.out, seed)
        print(f"FAILED, {failure}\nwritten to {path}")
        return 1
    for name, (_, words) in CHECKS.items():
        print(f"{name}: {done[name]} {words}")
    print(f"no failure in {done['rounds']} rounds")
    return 0


if __name__ == "__main__":
    sys.exit(main())

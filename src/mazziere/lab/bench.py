"""The engine's speed: three ways to step, each on one core.

- `playout`: whole random matches inside compiled code;
- `step`: one fused call per move from Python;
- `vector`: one call per move of many matches.

A step is a move; chance nodes are resolved on the way and not counted.
"""

import time
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import numpy as np

from mazziere.games import find
from mazziere.kernel import loops
from mazziere.kernel.engine import Engine, engine, wanted_mode
from mazziere.kernel.jit import Mode
from mazziere.kernel.rng import seed_words

SEED = 2024
BATCH = 1024
SLICES = 5
CHECK_EVERY = 1000  # steps between looks at the clock

Row = dict[str, Any]


def measure(
    games: tuple[str, ...],
    players: tuple[int, ...] = (2, 4),
    seconds: float = 0.5,
    mode: Mode | None = None,
    report: Callable[[str], None] = lambda what: None,
) -> dict[str, list[Row]]:
    """Measure games at the numbers of players that they allow; `seconds` for each figure."""
    found: dict[str, list[Row]] = {"playout": [], "step": [], "vector": []}
    for name in games:
        game = find(name)
        allowed = game.allowed_players(game.full_options({}))
        built = engine(game, mode or wanted_mode())
        for count in (count for count in players if count in allowed):
            for kind, way in (("playout", playout), ("step", steps), ("vector", vector)):
                report(f"{kind} {name} {count}")
                found[kind].append({"game": name, "players": count, **way(built, count, seconds)})
    return found


def _best(work: Callable[[float], tuple[int, int, float]], seconds: float) -> Row:
    """Measure in slices and return the fastest: on a shared machine others are disturbed."""
    slices = [work(seconds / SLICES) for _ in range(SLICES)]
    rate = max(moves / spent for moves, _, spent in slices)
    length = sum(moves for moves, _, _ in slices) / max(1, sum(n for _, n, _ in slices))
    return {"steps_per_s": rate, "games_per_s": rate / length}


def _entry(built: Engine, function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the compiled function itself; uncompiled code needs wrapped arrays."""
    return partial(built.call, function) if built.mode == "plain" else built.entry(function)


def playout(built: Engine, players: int, seconds: float) -> Row:
    """Play whole matches in the compiled loop."""
    built.play_matches(players, {}, SEED, 0, 1)  # compiles
    first = 0

    def work(until: float) -> tuple[int, int, float]:
        nonlocal first
        before, moves, spent, count = first, 0, 0.0, 1
        while spent < until:
            began = time.perf_counter()
            _, results = built.play_matches(players, {}, SEED, first, count)
            last = time.perf_counter() - began
            spent += last
            first += count
            moves += int(results[:, 0].sum(dtype=np.int64))
            count = max(1, min(4 * count, int(count * (until - spent) / (last + 1e-9))))
        return moves, first - before, spent

    return _best(work, seconds)


def steps(built: Engine, players: int, seconds: float) -> Row:
    """Step one match from Python, choosing among the listed moves."""
    desks = built.desks(players, {})
    words = np.array(seed_words(SEED), np.int64)
    begin, step = _entry(built, loops.begin_at), _entry(built, loops.step)
    legal = memoryview(desks["legal"][0])
    count = memoryview(desks["count"])
    random = Random(SEED)
    picks = [random.random() for _ in range(CHECK_EVERY)]
    begin(desks, 0, words, 0)
    step(desks, 0, legal[0])  # compiles
    begin(desks, 0, words, 0)
    number = 0

    def work(until: float) -> tuple[int, int, float]:
        nonlocal number
        before, moves, began = number, 0, time.perf_counter()
        while time.perf_counter() - began < until:
            for pick in picks:
                if step(desks, 0, legal[int(pick * count[0])]) < 0:
                    number += 1
                    begin(desks, 0, words, number)
            moves += CHECK_EVERY
        return moves, number - before, time.perf_counter() - began

    return _best(work, seconds)


def vector(built: Engine, players: int, seconds: float) -> Row:
    """Step many matches at once, with random moves."""
    batch = BATCH if built.mode != "plain" else 16
    desks = built.desks(players, {}, batch)
    words = np.array(seed_words(SEED), np.int64)
    begin, step_many = _entry(built, loops.begin_at), _entry(built, loops.step_many)
    for desk in range(batch):
        begin(desks, desk, words, desk)
    actions = np.full(batch, -1, np.int32)
    scores = np.zeros((batch, players), np.int32)
    done = np.zeros(batch, np.int8)
    step_many(desks, actions, scores, done)  # compiles

    def work(until: float) -> tuple[int, int, float]:
        calls, matches, began = 0, 0, time.perf_counter()
        while time.perf_counter() - began < until:
            matches += step_many(desks, actions, scores, done)
            calls += 1
        return calls * batch, matches, time.perf_counter() - began

    return {"batch": batch, **_best(work, seconds)}

"""`mazziere solve yooloo`: find an equilibrium, prove it, and show what comes of it."""

import sys
import time
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mazziere.bots import solved
from mazziere.bots.solved import many, rounds, solution, stacks, store
from mazziere.bots.solved.solution import Report, Variant
from mazziere.cli.say import Stop, print_json, print_table
from mazziere.games.yooloo import ALL, CARDS, GAME, KINDS
from mazziere.kernel.engine import wanted_mode
from mazziere.kernel.jit import Mode

PROVED = 1e-9
"""A best reply that gains less than this has gained nothing."""
TRIALS = 400_000
"""Games by which the results of variant B are counted."""
TABLES = 50_000
"""Tables at which the best stack against several players is looked for."""
PLAIN_TABLES = 100
MAX_JOBS = 256

Found = dict[str, Any]


def run(arguments: Namespace) -> int:
    """Solve, then print tables or JSON; 1 if a best reply gains something."""
    players, variant = arguments.players, arguments.variant
    if players not in GAME.seats:
        raise Stop(f"yooloo is for {GAME.seats[0]} to {GAME.seats[-1]} players, not {players}", 2)
    if players > 2 and variant != "base":
        raise Stop(f"variant {variant} is solved for 2 players only, not for {players}", 2)
    if arguments.jobs > MAX_JOBS:
        raise Stop(f"--jobs {arguments.jobs}: more than {MAX_JOBS} threads", 2)
    try:
        mode = wanted_mode()
    except ValueError as error:
        raise Stop(str(error), 2) from None
    if variant == "b" and mode == "plain":
        raise Stop("variant b takes half an hour uncompiled: leave MAZZIERE_JIT=0 out", 2)
    head = {"game": "yooloo", "variant": variant, "players": players}
    if players > 2:
        found = head | solve_many(players, arguments.seed, mode)
    elif variant == "base":
        found = head | solve_base()
    else:
        found = head | solve_rounds(variant, arguments.seed, arguments.jobs, mode)
    if arguments.json:
        print_json(found)
    else:
        print_found(found)
    return 0 if found["proof"].get("holds", True) else 1


# The three ways to solve


def solve_base() -> Found:
    """Two players, base: a linear program, and the best of all stacks against it."""
    began = time.perf_counter()
    table = stacks.whole_table(stacks.solve_two(), stacks.SCALE)
    solving = time.perf_counter() - began
    began = time.perf_counter()
    order, gain = stacks.best_reply(table)
    proving = time.perf_counter() - began
    mixture = stacks.decompose(table)
    return {
        "value": 0.0,
        "marginals": [[cell / stacks.SCALE for cell in row] for row in table],
        "stacks": len(mixture.weights),
        "proof": proof_of(gain, 1, proving) | {"best_reply": names(order)},
        "results": {
            "how": "exact",
            "same": results_of(stacks.spread_between(mixture, mixture)),
            "random": results_of(stacks.spread_against_random(mixture)),
            "rising": results_of(stacks.spread_between(mixture, stacks.RISING)),
        },
        "seconds": solving,
    }


def solve_rounds(variant: Variant, seed: int, jobs: int, mode: Mode) -> Found:
    """Two players, variants: all positions, and the best reply at each."""
    steps = solution.steps_of(variant)
    with progress(f"variant {variant}: values", steps) as report:
        solution.warm(variant, mode)
        began = time.perf_counter()
        values = solved.build(variant, mode, jobs, report)
        solving = time.perf_counter() - began
    with progress(f"variant {variant}: proof", steps if variant == "b" else KINDS + 1) as report:
        began = time.perf_counter()
        if variant == "b":
            proof = solution.prove_b(values, mode, jobs, report)
        else:
            proof = solution.prove_a(values, mode, report)
        proving = time.perf_counter() - began
    points = range(KINDS) if variant == "b" else range(1)
    firsts = [solution.mixture(values, ALL, ALL, n, ALL & ~(1 << n), mode)[1] for n in points]
    return {
        "value": 0.0,  # by symmetry
        "first_move": [
            {"points": n + 1, "mixture": {CARDS[card]: share for card, share in mixture}}
            for n, mixture in zip(points, firsts, strict=True)
        ],
        "proof": proof_of(proof.gain, proof.positions, proving) | {"at_start": proof.gain_at_start},
        "gap": values.gap,
        "values": len(values.values),
        "file": str(store.path_of(variant)) if store.load(variant) else None,
        "results": _results(values, seed, jobs, mode),
        "seconds": solving,
    }


def _results(values: solution.Solution, seed: int, jobs: int, mode: Mode) -> Found:
    """Variant A exactly, variant B by many games."""
    opponents = {"same": rounds.SAME, "random": rounds.RANDOM}
    if values.variant == "a":
        exact = {
            name: results_of(solution.spread_a(values, opponent, mode))
            for name, opponent in opponents.items()
        }
        return {"how": "exact", **exact}
    counted = {}
    for name, opponent in opponents.items():
        with progress(f"variant b: games, {name}", TRIALS) as report:
            spread = solution.spread_by_trials(values, opponent, TRIALS, seed, mode, jobs, report)
        counted[name] = results_of(spread)
    return {"how": f"{TRIALS} games", **counted}


def solve_many(players: int, seed: int, mode: Mode) -> Found:
    """Three and more players, base: an equilibrium if rounds were independent, then measured."""
    began = time.perf_counter()
    with progress(f"{players} players: equilibrium", 1) as report:
        table = many.weights_for(many.equilibrium(players), mode)
        report(1)
    solving = time.perf_counter() - began
    weights = np.array(table, float)
    tables = TABLES if mode != "plain" else PLAIN_TABLES
    began = time.perf_counter()
    with progress(f"{players} players: best reply", 1) as report:
        found = many.measure(weights, players, tables, seed, mode)
        report(1)
    shares = many.showdown_table(players)
    showdown = np.array(shares) / many.SHOWDOWN_SCALE
    best = float(many.showdown_gains(showdown, players).max())
    marginals = many.marginals_of(weights, mode)
    return {
        "value": many.POINTS / players,
        "marginals": marginals.tolist(),
        "weights": table,
        "without_winner": many.without_winner(marginals, players).tolist(),
        "showdown": {CARDS[card]: float(share) for card, share in enumerate(showdown)},
        "showdown_gain": best - 1 / players,
        "showdown_without_winner": float(many.without_winner(showdown[:, None], players)[0]),
        "proof": {
            "gain": found.gain,
            "error": found.error,
            "gain_if_independent": many.best_gain(marginals, players)[0],
            "best_reply": names(found.order),
            "tables": 4 * tables,
            "seconds": time.perf_counter() - began,
        },
        "results": _rates(weights, shares, players, 2 * tables, seed, mode),
        "seconds": solving,
    }


def _rates(
    weights: NDArray[np.float64],
    shares: list[int],
    players: int,
    tables: int,
    seed: int,
    mode: Mode,
) -> Found:
    """One of us among others of us, one among players at random, one at random among us."""
    anything, same = np.ones((KINDS, KINDS)), [1] * KINDS
    others = players - 1
    tried = {
        "same": ([weights] * players, [shares] * players),
        "among_random": ([weights] + [anything] * others, [shares] + [same] * others),
        "random_among": ([anything] + [weights] * others, [same] + [shares] * others),
    }
    rates = {
        name: many.rate(mixtures, drawn, tables, seed + 1, mode)._asdict()
        for name, (mixtures, drawn) in tried.items()
    }
    return {"how": f"{tables} games", **rates}


# Pieces of the answer


def proof_of(gain: float, positions: int, seconds: float) -> Found:
    """What has been proved."""
    return {"gain": gain, "positions": positions, "seconds": seconds, "holds": gain <= PROVED}


def results_of(spread: NDArray[np.float64]) -> Found:
    """Wins, ties, losses and the mean difference, from how likely each difference is."""
    middle = len(spread) // 2
    return {
        "wins": float(spread[middle + 1 :].sum()),
        "ties": float(spread[middle]),
        "losses": float(spread[:middle].sum()),
        "difference": float(spread @ np.arange(-middle, middle + 1)),
    }


def names(order: list[int]) -> list[str]:
    """The cards of a stack."""
    return [CARDS[card] for card in order]


@contextmanager
def progress(title: str, steps: int) -> Iterator[Report]:
    """Show a bar with the time left on a terminal's standard error, nothing elsewhere."""
    if not sys.stderr.isatty():
        yield lambda count: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(title, total=steps)
        yield lambda count: bar.update(task, advance=count)


# Tables


def print_found(found: Found) -> None:
    """Print what was found."""
    title = (
        f"YOOLOO · {'base game' if found['variant'] == 'base' else 'variant ' + found['variant']}"
    )
    print(f"{title} · {found['players']} players · solved in {found['seconds']:.2f} s")
    if found["players"] > 2:
        print_many(found)
    else:
        print_two(found)


def print_two(found: Found) -> None:
    """The value, the mixture, the proof and the results for two players."""
    print(f"Value: {found['value']:g} points, by symmetry")
    if found["variant"] == "base":
        print_marginals(found["marginals"])
        print(f"Drawn as a mixture of {found['stacks']} stacks.")
    else:
        head = ("points card", *CARDS)
        rows = [
            [str(row["points"]), *(percent(row["mixture"][card]) for card in CARDS)]
            for row in found["first_move"]
        ]
        print_table("First move: how often each card, %", head, rows)
    proof = found["proof"]
    where = {
        "base": "the best of all stacks",
        "a": f"all {proof['positions']} positions",
        "b": f"all {proof['positions']} positions (words of two hands × sets of points cards)",
    }[found["variant"]]
    said = "holds" if proof["holds"] else "FAILS"
    print(
        f"Proof: a best reply gains at most {max(proof['gain'], 0.0):.1e} points; {where}; ", end=""
    )
    print(f"{proof['seconds']:.2f} s; {said} to {PROVED:g}")
    print_results(found["results"])
    if found.get("file"):
        print(f"Values: {found['file']}")


def print_results(results: Found) -> None:
    """How games end, for two players."""
    head = ("opponent", "wins", "ties", "losses", "points difference")
    rows = []
    texts = {"same": "itself", "random": "a random player", "rising": "1 to 10 in order"}
    for name, text in ((name, texts[name]) for name in results if name in texts):
        shares = [f"{100 * results[name][what]:.2f} %" for what in ("wins", "ties", "losses")]
        rows.append([text, *shares, f"{round(results[name]['difference'], 3) + 0.0:.3f}"])
    print_table(f"Results ({results['how']})", head, rows)


def print_many(found: Found) -> None:
    """The mixture, the measured best reply, the showdown and the results for more players."""
    players, proof = found["players"], found["proof"]
    print(f"Value: {found['value']:.3f} points each, by symmetry")
    print_marginals(found["marginals"])
    nobody = [100 * share for share in found["without_winner"]]
    print(f"A round has no winner {min(nobody):.1f} to {max(nobody):.1f} % of the time; ", end="")
    print(f"there is a showdown in {nobody[-1]:.1f} % of games.")
    print(
        f"If rounds were independent, a best reply would gain {proof['gain_if_independent']:.1e}."
    )
    print(f"By all rules, the best stack found ({' '.join(proof['best_reply'])}) gains ", end="")
    print(f"{proof['gain']:.3f} ± {proof['error']:.3f} points; {proof['tables']} tables; ", end="")
    print(f"{proof['seconds']:.2f} s")
    row = [percent(share) for share in found["showdown"].values()]
    print_table("Showdown: how often each card, %", tuple(found["showdown"]), [row])
    print(
        f"Another card wins at most {found['showdown_gain']:.1e} more often than 1 in {players}; ",
        end="",
    )
    print(f"{100 * found['showdown_without_winner']:.1f} % of showdowns have no winner.")
    texts = {
        "same": "one of us among us",
        "among_random": "one of us among random players",
        "random_among": "a random player among us",
    }
    rows = []
    for name, text in texts.items():
        rate = found["results"][name]
        rows.append([text, f"{100 * rate['wins']:.2f} %", f"{rate['points']:.3f}"])
    print_table(f"Results ({found['results']['how']})", ("seat", "wins", "points"), rows)


def print_marginals(table: list[list[float]]) -> None:
    """How often each card lies at each place."""
    head = ("card", *(str(place + 1) for place in range(KINDS)))
    rows = [
        [CARDS[card], *(percent(cell) for cell in table[card])] for card in reversed(range(KINDS))
    ]
    print_table("Stack: how often each card lies at each place, %", head, rows)


def percent(share: float) -> str:
    """A share in per cent, a dash for nothing."""
    return f"{100 * share:.1f}" if share > 0 else "–"

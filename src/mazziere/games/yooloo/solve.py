"""The solver of YOOLOO: finds an equilibrium, proves it, and reports its results."""

import math
import time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mazziere.games.yooloo import solved
from mazziere.games.yooloo.box import ALL, CARDS, KINDS
from mazziere.games.yooloo.solved import many, rounds, solution, stacks, store
from mazziere.games.yooloo.solved.solution import Variant
from mazziere.kernel.jit import Mode
from mazziere.kernel.solving import Answer, CannotSolve, Progress, Request, TextTable

VARIANTS = ("base", "a", "b")

PROVED = 1e-9
"""A proof holds if the best reply gains at most this."""
TRIALS = 400_000
"""The number of games for the results of variant B."""
TABLES = 50_000
"""The number of tables in the search for the best stack against several players."""
PLAIN_TABLES = 100

# Decimals that are certain; no more are written.
EXACT = 9
"""... of figures that are computed to the last bits."""
LEAST_GAIN = 1e-9
"""The smallest number with that many decimals."""
FROM_WEIGHTS = 6
"""... of figures that follow from weights in millionths, and of those that are counted."""

Found = dict[str, Any]
Report = list[str | TextTable]


def solve(request: Request, progress: Progress) -> Answer:
    """Solve YOOLOO and prove the solution."""
    variant, players = request.variant, request.players
    if players > 2 and variant != "base":
        raise CannotSolve(f"variant {variant} is solved for 2 players only, not for {players}")
    if variant == "b" and request.mode == "plain":
        raise CannotSolve("variant b takes half an hour uncompiled: leave MAZZIERE_JIT=0 out")
    found: Found = {"game": "yooloo", "variant": variant, "players": players}
    if players > 2:
        found |= solve_many(request, progress)
    elif variant == "base":
        found |= solve_base()
    else:
        found |= solve_rounds("a" if variant == "a" else "b", request, progress)
    return Answer(found, report_on(found), found["proof"].get("holds", True))


# The three ways to solve


def solve_base() -> Found:
    """Solve the base game for two by a linear program; compute the best stack against it."""
    began = time.perf_counter()
    table = stacks.solve_two()
    solving = time.perf_counter() - began
    began = time.perf_counter()
    order, gain = stacks.best_reply(table)
    proving = time.perf_counter() - began
    mixture = stacks.decompose(table)
    return {
        "value": 0.0,
        "marginals": certain([[cell / sum(row) for cell in row] for row in table], EXACT),
        "denominator": sum(table[0]),
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


def solve_rounds(variant: Variant, request: Request, progress: Progress) -> Found:
    """Solve all positions of a variant for two players; compute the best reply at each."""
    mode, jobs = request.mode, request.jobs
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
            {
                "points": n + 1,
                "mixture": {CARDS[card]: round(share, EXACT) for card, share in mixture},
            }
            for n, mixture in zip(points, firsts, strict=True)
        ],
        "proof": proof_of(proof.gain, proof.positions, proving) | {"at_start": proof.gain_at_start},
        "gap": values.gap,
        "values": len(values.values),
        "file": str(store.path_of(variant)) if store.load(variant) else None,
        "results": _results(values, request, progress),
        "seconds": solving,
    }


def _results(values: solution.Solution, request: Request, progress: Progress) -> Found:
    """Compute the results of variant A exactly, those of variant B from many games."""
    mode, seed, jobs = request.mode, request.seed, request.jobs
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


def solve_many(request: Request, progress: Progress) -> Found:
    """Solve the base game for three and more with independent rounds, then measure the result."""
    players, seed, mode = request.players, request.seed, request.mode
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
    best = float(many.showdown_gains(showdown, players).max()) - 1 / players
    marginals = many.marginals_of(weights, mode)
    nobody = many.without_winner(marginals, players)
    return {
        "value": round(many.POINTS / players, EXACT),
        "marginals": certain(marginals.tolist(), FROM_WEIGHTS),
        "weights": table,
        "without_winner": certain(nobody.tolist(), FROM_WEIGHTS),
        "showdown": {CARDS[card]: float(share) for card, share in enumerate(showdown)},
        "showdown_gain": certain(best, EXACT),
        "showdown_without_winner": certain(
            float(many.without_winner(showdown[:, None], players)[0]), FROM_WEIGHTS
        ),
        "proof": {
            "gain": certain(found.gain, FROM_WEIGHTS),
            "error": certain(found.error, FROM_WEIGHTS),
            "gain_if_independent": certain(many.best_gain(marginals, players)[0], EXACT),
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
    """Rate an equilibrium player among its like and among random players, and a random player."""
    anything, same = np.ones((KINDS, KINDS)), [1] * KINDS
    others = players - 1
    tried = {
        "same": ([weights] * players, [shares] * players),
        "among_random": ([weights] + [anything] * others, [shares] + [same] * others),
        "random_among": ([anything] + [weights] * others, [same] + [shares] * others),
    }
    rates = {
        name: certain(many.rate(mixtures, drawn, tables, seed + 1, mode)._asdict(), FROM_WEIGHTS)
        for name, (mixtures, drawn) in tried.items()
    }
    return {"how": f"{tables} games", **rates}


# Pieces of the answer


def proof_of(gain: float, positions: int, seconds: float) -> Found:
    """Return the fields of a proof."""
    return {"gain": gain, "positions": positions, "seconds": seconds, "holds": gain <= PROVED}


def results_of(spread: NDArray[np.float64]) -> Found:
    """Return wins, ties, losses and the mean of a distribution of point differences."""
    middle = len(spread) // 2
    found = {
        "wins": math.fsum(spread[middle + 1 :]),
        "ties": float(spread[middle]),
        "losses": math.fsum(spread[:middle]),
        "difference": math.fsum(spread * np.arange(-middle, middle + 1)),
    }
    return {name: certain(value, EXACT) for name, value in found.items()}


def certain(value: Any, decimals: int) -> Any:
    """Round all floats in a value; a zero has no sign."""
    if isinstance(value, float):
        return round(value, decimals) + 0.0
    if isinstance(value, dict):
        return {name: certain(inner, decimals) for name, inner in value.items()}
    return [certain(inner, decimals) for inner in value] if isinstance(value, list) else value


def names(order: list[int]) -> list[str]:
    """Return the cards of a stack in words."""
    return [CARDS[card] for card in order]


# The report


def report_on(found: Found) -> Report:
    """Return the answer in words and tables."""
    variant = "base game" if found["variant"] == "base" else f"variant {found['variant']}"
    seconds = f"solved in {found['seconds']:.2f} s"
    title = f"YOOLOO · {variant} · {found['players']} players · {seconds}"
    return [title, *(report_on_many(found) if found["players"] > 2 else report_on_two(found))]


def report_on_two(found: Found) -> Report:
    """Return the value, the mixture, the proof and the results for two players."""
    report: Report = [f"Value: {found['value']:g} points, by symmetry"]
    if found["variant"] == "base":
        drawn = f"drawn as a mixture of {found['stacks']} stacks."
        report.append(marginals_table(found["marginals"]))
        report.append(f"Exact, in parts of {found['denominator']}; {drawn}")
    else:
        rows = [
            [str(row["points"]), *(percent(row["mixture"][card]) for card in CARDS)]
            for row in found["first_move"]
        ]
        title = "First move: how often each card, %"
        report.append(TextTable(title, ("points card", *CARDS), rows))
    proof = found["proof"]
    where = {
        "base": "the best of all stacks",
        "a": f"all {proof['positions']} positions",
        "b": f"all {proof['positions']} positions (words of two hands × sets of points cards)",
    }[found["variant"]]
    said = "holds" if proof["holds"] else "FAILS"
    gain = f"a best reply gains at most {max(proof['gain'], 0.0):.2g} points"
    report.append(f"Proof: {gain}; {where}; {proof['seconds']:.2f} s; {said} to {PROVED:g}")
    report.append(results_table(found["results"]))
    if found.get("file"):
        report.append(f"Values: {found['file']}")
    return report


def results_table(results: Found) -> TextTable:
    """Return the results of games for two players."""
    head = ("opponent", "wins", "ties", "losses", "points difference")
    rows = []
    texts = {"same": "itself", "random": "a random player", "rising": "1 to 10 in order"}
    for name, text in ((name, texts[name]) for name in results if name in texts):
        shares = [f"{100 * results[name][what]:.2f} %" for what in ("wins", "ties", "losses")]
        rows.append([text, *shares, f"{round(results[name]['difference'], 3) + 0.0:.3f}"])
    return TextTable(f"Results ({results['how']})", head, rows)


def report_on_many(found: Found) -> Report:
    """Return the mixture, the measured best reply, the showdown and the results for more."""
    players, proof = found["players"], found["proof"]
    nobody = [100 * share for share in found["without_winner"]]
    no_winner = f"A round has no winner {min(nobody):.1f} to {max(nobody):.1f} % of the time"
    best = f"the best stack found ({' '.join(proof['best_reply'])})"
    gain = f"gains {proof['gain']:.3f} ± {proof['error']:.3f} points"
    shares = [percent(share) for share in found["showdown"].values()]
    win = f"Another card wins at most {max(found['showdown_gain'], LEAST_GAIN):.0e} more often"
    undecided = f"{100 * found['showdown_without_winner']:.1f} % of showdowns have no winner."
    return [
        f"Value: {found['value']:.3f} points each, by symmetry",
        marginals_table(found["marginals"]),
        f"{no_winner}; there is a showdown in {nobody[-1]:.1f} % of games.",
        f"If rounds were independent, a best reply would gain {proof['gain_if_independent']:.1e}.",
        f"By all rules, {best} {gain}; {proof['tables']} tables; {proof['seconds']:.2f} s",
        TextTable("Showdown: how often each card, %", tuple(found["showdown"]), [shares]),
        f"{win} than 1 in {players}; {undecided}",
        rates_table(found["results"]),
    ]


def rates_table(results: Found) -> TextTable:
    """Return the rates of games for three and more players."""
    texts = {
        "same": "one of us among us",
        "among_random": "one of us among random players",
        "random_among": "a random player among us",
    }
    rows = []
    for name, text in texts.items():
        rate = results[name]
        rows.append([text, f"{100 * rate['wins']:.2f} %", f"{rate['points']:.3f}"])
    return TextTable(f"Results ({results['how']})", ("seat", "wins", "points"), rows)


def marginals_table(table: list[list[float]]) -> TextTable:
    """Return the frequency of each card at each place."""
    head = ("card", *(str(place + 1) for place in range(KINDS)))
    rows = [
        [CARDS[card], *(percent(cell) for cell in table[card])] for card in reversed(range(KINDS))
    ]
    return TextTable("Stack: how often each card lies at each place, %", head, rows)


def percent(share: float) -> str:
    """Return a share in per cent, a dash for nothing."""
    return f"{100 * share:.1f}" if share > 0 else "–"

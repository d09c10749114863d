"""The arena: counts, paired luck, and results that do not depend on threads or batches."""

import json
import threading
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from mazziere.bots.levels import read_spec
from mazziere.cli.arguments import read_arguments
from mazziere.cli.tables import setup_of
from mazziere.games import find
from mazziere.lab import arena
from mazziere.lab.arena import Duel, Pair, Part, Plan, compete, count, player_of, results
from mazziere.lab.seatings import Seating, seatings
from mazziere.lab.sequential import Test, sequence

Played = tuple[NDArray[Any], NDArray[Any]]


def plan_of(players: int = 2, games: int = 200, test: Test | None = None, bots: int = 2) -> Plan:
    game = find("dieci")
    names = tuple(f"bot{number}" for number in range(bots))
    return Plan(game, players, game.full_options({}), 1, names, games, test)


def contest(edge: float, players: int = 2) -> arena.Play:
    """Return matches whose winner the deal draws; a bot with a higher number wins more often."""

    def play(pair: Pair, numbers: Sequence[int], table: Sequence[Seating]) -> Played:
        winners = []
        for number, seating in zip(numbers, table, strict=True):
            rng = Random(f"{number}")  # the same for every seating of a deal
            weights = [1 + edge * pair[bot] for bot in seating]
            seat = rng.choices(range(players), weights)[0]
            winners.append(1 << seat)
        scores = [[bits >> seat & 1 for seat in range(players)] for bits in winners]
        return np.array(scores), np.array(winners)

    return play


def found_by(plan: Plan, play: arena.Play, jobs: int = 1) -> dict[str, Any]:
    duels, complete = compete(plan, play, jobs, lambda matches: None)
    return results(plan, duels, complete)


# Counting


def test_counting_by_hand() -> None:
    table = seatings([(0,), (1,), (2,), (3,)])
    assert table[0] == (0, 0, 1, 1)
    winners = np.array([0b0100, 0b0011, 0b1111, 0b0111, 0b0001, 0b0001] * 2)
    winners[6:] = 0b1010
    scores = np.tile(np.array([4, 1, 7, 3], np.int32), (12, 1))
    part = count(table, scores, winners)
    second = [[seat for seat in range(4) if bots[seat]] for bots in table]
    units, shared = [0, 0], [0, 0]
    for row, bits in enumerate(winners.tolist()):
        seats = [seat for seat in range(4) if bits >> seat & 1]
        own = [seat for seat in seats if seat in second[row % 6]]
        units[row // 6] += arena.UNIT * len(own) // len(seats)
        shared[row // 6] += 0 < len(own) < len(seats)
    assert part.units == units
    assert part.shared == shared
    assert part.margins == pytest.approx([0, 0], abs=1e-12)  # everybody has every seat


def test_score_differences_are_between_mean_scores() -> None:
    table = [(0, 0, 1)]
    part = count(table, np.array([[2, 4, 9], [5, 5, 1]]), np.array([4, 1]))
    assert part.margins == [9 - 3, 1 - 5]
    assert part.units == [arena.UNIT, 0]


@pytest.mark.parametrize("players", range(2, 11))
def test_equal_bots_share_every_deal_evenly(players: int) -> None:
    """Luck alone decides: not one deal tells them apart."""
    plan = plan_of(players, games=500)
    (duel,), complete = compete(plan, contest(0, players), 1, lambda matches: None)
    assert complete
    assert duel.shares.tolist() == [0.5] * plan.deals
    assert max(map(abs, duel.margins)) < 1e-12


def test_a_better_bot_is_seen_to_be_better() -> None:
    """With weights 1 and 2 in four seats the better pair wins 4 of 6."""
    found = found_by(plan_of(4, games=12_000), contest(1, 4))
    (pair,) = found["pairs"]
    assert pair["low"] < 2 / 3 < pair["high"]
    assert pair["high"] - pair["low"] < 0.02
    assert sum(pair["wins"]) == pair["matches"] == 12_000
    assert pair["elo"][0] == pytest.approx(400 * np.log10(2), abs=20)
    assert found["ratings"][1]["share"] == pair["share"]
    assert found["ratings"][1]["low"] == pytest.approx(pair["low"], abs=1e-8)


# However it is run


@pytest.mark.parametrize("test", [None, Test("beats"), Test("not-worse", 0.05)])
def test_results_do_not_depend_on_jobs_or_parts(
    monkeypatch: pytest.MonkeyPatch, test: Test | None
) -> None:
    plan = plan_of(games=3001, bots=3, test=test)
    play = contest(0.2)
    texts = {json.dumps(found_by(plan, play, jobs)) for jobs in (1, 2, 7)}
    for seconds in (0.0, 1e-3, 100.0):
        monkeypatch.setattr(arena, "CHUNK_SECONDS", seconds)
        texts.add(json.dumps(found_by(plan, play, 3)))
    assert len(texts) == 1
    found = json.loads(texts.pop())
    deals = [pair["deals"] for pair in found["pairs"]]
    if test is None:
        assert deals == [1501] * 3
    else:
        assert min(deals) < 1501
        assert all(deal % 10 == 0 or deal == 1501 for deal in deals)


def test_every_match_is_reported_once() -> None:
    for test in (None, Test("beats")):
        plan = plan_of(games=2000, bots=3, test=test)
        told: list[int] = []
        compete(plan, contest(0.5), 2, told.append)
        assert sum(told) == plan.matches == 3 * 2000
        assert min(told) >= 0


def test_a_test_stops_with_the_interval_that_decides_it() -> None:
    found = found_by(plan_of(games=100_000, test=Test("beats")), contest(1))
    (pair,) = found["pairs"]
    assert pair["verdict"] == "beats"
    assert pair["deals"] < 1000
    assert pair["low"] > 0.5
    values, counts = zip(*pair["deal_shares"], strict=True)
    assert sum(counts) == pair["deals"]
    again = sequence(np.array(values), np.array(counts, np.float64))
    assert pair["sequence"] == pytest.approx(again, abs=1e-6)
    assert [pair["low"], pair["high"]] == pair["sequence"]
    turned = found_by(plan_of(games=100_000, test=Test("beats")), contest(-0.5))
    assert turned["pairs"][0]["verdict"] == "loses"
    even = found_by(plan_of(games=200, test=Test("beats")), contest(0))
    assert even["pairs"][0]["verdict"] == "open"


def test_an_interruption_leaves_what_was_played() -> None:
    played = threading.Semaphore(6)

    def play(pair: Pair, numbers: Sequence[int], table: Sequence[Seating]) -> Played:
        if not played.acquire(blocking=False):
            raise KeyboardInterrupt
        return contest(1)(pair, numbers, table)

    plan = plan_of(games=1000, bots=3)
    duels, complete = compete(plan, play, 1, lambda matches: None)
    assert not complete
    assert all(0 < duel.deals < 500 for duel in duels)
    found = results(plan, duels, complete)
    assert found["complete"] is False
    assert [pair["deals"] for pair in found["pairs"]] == [duel.deals for duel in duels]


def test_deals_that_come_after_the_verdict_are_dropped() -> None:
    duel = Duel((0, 1), 2)
    duel.take(Part([2 * arena.UNIT] * 145, [1.0] * 145, [0] * 145), Test("beats"), 1000)
    assert duel.stopped
    assert duel.deals == len(duel.margins) == len(duel.shared) == 100
    assert duel.left(1000) == 0


# The command that reproduces it


def test_the_command_reads_back() -> None:
    game = find("uno")
    chosen = {"custom": ["plain", "extra_turn", "none"], "final_draw": False, "target": 60}
    bots = ("random", "hard:iterations=7")
    plan = Plan(game, 3, game.full_options(chosen), -5, bots, 12, Test("not-worse", 0.05))
    words = plan.command().split()
    assert words[:3] == ["mazziere", "arena", "uno"]
    read = read_arguments(words[1:])
    assert read is not None
    setup = setup_of(read, read.game)
    assert (setup.players, setup.seed, setup.options) == (3, -5, plan.options)
    assert (read.bots, read.games) == (",".join(bots), 12)
    assert (read.test, read.margin) == ("not-worse", 0.05)
    plain = replace(plan, test=None, options=game.full_options({}))
    assert "--set" not in plain.command()
    assert "--test" not in plain.command()


# Real bots


def test_bots_at_the_table() -> None:
    """A pair plays the deals of the seed; the second bot's wins are counted where it sits."""
    game = find("dieci")
    specs = [read_spec("random"), read_spec("hard:iterations=5")]
    bots = tuple(spec.text for spec in specs)
    plan = Plan(game, 2, game.full_options({"tokens": 1}), 3, bots, 12)
    play = player_of(plan, specs, "plain")
    scores, winners = play((0, 1), [0, 0, 5, 5], [(0, 1), (1, 0)] * 2)
    assert scores.shape == (4, 2)
    assert set(winners.tolist()) <= {1, 2, 3}
    found = found_by(plan, play)
    assert found["pairs"][0]["matches"] == 12
    again, _ = play((0, 1), [0, 0, 5, 5], [(0, 1), (1, 0)] * 2)
    assert (again == scores).all()
    alike = player_of(plan, [specs[1], specs[1]], "plain")
    (duel,), _ = compete(plan, alike, 1, lambda matches: None)
    assert duel.shares.tolist() == [0.5] * 6

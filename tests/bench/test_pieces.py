"""The parts of the benchmark run, at sizes too small to measure anything."""

import os
import time
from importlib.util import find_spec
from pathlib import Path

import pytest
from platformdirs import user_cache_path

from bench import limit, machine, ours, peers, revisions, starts
from bench.sampling import NotMeasured, Stopwatch
from mazziere.games import find
from mazziere.kernel.engine import engine, wanted_mode
from mazziere.kernel.rng import seed_words
from mazziere.lab import bench as lab


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> limit.Program:
    try:
        return limit.build(tmp_path_factory.mktemp("limit"))
    except NotMeasured as reason:
        pytest.skip(str(reason))


@pytest.mark.parametrize("players", [2, 3, 10])
def test_the_c_program_plays_the_very_matches_of_the_engine(
    program: limit.Program, players: int
) -> None:
    mode = wanted_mode()
    count = 3 if mode == "plain" else 100
    seed, first = 7, 11
    scores, results = engine(find("uno"), mode).play_matches(players, {}, seed, first, count)
    played = limit.play(program, players, seed_words(seed), first, count)
    assert played.matches == count
    assert played.steps == results[:, 0].sum()
    assert played.steps + played.chances == results[:, 1].sum()
    assert played.wins == scores.sum(axis=0).tolist()


def test_the_c_program_takes_part(program: limit.Program) -> None:
    sample = limit.contestant(program, 2, seed_words(1))(0.02)
    assert sample.steps_per_s > 1000
    assert 100 < sample.steps_per_match < 10_000


def test_a_c_program_that_fails_is_not_measured(tmp_path: Path) -> None:
    with pytest.raises(NotMeasured, match="the C program fails"):
        limit.play(limit.Program(tmp_path / "none", ""), 2, (1, 2, 3, 4), 0, 1)


@pytest.mark.parametrize("way", [lab.playout, lab.steps, lab.vector])
def test_the_engine_takes_part_by_cpu_time(way: ours.Way) -> None:
    sample = ours.contestant(way, engine(find("one_to_ten"), wanted_mode()), 2)(0.02)
    assert sample.steps_per_s > 0
    assert sample.steps_per_match > 2
    assert sample.cpu_share > 0


def test_the_clock_of_the_bench_command_comes_back() -> None:
    with ours.cpu_time():
        assert vars(lab)["time"].perf_counter is time.process_time
    assert vars(lab)["time"] is time


def test_long_matches_are_timed_in_parts() -> None:
    built = engine(find("one_to_ten"), wanted_mode())
    found = ours.lengths(built, 2, matches=20, times=1)
    _, results = built.play_matches(2, {}, ours.SEED, 0, 20)
    assert found.long_steps == sorted(results[:, 1])[-2:][0] / 2 + max(results[:, 1]) / 2
    assert found.middling_steps < found.long_steps
    with pytest.raises(NotMeasured, match="too short"):
        ours.lengths(engine(find("yooloo"), wanted_mode()), 2, matches=5, times=1)


@pytest.mark.slow
def test_threads_play_at_desks_of_their_own() -> None:
    found = ours.threads(engine(find("one_to_ten"), "compiled"), 2, 0.05)
    assert min(found) > 0


def test_a_peer_that_is_not_there_is_not_measured() -> None:
    with pytest.raises(NotMeasured, match="no_such_peer"):
        peers.contestant("no_such_peer")(0.01)
    assert peers.version("no-such-distribution") == "not installed"


@pytest.mark.parametrize(
    ("module", "peer", "argument", "length"),
    [
        ("pyspiel", "crazy_eights", "rollouts", 86),
        ("pyspiel", "crazy_eights", "bots", 86),
        ("rlcard", "rlcard_uno", "", 45),
    ],
)
def test_a_peer_takes_part_or_is_not_measured(
    module: str, peer: str, argument: str, length: float
) -> None:
    if find_spec(module) is None:  # the peers live in the environment of `make bench`
        with pytest.raises(NotMeasured):
            peers.contestant(peer, argument)(0.2)
        return
    sample = peers.contestant(peer, argument)(0.2)
    assert sample.steps_per_s > 1000
    assert sample.steps_per_match == pytest.approx(length, rel=0.2)


@pytest.mark.slow
def test_a_start_from_the_cache() -> None:
    cache = Path(os.environ.get("MAZZIERE_CACHE_DIR") or user_cache_path("mazziere"))
    found = starts.start("one_to_ten", cache)
    assert min(found) > 0
    with pytest.raises(NotMeasured, match="no_such_game"):
        starts.start("no_such_game", cache)


def test_the_machine_is_described() -> None:
    told = machine.describe()
    assert told["cores"] >= 1
    assert told["processor"]
    assert machine.quietest_core(0.01) in machine.allowed_cores()


def test_a_stopwatch_adds_its_stretches(monkeypatch: pytest.MonkeyPatch) -> None:
    now = {"perf_counter": 10.0, "process_time": 1.0}
    for name in now:
        monkeypatch.setattr(time, name, lambda name=name: now[name])
    watch = Stopwatch()
    now["perf_counter"], now["process_time"] = 12.0, 1.5
    assert watch.stop() == 0.5
    assert (watch.seconds, watch.cpu_share) == (2.0, 0.25)
    now["perf_counter"] = 20.0
    watch.go()  # the time since the stop is not counted
    now["perf_counter"] = 21.0
    watch.stop()
    assert watch.seconds == 3.0


def test_two_revisions_play_in_turns(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("MAZZIERE_JIT", "0")
    words = [str(revisions.ROOT), "one_to_ten:2", "--rounds", "2", "--seconds", "0.01"]
    assert revisions.main(words) == 0
    head, _, row = capsys.readouterr().out.splitlines()
    assert row.count("|") == head.count("|")
    lengths = [int(length) for length in row.split("|")[5].split(",")]
    assert min(lengths) >= 20  # each of two players turns over ten cards at least

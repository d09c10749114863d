"""Shards: the same results on every backend, also when workers die, and resumed from a file."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import psutil
import pytest

from mazziere import __version__
from mazziere.bots.levels import read_spec
from mazziere.cli import main
from mazziere.games import find
from mazziere.lab import arena, sim
from mazziere.lab.cluster import check_name
from mazziere.lab.shards import ExecutorBackend, ShardError, ShardFile, Shards
from tests.waiting import wait_until

GAME = find("dieci")
OPTIONS = GAME.full_options({"tokens": 1})
BOTS = [read_spec(text) for text in ("easy", "normal")]
PLAN = arena.Plan(GAME, 2, OPTIONS, 7, ("easy", "normal"), 40)
LIMIT_S = 120


def processes() -> ProcessPoolExecutor:
    return ProcessPoolExecutor(2, mp_context=get_context("spawn"))


def ignore(count: int) -> None:
    """Take a report of progress."""


def competed(make: Callable[[], Executor], file: ShardFile | None = None) -> str:
    backend = ExecutorBackend(make, 2)
    try:
        shards = Shards(backend, file)
        duels, complete = arena.compete_in_shards(PLAN, BOTS, "plain", shards, ignore)
        return json.dumps(arena.results(PLAN, duels, complete))
    finally:
        backend.close()


def test_the_arena_is_the_same_in_threads_shards_and_processes() -> None:
    play = arena.player_of(PLAN, BOTS, "plain")
    duels, complete = arena.compete(PLAN, play, 1, ignore)
    expected = json.dumps(arena.results(PLAN, duels, complete))
    assert competed(lambda: ThreadPoolExecutor(1)) == expected
    assert competed(processes) == expected


def test_a_simulation_is_the_same_in_shards() -> None:
    setup = sim.Setup(GAME, 2, OPTIONS, 3, tuple(BOTS))
    whole = sim.simulate(setup, 30, 1, "plain", ignore)
    backend = ExecutorBackend(lambda: ThreadPoolExecutor(1), 1)
    parts = sim.simulate_in_shards(setup, 30, "plain", Shards(backend), ignore)
    backend.close()
    assert parts == whole
    assert sim.Tally.from_json(json.loads(json.dumps(whole.to_json()))) == whole


# Workers that die


def die_once(mark: str, value: int) -> dict[str, Any]:
    """Kill the own process the first time."""
    path = Path(mark)
    if not path.exists():
        path.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return {"value": value}


def die(value: int) -> dict[str, Any]:
    os.kill(os.getpid(), signal.SIGKILL)
    return {}


def test_a_shard_whose_worker_died_runs_again(tmp_path: Path) -> None:
    backend = ExecutorBackend(processes, 2)
    shards = Shards(backend)
    running = [
        shards.submit(str(n), die_once, str(tmp_path / f"mark{n // 2}"), n) for n in range(4)
    ]
    assert [shard.result() for shard in running] == [{"value": n} for n in range(4)]
    backend.close()


def test_a_shard_whose_workers_always_die_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mazziere.lab.shards.ATTEMPTS", 1)
    backend = ExecutorBackend(processes, 1)
    with pytest.raises(ShardError, match="shard 5-6: its workers died 2 times"):
        Shards(backend).submit("5-6", die, 1).result()
    backend.close()


def test_an_error_of_a_shard_is_no_loss_of_a_worker() -> None:
    backend = ExecutorBackend(lambda: ThreadPoolExecutor(1), 1)
    with pytest.raises(ZeroDivisionError):
        Shards(backend).submit("0", lambda: {"value": 1 // 0}).result()
    backend.close()


# The file


def test_a_run_goes_on_where_it_stopped(tmp_path: Path) -> None:
    path, run = tmp_path / "run.jsonl", {"seed": 7}
    expected = competed(lambda: ThreadPoolExecutor(1))
    file = ShardFile(path, run)
    assert competed(lambda: ThreadPoolExecutor(1), file) == expected
    file.close()
    lines = path.read_text().splitlines(keepends=True)
    assert len(lines) > 4
    path.write_text("".join(lines[:3]) + lines[3][:-9])  # stopped in mid-line
    file = ShardFile(path, run)
    assert len(file.results) == 2
    assert competed(lambda: ThreadPoolExecutor(1), file) == expected
    file.close()
    assert path.read_text() == "".join(lines)
    file = ShardFile(path, run)
    assert competed(no_executor, file) == expected  # everything is known
    file.close()


def no_executor() -> Executor:
    class Nothing(Executor):
        def submit(self, *args: Any, **settings: Any) -> "Future[Any]":
            raise AssertionError("a finished shard ran again")

    return Nothing()


def test_files_that_cannot_be_resumed_are_named(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    ShardFile(path, {"seed": 7}).close()
    with pytest.raises(ShardError, match="it belongs to another run"):
        ShardFile(path, {"seed": 8})
    path.write_text("hello\n")
    with pytest.raises(ShardError, match="it is not a file of shards"):
        ShardFile(path, {"seed": 7})
    path.write_bytes(b"\xff\xfe\n")
    with pytest.raises(ShardError, match="cannot be resumed"):
        ShardFile(path, {"seed": 7})
    path.unlink()
    ShardFile(path, {"seed": 7}).close()
    with path.open("a") as file:
        file.write("{}\n")
    with pytest.raises(ShardError, match="line 2 is damaged"):
        ShardFile(path, {"seed": 7})
    with pytest.raises(ShardError, match="cannot be resumed"):
        ShardFile(tmp_path, {"seed": 7})
    with pytest.raises(ShardError, match="cannot be written"):
        ShardFile(tmp_path / "no" / "file", {"seed": 7})


# The command line


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["--cluster", "local:0"], "local: takes 1 to 256 workers"),
        (["--cluster", "local:x"], "local: takes 1 to 256 workers"),
        (["--cluster", "somewhere"], "not the address of a scheduler"),
        (["--cluster", "foo://host:8786"], "not the address of a scheduler"),
        (["--cluster", "tcp://host"], "not the address of a scheduler"),
        (["--cluster", "tcp://127.0.0.1:abc"], "not the address of a scheduler"),
        (["--cluster", "tcp://:8786"], "not the address of a scheduler"),
        (["--cluster", "tls://127.0.0.1:1"], "no scheduler answers"),
        (["--cluster", "tcp://127.0.0.1:1"], "no scheduler answers"),
    ],
)
def test_a_cluster_that_makes_no_sense_is_named(
    words: list[str],
    line: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("MAZZIERE_JIT", "0")
    monkeypatch.setattr("mazziere.lab.cluster.CONNECT_S", 1)
    assert main(["sim", "dieci", "--games", "2", *words]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert line in shown.err
    assert shown.err.count("\n") == 1


def test_names_of_clusters() -> None:
    check_name("local:4")
    check_name("tcp://host:8786")


ARENA = (
    "arena", "dieci", "--games", "400", "--seed", "1", "--bots", "easy,normal",
    "--set", "tokens=2", "--json",
)  # fmt: skip


def command(*words: str) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [sys.executable, "-m", "mazziere", *ARENA, *words],
        env={**os.environ, "MAZZIERE_JIT": "0"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )


def workers(parent: int) -> list[psutil.Process]:
    """List the worker processes of a local cluster."""
    found = []
    for process in psutil.Process(parent).children(recursive=True):
        try:
            if "spawn_main" in " ".join(process.cmdline()):
                found.append(process)
        except psutil.NoSuchProcess:
            continue
    return found


def test_a_cluster_gives_the_same_bytes_though_workers_are_killed(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    running = command("--cluster", "local:2", "--resume", str(path))

    def done() -> int:
        return path.read_bytes().count(b"\n") - 1 if path.exists() else 0

    killed = 0
    for shards in (2, 8):
        wait_until(lambda wanted=shards: done() >= wanted, f"{shards} finished shards", LIMIT_S)  # type: ignore[misc]
        assert running.poll() is None, "the run was over before a worker could be killed"
        wait_until(lambda: workers(running.pid), "a worker to kill", LIMIT_S)
        workers(running.pid)[0].kill()
        killed += 1
    out, errors = running.communicate(timeout=LIMIT_S)
    assert (running.returncode, errors) == (0, b"")
    assert killed == 2
    alone = command()
    assert alone.communicate(timeout=LIMIT_S)[0] == out


@contextmanager
def dask(*words: str) -> "Iterator[subprocess.Popen[bytes]]":
    """Run a part of Dask until the end of the block."""
    process = subprocess.Popen(
        [sys.executable, "-m", "dask", *words, "--no-dashboard"],
        env={**os.environ, "MAZZIERE_JIT": "0"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield process
    finally:
        process.terminate()
        process.wait(LIMIT_S)


def test_a_scheduler_gives_the_same_bytes_and_its_loss_is_one_line(tmp_path: Path) -> None:
    file, bot = tmp_path / "scheduler.json", tmp_path / "mybot.py"
    bot.write_text("def last(view, moves): return moves[-1]\n", encoding="utf-8")
    place = ("--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(file))
    with dask("scheduler", *place) as scheduler:
        wait_until(lambda: file.exists() and file.read_text(), "a scheduler", LIMIT_S)
        address = json.loads(file.read_text())["address"]
        with dask("worker", address, "--nworkers", "1", "--nthreads", "1"):
            words = ("--games", "12", "--bots", f"easy,{bot}:last")
            spread = command(*words, "--cluster", address)
            out, errors = spread.communicate(timeout=LIMIT_S)
            assert (spread.returncode, errors) == (0, b"")
            assert command(*words).communicate(timeout=LIMIT_S)[0] == out
            path = tmp_path / "run.jsonl"
            running = command("--games", "40000", "--cluster", address, "--resume", str(path))
            wait_until(
                lambda: path.exists() and path.read_bytes().count(b"\n") >= 2, "a shard", LIMIT_S
            )
            scheduler.kill()
            out, errors = running.communicate(timeout=LIMIT_S)
    assert (running.returncode, out) == (2, b"")
    assert errors.decode() == f"mazziere: --cluster {address}: the scheduler is gone\n"


def workers_of(address: str) -> int:
    """Count the workers of a scheduler."""
    import distributed

    client: Any = distributed.Client
    with client(address, set_as_default=False) as known:
        return len(known.scheduler_info(n_workers=-1)["workers"])


@pytest.mark.parametrize(
    ("change", "line"),
    [
        ("sys.modules['mazziere'] = None", f"a worker has mazziere none, this is {__version__} ("),
        ("import mazziere; mazziere.__version__ = '0.0.1'", "a worker has mazziere 0.0.1"),
    ],
    ids=["without", "another"],
)
def test_a_worker_without_our_release_is_one_line(tmp_path: Path, change: str, line: str) -> None:
    file, preload = tmp_path / "scheduler.json", tmp_path / "change.py"
    preload.write_text(f"import sys\n{change}\n", encoding="utf-8")
    place = ("--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(file))
    with dask("scheduler", *place):
        wait_until(lambda: file.exists() and file.read_text(), "a scheduler", LIMIT_S)
        address = json.loads(file.read_text())["address"]
        with dask("worker", address, "--nworkers", "1", "--preload", str(preload)):
            wait_until(lambda: workers_of(address) == 1, "a worker", LIMIT_S)
            out, errors = command("--cluster", address).communicate(timeout=LIMIT_S)
    assert out == b""
    assert line in errors.decode()
    assert errors.count(b"\n") == 1


def test_a_custom_bot_that_fails_on_a_cluster_is_named_in_one_line(tmp_path: Path) -> None:
    bot = tmp_path / "mybot.py"
    bot.write_text("def boom(view, moves): raise ValueError('no idea')\n", encoding="utf-8")
    failing = command("--bots", f"easy,{bot}:boom", "--cluster", "local:1")
    out, errors = failing.communicate(timeout=LIMIT_S)
    assert (failing.returncode, out) == (2, b"")
    line = f"mazziere: bot {bot}:boom: ValueError: no idea (mybot.py, line 1)\n"
    assert errors.decode() == line


@pytest.mark.parametrize("where", [("--jobs", "1"), ("--cluster", "local:1")])
def test_an_interrupted_run_keeps_its_finished_work(tmp_path: Path, where: tuple[str, ...]) -> None:
    path = tmp_path / "run.jsonl"
    running = command(*where, "--resume", str(path))
    wait_until(
        lambda: path.exists() and path.read_bytes().count(b"\n") >= 4, "finished shards", LIMIT_S
    )
    os.killpg(running.pid, signal.SIGINT)  # a terminal sends it to all processes
    out, errors = running.communicate(timeout=LIMIT_S)
    assert running.returncode == 130
    assert errors == b"mazziere: interrupted\n"
    assert json.loads(out)["complete"] is False
    again = command("--resume", str(path))
    whole, _ = again.communicate(timeout=LIMIT_S)
    assert again.returncode == 0
    assert json.loads(whole)["complete"] is True
    assert command().communicate(timeout=LIMIT_S)[0] == whole

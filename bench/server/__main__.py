"""Measure the play server next to boardgame.io's, and the cost of idle connections.

    python -m bench.server [--seconds 8] [--rounds 3] [--idle 10000] [--game uno]
    python -m bench.server --bots-only      only the latency beside tables of bots
    python -m bench.server --idle-only      only the idle connections

One server process on one core, the clients on another. Each round measures both servers one after
the other, so that other load affects both. If a server had to share its core, compare the CPU time
per move instead of moves per second. Prints a table and writes
`bench/results/server.json`. The exit code is 0 whatever the figures are.
"""

import argparse
import asyncio
import json
import os
import signal
import statistics
import subprocess
import tempfile
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from bench import machine
from bench.sampling import NotMeasured
from bench.server import beside_bots, idle, ours, peer, tables
from bench.server.figures import Figures

RESULTS = Path(__file__).parents[1] / "results" / "server.json"
SIZES = (100, 500)
"""Numbers of tables with two people each."""
WARM_S = 2.0


def run(work: Coroutine[Any, Any, Any]) -> Any:
    """Run on uvloop if it is installed."""
    factory: Callable[[], asyncio.AbstractEventLoop] | None = None
    try:
        import uvloop

        factory = uvloop.new_event_loop
    except ImportError:
        pass
    with asyncio.Runner(loop_factory=factory) as runner:
        return runner.run(work)


def stop(process: "subprocess.Popen[str]") -> None:
    process.send_signal(signal.SIGTERM)
    try:
        process.wait(20)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def our_round(game: str, size: int, seconds: float, core: int | None) -> Figures:
    with tempfile.TemporaryDirectory(prefix="mazziere-bench-") as folder:
        database = f"sqlite:///{Path(folder) / 'store.db'}"
        seated = run(tables.write(database, game, size, 2))
        process, port = ours.start(database, core, Path(folder), game)
        try:
            figures: Figures = run(ours.measure(seated, port, process.pid, WARM_S, seconds))
        finally:
            stop(process)
        return figures


def their_round(installed: Path, size: int, seconds: float, core: int | None) -> Figures:
    process, port = peer.start(installed, core)
    try:
        figures: Figures = run(peer.measure(port, process.pid, size, WARM_S, seconds))
    finally:
        stop(process)
    return figures


def middle(rounds: list[Figures]) -> Figures:
    return Figures(*(statistics.median(column) for column in zip(*rounds, strict=True)))


def measure(arguments: argparse.Namespace, installed: Path) -> dict[str, Any]:
    cores = machine.allowed_cores()
    server_core = cores[0] if len(cores) > 1 else None
    if server_core is not None:
        machine.keep_to(cores[1:])
    before = machine.load()
    found: dict[str, Any] = {"machine": machine.describe(), "cores": {"server": server_core}}
    try:
        found["boardgame.io"] = peer.install(installed)
    except NotMeasured as reason:
        found["boardgame.io"] = str(reason)
    is_there = found["boardgame.io"] == peer.VERSION
    for size in SIZES:
        mine, theirs = [], []
        for _ in range(arguments.rounds):
            mine.append(our_round(arguments.game, size, arguments.seconds, server_core))
            if is_there:
                theirs.append(their_round(installed, size, arguments.seconds, server_core))
        found[f"{size} tables"] = {
            "ours": middle(mine)._asdict(),
            "theirs": middle(theirs)._asdict() if theirs else None,
            "rounds": {
                "ours": [one._asdict() for one in mine],
                "theirs": [one._asdict() for one in theirs],
            },
        }
        say(size, found[f"{size} tables"])
    if arguments.idle:
        found["idle"] = run_idle(arguments, server_core)
    found["beside bots"] = run_beside_bots(arguments)._asdict()
    found["load"] = [before, machine.load()]
    machine.keep_to(cores)
    return found


def run_idle(arguments: argparse.Namespace, core: int | None) -> dict[str, float]:
    with tempfile.TemporaryDirectory(prefix="mazziere-bench-") as folder:
        database = f"sqlite:///{Path(folder) / 'store.db'}"
        seated = run(tables.write(database, arguments.game, arguments.idle // 2, 2))
        process, port = ours.start(database, core, Path(folder), arguments.game)
        try:
            found: dict[str, float] = run(
                idle.measure(seated, port, process.pid, arguments.seconds)
            )
        finally:
            stop(process)
    print(
        f"{found['sockets']:.0f} idle sockets: {found['kib_per_socket']:.1f} KiB each with their "
        f"share of the table; connected in {found['connected_s']:.1f} s, all dropped and resumed "
        f"in {found['resumed_s']:.1f} s; {found['pings_s']:.0f} pings/s take "
        f"{found['ping_share']:.0%} of a core, {found['ping_us']:.0f} us each"
    )
    return found


def run_beside_bots(arguments: argparse.Namespace) -> Figures:
    """Measure moves while bots think at other tables; the server may use all cores."""
    game, beside = arguments.game, beside_bots
    with tempfile.TemporaryDirectory(prefix="mazziere-bench-") as folder:
        database = f"sqlite:///{Path(folder) / 'store.db'}"
        seated = run(tables.write(database, game, beside.TABLES, 2))
        with_bots = run(
            tables.write(database, game, beside.BOT_TABLES, 1, beside.BOTS, beside.LEVEL)
        )
        process, port = ours.start(database, None, Path(folder), game, with_bots=True)
        try:
            figures: Figures = run(
                beside.measure(seated, with_bots, port, process.pid, WARM_S, arguments.seconds)
            )
        finally:
            stop(process)
    print(
        f"beside {beside.BOT_TABLES} tables of {beside.BOTS} {beside.LEVEL} bots: "
        f"{figures.moves_s:.0f} moves/s of people, p50 {figures.p50_ms:.1f} ms, "
        f"p99 {figures.p99_ms:.1f} ms; cores in use: server {figures.server_share:.0%}",
        flush=True,
    )
    return figures


def say(size: int, row: dict[str, Any]) -> None:
    for name in ("ours", "theirs"):
        if row[name]:
            figures = Figures(**row[name])
            print(
                f"{size} tables, {name:6}: {figures.moves_s:6.0f} moves/s, "
                f"p50 {figures.p50_ms:6.1f} ms, p99 {figures.p99_ms:6.1f} ms, "
                f"{figures.server_us:4.0f} us of the server each; cores in use: server "
                f"{figures.server_share:4.0%}, clients {figures.client_share:4.0%}",
                flush=True,
            )
    if row["theirs"]:
        mine, theirs = Figures(**row["ours"]), Figures(**row["theirs"])
        print(
            f"  ratio {mine.moves_s / theirs.moves_s:.2f}, by what a move costs the server "
            f"{theirs.server_us / mine.server_us:.2f}",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.server")
    parser.add_argument("--seconds", type=float, default=8.0)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--idle", type=int, default=10_000)
    parser.add_argument("--game", default="uno")
    parser.add_argument("--bots-only", action="store_true")
    parser.add_argument("--idle-only", action="store_true")
    arguments = parser.parse_args()
    if arguments.bots_only:
        run_beside_bots(arguments)
        return
    if arguments.idle_only:
        cores = machine.allowed_cores()
        machine.keep_to(cores[1:] or cores)
        run_idle(arguments, cores[0])
        return
    with tempfile.TemporaryDirectory(prefix="mazziere-peer-") as folder:
        installed = Path(os.environ.get("BOARDGAME_IO", folder))
        found = measure(arguments, installed)
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    print(f"everything: {RESULTS.relative_to(Path.cwd())}")


if __name__ == "__main__":
    main()

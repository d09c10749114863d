"""A real server in a process of its own, with real SQLite on a free port.

    python -m tests.browser.serving FOLDER

prints its address and serves until it is ended. Without the limits that fast fingers run into.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MANY = 10**6


@contextmanager
def served(folder: Path, base_path: str = "", chat: bool = True) -> Iterator[str]:
    """A server while it is needed: its address."""
    path = os.pathsep.join((str(ROOT / "src"), str(ROOT)))
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.browser.serving", str(folder), base_path]
            + ([] if chat else ["no-chat"]),
            stdout=subprocess.PIPE,
            stderr=log,
            stdin=subprocess.DEVNULL,
            text=True,
            # Compiling would take longer than all of the matches.
            env={**os.environ, "PYTHONPATH": path, "MAZZIERE_JIT": "0"},
            cwd=ROOT,
        )
    assert process.stdout is not None
    try:
        address = process.stdout.readline().strip()
        assert address, (folder / "log").read_text()
        yield address
    finally:
        process.terminate()
        process.wait(30)
        process.stdout.close()


def main(folder: str, base_path: str = "", *more: str) -> None:
    """Serve on a free port."""
    from mazziere.server.config import Config
    from mazziere.server.run import Ready, run

    def ready(found: Ready) -> None:
        print(f"http://127.0.0.1:{found.port}{base_path}", flush=True)

    config = Config(
        port=0,
        admin_port=None,
        base_path=base_path,
        chat="no-chat" not in more,
        database=f"sqlite:///{folder}/tables.db",
        requests_per_minute=MANY,
        codes_per_minute=MANY,
        talk_per_minute=MANY,
        hints_per_minute=MANY,
        tables_per_person=MANY,
        tables_per_address=MANY,
        messages=MANY,
        least_pace_ms=0,
    )
    run(config, ready)


if __name__ == "__main__":
    main(*sys.argv[1:])

"""A real server in a process of its own, with SQLite on a free port and without rate limits.

    python -m tests.browser.serving FOLDER

prints the address and serves until it is terminated. The ids and secrets of its tables are derived
from the text in FOLDER/seed and a counter, which starts anew when the text changes. A test writes
its name there, and so gets the same deals and bots in every run.
"""

import hashlib
import json
import os
import secrets
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.waiting import LIMIT_S, next_line

ROOT = Path(__file__).resolve().parents[2]
SEED = "seed"
PID = "pid"
MANY = 10**6


@contextmanager
def served(
    folder: Path,
    base_path: str = "",
    chat: bool = True,
    packages: Path | None = None,
    **config: Any,
) -> Iterator[str]:
    """Run a server, with other packages if a folder is given; yield its address.

    `config` replaces settings of the server.
    """
    places = [ROOT / "src", ROOT] if packages is None else [packages, ROOT / "src", ROOT]
    path = os.pathsep.join(map(str, places))
    arguments = [str(folder), base_path, json.dumps({"chat": chat, **config})]
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.browser.serving", *arguments],
            stdout=subprocess.PIPE,
            stderr=log,
            stdin=subprocess.DEVNULL,
            text=True,
            # Compiling takes longer than all of the matches.
            env={**os.environ, "PYTHONPATH": path, "MAZZIERE_JIT": "0"},
            cwd=ROOT,
        )
    try:
        try:
            address = next_line(process, "the server prints its address").strip()
        except AssertionError as error:
            error.add_note((folder / "log").read_text())
            raise
        yield address
    finally:
        process.terminate()
        process.communicate(timeout=LIMIT_S)


def seeded_bytes(seed: str, kind: str, length: int, count: int) -> bytes:
    """Return the `count`th value of its kind and length that a server makes for a seed."""
    return hashlib.shake_256(f"{seed} {kind} {length} {count}".encode()).digest(length)


class SeededSecrets:
    """Replaces the functions of `secrets` that name tables and people and make deals."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._seed = ""
        self._counts: Counter[tuple[str, int]] = Counter()

    def token_bytes(self, length: int) -> bytes:
        return self._next("bytes", length)

    def token_hex(self, length: int) -> str:
        return self._next("hex", length).hex()

    def _next(self, kind: str, length: int) -> bytes:
        seed = self._file.read_text(encoding="utf-8") if self._file.exists() else ""
        if seed != self._seed:
            self._seed = seed
            self._counts.clear()
        self._counts[kind, length] += 1
        return seeded_bytes(seed, kind, length, self._counts[kind, length])


def main(folder: str, base_path: str = "", config_json: str = "{}") -> None:
    """Serve on a free port."""
    from mazziere.server.config import Config
    from mazziere.server.run import Ready, run

    def ready(found: Ready) -> None:
        print(f"http://127.0.0.1:{found.port}{base_path}", flush=True)

    (Path(folder) / PID).write_text(str(os.getpid()), encoding="utf-8")
    seeded = SeededSecrets(Path(folder) / SEED)
    vars(secrets).update(token_bytes=seeded.token_bytes, token_hex=seeded.token_hex)
    settings: dict[str, Any] = {
        "requests_per_minute": MANY,
        "codes_per_minute": MANY,
        "talk_per_minute": MANY,
        "hints_per_minute": MANY,
        "hints_per_minute_of_address": MANY,
        "tables_per_person": MANY,
        "tables_per_address": MANY,
        "messages": MANY,
        "least_pace_ms": 0,
        **json.loads(config_json),
    }
    config = Config(
        port=0,
        admin_port=None,
        base_path=base_path,
        own_names=("home.test",),
        database=f"sqlite:///{folder}/tables.db",
        **settings,
    )
    run(config, ready)


if __name__ == "__main__":
    main(*sys.argv[1:])

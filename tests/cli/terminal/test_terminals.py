"""`mazziere play` in a real pseudo-terminal: the bytes that reach it."""

import os
import pty
import re
import select
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.cli.conftest import environment

ANY_COLOUR = re.compile(rb"\x1b\[[0-9;]*\b(3[0-7]|4[0-7]|9[0-7]|10[0-7]|38;[25]|48;[25])\b[0-9;]*m")
PATIENCE = 60.0


class Terminal:
    """A program in a pseudo-terminal of 80 × 24."""

    def __init__(self, handle: int) -> None:
        self._handle = handle
        self.output = b""

    def read_until(self, wanted: bytes) -> bytes:
        """Read until a text has come; fail after a minute."""
        until = time.monotonic() + PATIENCE
        while wanted not in self.output:
            ready, _, _ = select.select([self._handle], [], [], 0.1)
            if ready:
                self.output += os.read(self._handle, 65536)
            assert time.monotonic() < until, f"{wanted!r} did not come: {self.output[-2000:]!r}"
        return self.output

    def write(self, keys: bytes) -> None:
        """Press keys."""
        os.write(self._handle, keys)


@contextmanager
def playing(data: Path, **more: str) -> Iterator[Terminal]:
    """Play DIECI in a terminal; end the program afterwards."""
    import fcntl
    import struct
    import termios

    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    standard = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "MAZZIERE_DATA_DIR": str(data)}
    argv = ["play", "dieci", "--seed", "5", "--lang", "en", "--pace", "0"]
    env = environment(**{**standard, **more})
    process = subprocess.Popen(
        [sys.executable, "-m", "mazziere", *argv],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=env,
    )
    os.close(theirs)
    try:
        yield Terminal(ours)
    finally:
        process.kill()
        process.wait(timeout=PATIENCE)
        os.close(ours)


@pytest.mark.parametrize("name", ["dumb", "unknown"])
def test_a_terminal_without_a_cursor_gets_plain_lines(tmp_path: Path, name: str) -> None:
    with playing(tmp_path, TERM=name) as terminal:
        shown = terminal.read_until(b"> ")
    assert b"Your moves:" in shown
    assert b"\x1b" not in shown


def test_colours_and_none(tmp_path: Path) -> None:
    with playing(tmp_path / "a") as terminal:
        assert ANY_COLOUR.search(terminal.read_until(b"Your turn"))
    with playing(tmp_path / "b", NO_COLOR="1") as terminal:
        shown = terminal.read_until(b"Your turn")
        terminal.write(b"r")
        shown = terminal.read_until(b"The rules of DIECI")
    assert ANY_COLOUR.search(shown) is None
    assert b"\x1b[1;39;49m" in shown, "bold remains"

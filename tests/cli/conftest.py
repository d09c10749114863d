"""Fixtures that run commands, in this process or in a new one."""

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from mazziere.cli import main

SOURCES = Path(__file__).resolve().parents[2] / "src"


@dataclass(frozen=True)
class Answer:
    """The exit code and the output of a command."""

    code: int
    out: str
    err: str


Run = Callable[..., Answer]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command in this process."""
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.delenv("MAZZIERE_DEBUG", raising=False)

    def call(*argv: str) -> Answer:
        capsys.readouterr()
        code = main(argv)
        said = capsys.readouterr()
        return Answer(code, said.out, said.err)

    return call


def environment(**more: str) -> dict[str, str]:
    """Return the environment of a spawned command: uncompiled, in English."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("MAZZIERE_")}
    standard = {"LC_ALL": "C.UTF-8", "MAZZIERE_JIT": "0", "PYTHONPATH": str(SOURCES)}
    return {**kept, **standard, **more}


@pytest.fixture
def spawn() -> Run:
    """Run a command in a new process, with bytes for its standard input."""

    def call(*argv: str, stdin: bytes = b"", **more: str) -> Answer:
        done = subprocess.run(
            [sys.executable, "-m", "mazziere", *argv],
            input=stdin,
            capture_output=True,
            env=environment(**more),
            timeout=120,
            check=False,
        )
        return Answer(done.returncode, done.stdout.decode(), done.stderr.decode())

    return call


def complaint(answer: Answer, code: int) -> str:
    """Return the one error line of a command."""
    assert answer.code == code, answer
    assert "Traceback" not in answer.err
    lines = answer.err.splitlines()
    assert len(lines) == 1, answer.err
    assert lines[0].startswith("mazziere: ")
    assert lines[0].isprintable()
    return lines[0]

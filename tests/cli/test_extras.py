"""The base install and its extras, in an environment that has only the base's packages.

The environment is a folder of symbolic links to the packages that `mazziere` requires without
extras, and to what those require. Python runs with that folder and without site-packages.
"""

import importlib.metadata
import os
import pty
import select
import subprocess
import sys
import time
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from mazziere.cli.extras import PACKAGES
from tests.cli.conftest import SOURCES, Answer, Run, complaint

PROJECT = SOURCES.parent / "pyproject.toml"
LIMIT_S = 60


# The environment


def project() -> dict[str, list[str]]:
    """Return the requirements of the base (`""`) and of each extra."""
    table = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]
    return {"": table["dependencies"], **table["optional-dependencies"]}


def closure(lines: list[str]) -> set[str]:
    """Return the distributions that requirements need on this machine, recursively."""
    found: set[str] = set()
    queue = list(lines)
    while queue:
        wanted = Requirement(queue.pop())
        name = canonicalize_name(wanted.name)
        if name in found or (wanted.marker and not wanted.marker.evaluate({"extra": ""})):
            continue
        found.add(name)
        queue += importlib.metadata.requires(name) or []
    return found


@pytest.fixture(scope="session")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with links to the packages of the base install."""
    folder = tmp_path_factory.mktemp("base")
    (folder / "mazziere").symlink_to(SOURCES / "mazziere")
    for name in closure(project()[""]):
        distribution = importlib.metadata.distribution(name)
        tops = {file.parts[0] for file in distribution.files or () if file.parts[0] != ".."}
        for top in tops - {"__pycache__"}:
            if not (folder / top).exists():
                (folder / top).symlink_to(Path(str(distribution.locate_file(top))))
    return folder


def command(base: Path, *argv: str) -> tuple[list[str], dict[str, str]]:
    """Return the words and the environment of a command in the base install."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("MAZZIERE_")}
    words = [sys.executable, "-S", "-m", "mazziere", *argv]
    cache = str(base.parent / "cache")
    more = {"PYTHONPATH": str(base), "MAZZIERE_JIT": "0", "LC_ALL": "C.UTF-8"}
    return words, {**kept, **more, "MAZZIERE_CACHE_DIR": cache, "PYTHONDONTWRITEBYTECODE": "1"}


@pytest.fixture
def alone(base: Path) -> Run:
    """Run a command in the base install."""

    def call(*argv: str, stdin: bytes = b"") -> Answer:
        words, env = command(base, *argv)
        done = subprocess.run(
            words, input=stdin, capture_output=True, env=env, timeout=120, check=False
        )
        return Answer(done.returncode, done.stdout.decode(), done.stderr.decode())

    return call


# The declarations


@pytest.mark.parametrize("extra", sorted(PACKAGES))
def test_the_packages_of_an_extra_are_those_that_pyproject_requires(extra: str) -> None:
    homes = importlib.metadata.packages_distributions()
    named = {canonicalize_name(homes[package][0]) for package in PACKAGES[extra]}
    wanted = [Requirement(line) for line in project()[extra]]
    assert named == {canonicalize_name(each.name) for each in wanted if each.marker is None}


def test_all_is_every_extra() -> None:
    (line,) = project()["all"]
    assert Requirement(line).extras == project().keys() - {"", "all"}


def test_the_base_has_no_server_no_toolkit_and_no_plots() -> None:
    heavy = {"asyncpg", "matplotlib", "scipy", "sqlalchemy", "starlette", "textual"}
    assert not heavy & closure(project()[""])
    assert heavy <= closure(project()["server"] + project()["plots"] + project()["solve"]
                            + project()["terminal"])  # fmt: skip


# What the base can do


@pytest.mark.parametrize(
    "argv",
    [
        ("games",),
        ("games", "--json"),
        ("rules", "uno", "--lang", "it"),
        ("sim", "rookie", "--games", "2", "--seed", "1"),
        ("sim", "dieci", "--players", "3", "--games", "1", "--seed", "1", "--bots", "normal"),
        ("sim", "one_to_ten", "--games", "1", "--seed", "1", "--bots", "hard:iterations=5"),
        ("sim", "yooloo", "--games", "1", "--seed", "1", "--bots", "master"),
        ("arena", "dieci", "--bots", "random,easy", "--games", "4", "--seed", "1"),
    ],
    ids=" ".join,
)
def test_the_base_is_enough(alone: Run, argv: tuple[str, ...]) -> None:
    answer = alone(*argv)
    assert (answer.code, answer.err) == (0, "")
    assert answer.out


def test_the_base_writes_replays_and_verifies_records(alone: Run, tmp_path: Path) -> None:
    folder = str(tmp_path / "records")
    assert alone("sim", "uno", "--games", "1", "--seed", "1", "--records", folder).code == 0
    file = str(tmp_path / "records" / "000000.json")
    assert alone("replay", file).code == 0
    assert alone("verify", file).out.endswith("result, seed: correct\n")


def test_the_base_plays_in_plain_lines(alone: Run) -> None:
    answer = alone("play", "dieci", "--plain", "--seed", "3", "--lang", "en", stdin=b"q\n\n")
    assert (answer.code, answer.err) == (0, "")
    assert "Your moves:" in answer.out


# What it says where an extra is missing


@pytest.mark.parametrize(
    ("argv", "extra"),
    [
        (("serve", "--no-open"), "server"),
        (("backup", "tables.db"), "server"),
        (("restore", "tables.db"), "server"),
        (("solve", "yooloo"), "solve"),
        (("arena", "uno", "--bots", "random,easy", "--plot", "arena.png"), "plots"),
    ],
    ids=lambda value: value if isinstance(value, str) else " ".join(value),
)
def test_a_missing_extra_is_named_in_one_line(
    alone: Run, argv: tuple[str, ...], extra: str
) -> None:
    line = complaint(alone(*argv), 2)
    assert line.endswith(f": pip install 'mazziere[{extra}]'")
    assert all(package in line for package in PACKAGES[extra])


def test_the_drawn_table_needs_its_extra(base: Path) -> None:
    words, env = command(base, "play", "dieci")
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        words, env={**env, "TERM": "xterm"}, stdin=theirs, stdout=theirs, stderr=theirs
    ) as process:
        os.close(theirs)
        said = read_to_end(ours)
        code = process.wait(LIMIT_S)
    line = complaint(Answer(code, "", said), 2)
    assert "textual" in line
    assert line.endswith(": pip install 'mazziere[terminal]', or play --plain")


def read_to_end(terminal: int) -> str:
    """Read the output of a process in a terminal until it ends."""
    said, end = b"", time.monotonic() + LIMIT_S
    try:
        while select.select([terminal], [], [], max(0.0, end - time.monotonic()))[0]:
            piece = os.read(terminal, 4096)
            if not piece:
                break
            said += piece
        else:
            pytest.fail(f"the command did not end within {LIMIT_S} s; it said {said!r}")
    except OSError:  # Linux: the other side is closed
        pass
    finally:
        os.close(terminal)
    return said.decode()

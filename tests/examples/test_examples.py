"""A game of another package: installed, it passes the generic tests with no edit elsewhere."""

import json
import re
from pathlib import Path

import pytest

from mazziere.games import shelf
from tests.cases import ROOT
from tests.examples.installing import EXAMPLES, install, run

GENERIC = (
    "tests/conformance/test_conformance.py",
    "tests/properties/test_secrecy.py",
    "tests/properties/test_why_not.py",
    "tests/kernel/test_record.py",
    "tests/kernel/test_match.py",
    "tests/bots/test_fairness.py",
    "tests/bots/test_sitting.py",
    "tests/cli/test_sim.py",
    "tests/cli/test_play.py",
    "tests/table/test_series.py",
    "tests/table/test_projection.py",
    "tests/server/test_matches.py",
    "tests/server/test_secrecy.py",
)
"""Generic tests that run over every installed game."""
TUTORIAL = ROOT / "docs" / "write-a-game.md"


@pytest.fixture(scope="module", params=EXAMPLES)
def example(request: pytest.FixtureRequest) -> str:
    """The id of an example's game, which is also the name of its folder."""
    name: str = request.param
    return name


@pytest.fixture(scope="module")
def packages(example: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which the example is installed."""
    return install(example, tmp_path_factory.mktemp("packages"))


def test_an_installed_game_is_on_the_shelf(example: str, packages: Path) -> None:
    assert example not in shelf()
    listed = run(packages, "-m", "mazziere", "games", "--json")
    assert (listed.returncode, listed.stderr) == (0, "")
    assert example in listed.stdout


@pytest.mark.slow
def test_the_generic_tests_pass(example: str, packages: Path) -> None:
    options = ("-q", "-rp", "-n", "0", "-p", "no:cacheprovider", "-m", "not slow", "-k", example)
    done = run(packages, "-m", "pytest", *options, *GENERIC, folder=ROOT)
    assert done.returncode == 0, done.stdout[-4000:]
    passed = set(re.findall(r"^PASSED ([^:]+)::", done.stdout, re.MULTILINE))
    assert passed == {*GENERIC}, done.stdout


def test_the_searching_bots_play_it(example: str, packages: Path) -> None:
    bots = "easy,hard:iterations=30,master:iterations=60"
    argv = ("sim", example, "--players", "3", "--games", "4", "--seed", "1", "--bots", bots)
    done = run(packages, "-m", "mazziere", *argv, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["games"] == 4


def test_a_person_plays_it_in_plain_lines(example: str, packages: Path) -> None:
    argv = ("play", example, "--players", "2", "--seed", "1", "--lang", "en", "--plain")
    done = run(packages, "-m", "mazziere", *argv, given="1\n" * 200)
    assert done.returncode == 0, done.stderr
    assert "Your moves:" in done.stdout
    assert "The match is over." in done.stdout
    by_seat = [line for line in done.stdout.splitlines() if "(you)" in line]
    assert by_seat
    assert not any(", hand " in line for line in by_seat), "the own cards are not a value by seat"
    assert all("cards in hand" in line for line in by_seat), "labels are the game's words"
    assert "turn:" not in done.stdout


def test_the_commands_of_the_tutorial_run(example: str, packages: Path) -> None:
    text = TUTORIAL.read_text(encoding="utf-8")
    commands = re.findall(rf"^mazziere (\w+ {example}.*)$", text, re.MULTILINE)
    assert commands
    for command in commands:
        given = "1\n" * 200 if command.startswith("play") else ""
        done = run(packages, "-m", "mazziere", *command.split(), given=given)
        assert done.returncode == 0, (command, done.stderr)

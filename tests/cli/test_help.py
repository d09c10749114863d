"""`mazziere` alone, help, and what is imported for it."""

import pytest

from mazziere import __version__
from mazziere.cli import arguments
from mazziere.games import IDS
from mazziere.rules import LANGUAGES
from tests.cli.conftest import Run

COMMANDS = (
    "games", "rules", "sim", "arena", "replay", "verify", "play", "serve", "solve", "bench",
    "backup", "restore",
)  # fmt: skip


def test_help_lists_the_commands(run: Run) -> None:
    for argv in ((), ("--help",), ("-h",)):
        answer = run(*argv)
        assert (answer.code, answer.err) == (0, "")
        for command in COMMANDS:
            assert f"    {command} " in answer.out


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_and_json(run: Run, command: str) -> None:
    answer = run(command, "--help")
    assert (answer.code, answer.err) == (0, "")
    assert "--json" in answer.out


def test_version(run: Run) -> None:
    assert run("--version").out == f"mazziere {__version__}\n"


def test_the_command_line_knows_all_games_and_languages() -> None:
    assert arguments.GAMES == IDS
    assert arguments.LANGUAGES == LANGUAGES


def test_help_imports_nothing_heavy(spawn: Run) -> None:
    answer = spawn("--help", PYTHONPROFILEIMPORTTIME="1")
    imported = {line.split("|")[-1].strip() for line in answer.err.splitlines()}
    assert "mazziere.cli.arguments" in imported
    for heavy in ("numpy", "numba", "rich", "cyclopts", "msgspec", "mazziere.kernel"):
        assert heavy not in imported


def test_commands_do_not_compile_what_needs_no_speed(spawn: Run) -> None:
    answer = spawn("rules", "dieci", PYTHONPROFILEIMPORTTIME="1", MAZZIERE_JIT="1")
    assert " numpy" not in answer.err
    answer = spawn("play", "dieci", "--seed", "1", PYTHONPROFILEIMPORTTIME="1", MAZZIERE_JIT="1")
    assert " numba" not in answer.err

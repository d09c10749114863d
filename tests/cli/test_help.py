"""`mazziere` alone, help, examples, suggestions, and the imports behind them."""

import json
import re
import shlex

import pytest

from mazziere import __version__
from mazziere.bots.levels import LEVELS, SETTINGS, read_spec
from mazziere.cli import arguments, bots
from mazziere.cli.arguments import all_commands, read_arguments
from mazziere.kernel.texts import LANGUAGES
from tests.cli.conftest import Run, complaint

COMMANDS = (
    "games", "rules", "sim", "arena", "replay", "verify", "play", "serve", "solve", "bench",
    "backup", "restore", "completion", "man",
)  # fmt: skip


def test_help_lists_the_commands(run: Run) -> None:
    for option in ("--help", "-h"):
        answer = run(option)
        assert (answer.code, answer.err) == (0, "")
        for command in COMMANDS:
            assert re.search(rf"^    {command}( |$)", answer.out, re.MULTILINE)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_and_json(run: Run, command: str) -> None:
    answer = run(command, "--help")
    assert (answer.code, answer.err) == (0, "")
    assert "--json" in answer.out


def test_without_a_command_it_serves() -> None:
    """Contract, section 5: on loopback, with the embedded store, and with the browser."""
    found = read_arguments(())
    assert found is not None
    assert found == read_arguments(("serve",))
    assert (found.host, found.database, found.no_open) == (None, None, False)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_examples_that_can_be_read(run: Run, command: str) -> None:
    (found,) = [each for each in all_commands() if each.name == command]
    assert found.examples
    told = run(command, "--help").out
    for example in found.examples:
        assert f"\n  mazziere {example}\n" in told
        words = shlex.split(example.partition(" > ")[0])
        read = read_arguments(words)
        assert read is not None
        assert read.command == command


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (("paly",), "no command 'paly'; did you mean play?"),
        (("nothing-like-it",), "one of games, rules, sim"),
        (("rules", "diec"), "no game 'diec'; did you mean dieci?"),
        (("rules", "poker"), "no game 'poker'; one of dieci, "),
        (
            ("sim", "uno", "--playrs", "3"),
            "sim has no argument '--playrs'; did you mean --players?",
        ),
        (("sim", "uno", "--playrs=3"), "did you mean --players?"),
        (("sim", "uno", "too-much"), "sim has no argument 'too-much'"),
        (("rules", "uno", "--lang", "itt"), "--lang: there is no choice 'itt'; did you mean it?"),
        (("sim", "uno", "--bots", "hrad"), "did you mean hard?"),
        (("sim", "uno", "--set", "scorin=hand"), "no option 'scorin'; did you mean scoring?"),
    ],
)
def test_a_typo_gets_a_suggestion(run: Run, argv: tuple[str, ...], words: str) -> None:
    assert words in complaint(run(*argv), 2)


@pytest.mark.parametrize("name", ["DIECI", "Uno", "Uno-H2O", "uno h2o", "One-To-Ten"])
def test_a_game_can_be_named_in_any_case(name: str) -> None:
    read = read_arguments(("rules", name))
    assert read is not None
    assert read.game == name.lower().replace("-", "_").replace(" ", "_")


def test_bots_without_a_value_are_listed(run: Run) -> None:
    for argv in (("sim", "--bots"), ("play", "uno", "--bots", "list"), ("arena", "--bots")):
        answer = run(*argv)
        assert (answer.code, answer.err) == (0, "")
        for name in (*LEVELS, *SETTINGS):
            assert f"\n  {name} " in answer.out
        assert answer.out.strip() in run(argv[0], "--help").out
    found = json.loads(run("sim", "--bots", "--json").out)
    assert [level["level"] for level in found["levels"]] == list(LEVELS)
    for each in found["settings"]:
        assert (each["low"], each["high"]) == SETTINGS[each["setting"]]
        assert read_spec(f"hard:{each['setting']}={each['low']}").level == "hard"


def test_every_level_and_setting_is_described() -> None:
    assert tuple(bots.LEVEL_TEXTS) == LEVELS
    assert tuple(bots.SETTING_TEXTS) == tuple(SETTINGS)
    for level, budget in (("hard", read_spec("hard")), ("master", read_spec("master"))):
        assert f"{budget.ms} ms" in bots.LEVEL_TEXTS[level]
        assert f"{budget.iterations} iterations" in bots.LEVEL_TEXTS[level]


def test_version(run: Run) -> None:
    assert run("--version").out == f"mazziere {__version__}\n"


def test_the_command_line_knows_all_languages() -> None:
    assert arguments.LANGUAGES == LANGUAGES


def test_help_imports_nothing_heavy(spawn: Run) -> None:
    answer = spawn("--help", PYTHONPROFILEIMPORTTIME="1")
    imported = {line.split("|")[-1].strip() for line in answer.err.splitlines()}
    assert "mazziere.cli.arguments" in imported
    for heavy in ("numpy", "numba", "rich", "cyclopts", "msgspec", "mazziere.kernel"):
        assert heavy not in imported


def test_commands_do_not_compile_what_needs_no_speed(spawn: Run) -> None:
    answer = spawn("rules", "dieci", PYTHONPROFILEIMPORTTIME="1", MAZZIERE_JIT="1")
    assert " numba" not in answer.err
    answer = spawn("play", "dieci", "--seed", "1", PYTHONPROFILEIMPORTTIME="1", MAZZIERE_JIT="1")
    assert " numba" not in answer.err

"""`mazziere completion SHELL` and `mazziere man`: generated from the declared commands."""

import json
import re
import shlex
import subprocess

import pytest

from mazziere.cli.arguments import SHELLS, all_commands
from mazziere.games import ids, shelf
from tests.cli.conftest import Run, complaint

ALL = [command.name for command in all_commands()]


def completed(run: Run, *words: str) -> list[str]:
    """Return what bash offers for the last of these words."""
    script = run("completion", "bash").out
    quoted = " ".join(shlex.quote(word) for word in words)
    asking = f"\nCOMP_WORDS=({quoted}); COMP_CWORD={len(words) - 1}; _mazziere\n"
    asking += 'printf "%s\\n" "${COMPREPLY[@]}"\n'
    done = subprocess.run(
        ["bash", "--norc", "-eu"],
        input=script + asking,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert done.stderr == ""
    return [line for line in done.stdout.splitlines() if line]


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (("mazziere", "re"), ["replay", "restore"]),
        (("mazziere", "rules", "u"), [name for name in sorted(shelf()) if name.startswith("u")]),
        (("mazziere", "sim", "uno", "--bots", "h"), ["hard"]),
        (("mazziere", "rules", "uno", "--lang", ""), ["it", "en"]),
        (("mazziere", "serve", "--no"), ["--no-open", "--no-chat", "--no-admin"]),
        (("mazziere", "completion", "z"), ["zsh"]),
        (("mazziere", "replay", "--j"), ["--json"]),
        (("mazziere", "replay", "mat"), []),
        (("mazziere", "sim", "uno", "--records", "mat"), []),
    ],
)
def test_bash_offers(run: Run, words: tuple[str, ...], offered: list[str]) -> None:
    """An empty answer leaves file names to bash."""
    assert completed(run, *words) == offered


def test_bash_offers_every_command_and_every_option(run: Run) -> None:
    assert set(ALL) < set(completed(run, "mazziere", ""))
    for command in all_commands():
        names = {name for option in command.options for name in option.names}
        assert names == set(completed(run, "mazziere", command.name, "-"))


@pytest.mark.parametrize("shell", SHELLS)
def test_every_script_knows_every_command_option_and_game(run: Run, shell: str) -> None:
    answer = run("completion", shell)
    assert (answer.code, answer.err) == (0, "")
    for command in all_commands():
        lines = [line for line in answer.out.splitlines() if command.name in line]
        assert lines
        for option in command.options:
            (long,) = [name for name in option.names if name.startswith("--")]
            wanted = f"-l {long[2:]} " if shell == "fish" else long
            assert wanted in answer.out
    for game in ids():
        assert game in answer.out
    assert json.loads(run("completion", shell, "--json").out)["script"] == answer.out


def test_quotes_are_balanced_in_zsh_and_fish(run: Run) -> None:
    """Both read words as a POSIX shell does, except that fish escapes quotes inside quotes."""
    for line in run("completion", "fish").out.splitlines()[1:]:
        words = shlex.split(line.replace("\\'", "’"))
        assert words[:3] == ["complete", "-c", "mazziere"]
    script = run("completion", "zsh").out
    specs = [word for word in shlex.split(script, comments=True) if word.startswith("--")]
    assert specs
    for spec in specs:
        assert re.fullmatch(r"--[a-z-]+\[([^\[\]\\:]|\\.)*\](:([^:\\]|\\.)*:.*)?", spec), spec


def test_an_unknown_shell(run: Run) -> None:
    assert "one of bash, zsh, fish" in complaint(run("completion", "tcsh"), 2)
    assert "did you mean fish?" in complaint(run("completion", "fsh"), 2)


def test_the_manual_page(run: Run) -> None:
    answer = run("man")
    assert (answer.code, answer.err) == (0, "")
    page = answer.out
    assert json.loads(run("man", "--json").out)["page"] == page
    macros = {line.split()[0] for line in page.splitlines() if line.startswith(".")}
    assert macros == {".TH", ".SH", ".SS", ".B", ".PP", ".TP", ".nf", ".fi", ".RS", ".RE"}
    assert not [line for line in page.splitlines() if line.startswith("'")]
    for command in all_commands():
        _, found, section = page.partition(f"\n.SS {command.name}\n")
        assert found
        section = section.partition("\n.S")[0].replace("\\-", "-")
        for option in command.options:
            assert all(f"\\fB{name}\\fR" in section for name in option.names)
        for example in command.examples:
            assert f"mazziere {example}" in section

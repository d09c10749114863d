"""The tutorial on custom bots: its file is written and its commands run as printed."""

import shlex
from pathlib import Path

import pytest

from mazziere.bots.custom import stop_all
from mazziere.cli import main
from tools.docs.pages import ROOT, blocks

PAGE = ROOT / "docs" / "write-a-bot.md"


def test_the_tutorial_runs_as_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found = list(blocks(PAGE.read_text(encoding="utf-8")))
    code = "\n\n".join(block.text for block in found if block.language == "python")
    (tmp_path / "mybot.py").write_text(code, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MAZZIERE_JIT", "0")
    lines = [line for block in found if block.language == "sh" for line in block.text.splitlines()]
    assert len(lines) == 3
    for line in lines:
        assert main(shlex.split(line)[1:]) == 0, line
        assert "mybot.py:" in capsys.readouterr().out
    stop_all()

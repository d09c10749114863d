"""Until a game's bots are compiled, searching bots use rules of thumb."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from mazziere.bots.bot import Bot
from mazziere.bots.levels import read_spec
from mazziere.games import find
from mazziere.kernel import ready
from mazziere.kernel.cache import cache_folder
from tests.bots.test_bot import SEED, first_question

GAME = find("dieci")


@pytest.fixture
def mark(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file that marks the bots as compiled."""
    monkeypatch.setenv("MAZZIERE_JIT", "1")
    monkeypatch.setattr(ready, "_mark", lambda owner, part: tmp_path / owner)
    return tmp_path / "dieci"


def test_stands_in_until_it_is_noted_that_they_are_ready(mark: Path) -> None:
    bot = Bot(GAME, read_spec("hard:iterations=5"), 0, SEED)
    assert bot.stands_in
    ready.note_ready(GAME)
    assert mark.exists()
    assert not bot.stands_in


def test_stand_in_plays_as_the_normal_level_does(mark: Path) -> None:
    seat, view, moves = first_question("dieci")
    stand_in = Bot(GAME, read_spec("master"), seat, SEED, may_stand_in=True)
    normal = Bot(GAME, read_spec("normal"), seat, SEED)
    assert stand_in.ask(view, moves) == normal.ask(view, moves)
    assert stand_in.generator == normal.generator
    assert stand_in.shares() == []
    assert not normal.stands_in


def test_never_ready_where_nothing_is_to_be_compiled(
    mark: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ready.note_ready(GAME)
    monkeypatch.setenv("MAZZIERE_JIT", "0")
    assert not ready.is_ready(GAME)
    assert ready.compile_in_background(find("rookie")) is None


@pytest.mark.slow
def test_process_in_the_background_gets_them_ready(tmp_path: Path) -> None:
    """A separate process compiles all entry points and writes the mark.

    It starts with a copy of the cache, so that it takes half a minute only if the cache is empty.
    """
    code = (
        "from mazziere.kernel.ready import *\nfrom mazziere.games import find\n"
        "game = find('one_to_ten')\nbefore = is_ready(game)\n"
        "code = compile_in_background(game).wait()\nprint(before, code, is_ready(game))"
    )
    shutil.copytree(cache_folder(), tmp_path / cache_folder().name)  # with the compiled code
    (tmp_path / cache_folder().name / "bots-one_to_ten.ready").unlink(missing_ok=True)
    environment = os.environ | {"MAZZIERE_CACHE_DIR": str(tmp_path), "MAZZIERE_JIT": "1"}
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=environment,
        capture_output=True,
        text=True,
        timeout=280,
        check=False,
    )
    assert done.stdout.split() == ["False", "0", "True"], done.stderr

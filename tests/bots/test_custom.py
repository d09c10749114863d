"""Custom bots: seated like any other, in a process of their own, and named when they fail."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from mazziere.bots import custom, levels
from mazziere.bots.bot import Bot, NotCompiled
from mazziere.bots.custom import BotError, CustomPlayer, read_bot, stop_all
from mazziere.bots.levels import BadSpec, read_spec
from mazziere.bots.seating import make
from mazziere.cli import main
from mazziere.games import find
from mazziere.kernel.match import Match, deal_stream, match_seed
from mazziere.lab.duels import play_bots

BOTS = '''
import os, random, time

class Last:
    """Plays the last move; notes what it hears."""
    def __init__(self, game, seat, seed):
        self.game, self.seat, self.heard = game, seat, []
    def tell(self, events):
        self.heard += events
    def ask(self, view, moves):
        assert view.seat == self.seat and view.players == 2
        assert view.mask.sum() == len(moves)
        assert view.observation.shape == (view.layout.size,)
        assert view.picture.phase in ("play", "answer")
        assert any(event.name == "dealt" for event in self.heard)
        print("thinking")  # does not reach the results
        return moves[-1]

def last(view, moves): return moves[-1]
def boom(view, moves): raise ValueError("no\\nidea")
def hang(view, moves): time.sleep(60)
def gone(view, moves): os._exit(3)
def odd(view, moves): return 7
class Table:
    def __repr__(self): return "[[0 0]\\n [0 0]]"
def table(view, moves): return Table()
def wordy(view, moves): return "swap it"
def few(view): return "swap"
def loud(view, moves):
    os.write(1, b"from a library")
    return moves[0]
def silent(view, moves): return None
class Shy:
    def __init__(self, game, seat, seed): raise RuntimeError("not today")
number = 4
'''
SEED = (1, 2, 3, 4)
DIECI = find("dieci")


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Write the bots, and forget them afterwards."""
    path = tmp_path / "mybots.py"
    path.write_text(BOTS, encoding="utf-8")
    monkeypatch.setattr(levels, "_noted", {})
    yield path
    stop_all()


def asked(text: str) -> Any:
    """Return the first answer of a bot in a match of DIECI."""
    player = make(DIECI, read_bot(text), 0, SEED, "plain")
    match = Match(DIECI, 2, {})
    stream = deal_stream(SEED)
    while match.due is not None:
        _, events = match.deal(stream.order)
        player.tell([event for event in events if event.audience & 1])
    seat = match.actors()[0]
    return match.game.name(player.ask(match.view(seat), match.moves(seat)) or 0)


def test_a_function_and_a_class_play(file: Path) -> None:
    for name in ("Last", "last"):
        spec = read_bot(f"{file}:{name}")
        rows = play_bots(DIECI, "plain", 2, {"tokens": 1}, [spec], 1, [0, 1], [(0, 0)] * 2)
        assert (rows[1][:, 0] > 0).all()


def test_it_plays_next_to_other_bots_as_they_would(file: Path) -> None:
    first = read_spec("random")
    specs = [first, read_bot(f"{file}:last")]
    once = play_bots(DIECI, "plain", 2, {"tokens": 1}, specs, 1, [0, 1, 2], [(0, 1)] * 3)
    again = play_bots(DIECI, "plain", 2, {"tokens": 1}, specs, 1, [0, 1, 2], [(0, 1)] * 3)
    assert (once[0] == again[0]).all()
    assert (once[1] == again[1]).all()


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("boom", "boom: ValueError: no idea (mybots.py, line"),
        ("hang:ms=200", "hang:ms=200: thought for more than 200 ms"),
        ("gone", "gone: its process ended with exit code 3"),
        ("odd", "odd: returned 7, not one of keep, swap"),
        ("table", "table: returned [[0 0] [0 0]], not one of keep, swap"),
        ("wordy", "wordy: returned 'swap it', not one of keep, swap"),
        ("few", "few: TypeError: few() takes 1 positional argument but 2 were given"),
        ("silent", "silent: returned None, not one of keep, swap"),
        ("Shy", "Shy: RuntimeError: not today (mybots.py, line"),
        ("number", "defines no function or class number"),
        ("nobody", "defines no function or class nobody"),
    ],
)
def test_a_bot_that_fails_is_named_in_one_line(file: Path, name: str, words: str) -> None:
    with pytest.raises(BotError) as failed:
        asked(f"{file}:{name}")
    assert words in str(failed.value)
    assert str(failed.value).startswith("bot ")
    assert "\n" not in str(failed.value)


def test_a_file_with_a_syntax_error_is_named(tmp_path: Path) -> None:
    path = tmp_path / "broken.py"
    path.write_text("def f(:\n", encoding="utf-8")
    with pytest.raises(BotError, match=r"SyntaxError: invalid syntax \(broken.py, line 1\)$"):
        asked(f"{path}:f")


def test_whatever_a_bot_prints_stays_out_of_the_results(
    file: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    for name in ("loud", "Last"):
        assert asked(f"{file}:{name}") in ("keep", "swap")
    shown = capfd.readouterr()
    assert shown.out == ""
    assert "from a library" in shown.err


def test_a_bot_that_failed_starts_again(file: Path) -> None:
    for _ in range(2):
        with pytest.raises(BotError, match="its process ended"):
            asked(f"{file}:gone")


def test_names_that_lead_nowhere(file: Path, tmp_path: Path) -> None:
    for text, words in (
        (f"{tmp_path}/none.py:Mine", "there is no file"),
        (f"{tmp_path}/a.py.d/none.py:Mine", "/a.py.d/none.py'"),
        (f"{file}", r"which function or class\? FILE.py:NAME"),
        (f"{file}:Mine:share=3", "'share=3' is no setting; a custom bot has ms"),
        (f"{file}:not a name", "is not the name of a function or class"),
        (f"{file}:last:ms=0", "ms is from 1"),
        ("clever", "there is no bot 'clever'"),
    ):
        with pytest.raises(BadSpec, match=words):
            read_bot(text)


def test_names_from_the_network_lead_to_no_file(file: Path) -> None:
    text = f"{file}:last"
    with pytest.raises(BadSpec, match="there is no bot"):
        read_spec(text)
    spec = read_bot(text)  # the operator's option
    assert read_spec(text) == spec


def test_an_entry_point_names_a_bot(file: Path) -> None:
    folder = file.parent / "mybots-1.0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: mybots\nVersion: 1.0\n")
    entries = "[mazziere.bots]\nmine = mybots:last\nlost = mybots:nobody\n"
    (folder / "entry_points.txt").write_text(entries)

    def played(bot: str) -> "subprocess.CompletedProcess[str]":
        words = ["sim", "dieci", "--set", "tokens=1", "--games", "2", "--json", "--bots", bot]
        path = f"{file.parent}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"
        return subprocess.run(
            [sys.executable, "-m", "mazziere", *words],
            env={**os.environ, "MAZZIERE_JIT": "0", "PYTHONPATH": path},
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )

    whole = played("mine:ms=5000")
    assert (whole.returncode, whole.stderr) == (0, "")
    assert json.loads(whole.stdout)["seat_bots"] == ["mine:ms=5000"] * 2
    lost = played("lost")
    assert (lost.returncode, lost.stdout) == (2, "")
    assert lost.stderr.startswith("mazziere: bot lost: AttributeError: module 'mybots' has no")
    assert lost.stderr.count("\n") == 1


def test_an_entry_point_that_is_gone_is_named(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(custom, "_entries", lambda: {"mine": object()})
    spec = read_bot("mine:ms=500")
    assert (spec.level, spec.ms) == ("custom", 500)
    with pytest.raises(BotError, match="there is no entry point 'mine' of the group mazziere"):
        CustomPlayer(DIECI, spec, 0, SEED)


def test_sim_and_arena_take_custom_bots(
    file: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MAZZIERE_JIT", "0")
    bots = f"{file}:last,random"
    words = ["dieci", "--set", "tokens=1", "--seed", "1", "--json", "--bots"]
    assert main(["sim", *words, bots, "--games", "3"]) == 0
    assert json.loads(capsys.readouterr().out)["games"] == 3
    assert main(["arena", *words, bots, "--games", "4"]) == 0
    assert json.loads(capsys.readouterr().out)["pairs"][0]["matches"] == 4
    assert main(["sim", *words, f"{file}:boom", "--games", "3"]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.count("\n") == 1
    assert "boom: ValueError: no idea" in shown.err


def test_any_bot_answers_with_one_of_the_moves_it_was_given() -> None:
    uno = find("uno")
    match = Match(uno, 2, {})
    stream = deal_stream(match_seed(3, 0))
    while match.due is not None:
        match.deal(stream.order)
    seat = match.actors()[0]
    view = match.view(seat)
    for level in ("easy", "normal"):
        for move in match.moves(seat):
            bot = make(uno, read_spec(level), seat, SEED, "plain")
            assert bot.ask(view, [move]) == move
            pair = match.moves(seat)[-2:]
            assert bot.ask(view, pair) in pair


def test_a_search_that_is_not_compiled_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mazziere.bots.bot.is_ready", lambda game: False)
    match = Match(DIECI, 2, {})
    stream = deal_stream(SEED)
    while match.due is not None:
        match.deal(stream.order)
    seat = match.actors()[0]
    question = match.view(seat), match.moves(seat)
    strict = make(DIECI, read_spec("hard"), seat, SEED)
    with pytest.raises(NotCompiled, match="bot hard: dieci is not compiled yet"):
        strict.ask(*question)
    lenient = make(DIECI, read_spec("hard"), seat, SEED, may_stand_in=True)
    assert isinstance(lenient, Bot)
    assert lenient.stands_in
    assert lenient.ask(*question) in question[1]
    assert (
        make(DIECI, read_spec("hard:iterations=5"), seat, SEED, "plain").ask(*question)
        in question[1]
    )

"""A game is known only in its own folders."""

import re

import pytest

from mazziere.games import shelf
from tests.cases import ROOT, case
from tools import game_ids

SOME_ID, OTHER_ID = shelf()[:2]


def test_no_file_outside_a_games_folder_contains_its_id() -> None:
    assert [str(place) for place in game_ids.places()] == []


def test_every_exemption_is_needed() -> None:
    for name in game_ids.EXEMPT:
        path = ROOT / name
        files = [path] if path.is_file() else list(path.rglob("*"))
        texts = [file.read_text("utf-8") for file in files if file.suffix in game_ids.SUFFIXES]
        assert any(True for text in texts for _ in game_ids.words(name, text)), name


def test_every_allowed_word_is_needed() -> None:
    for name, allowed in game_ids.ALLOWED.items():
        text = (ROOT / name).read_text("utf-8")
        assert all(re.search(rf"\b{word}\b", text) for word in allowed), name


def test_a_file_with_an_allowed_word_may_contain_no_other_id() -> None:
    name, (word, *_) = next((name, sorted(words)) for name, words in game_ids.ALLOWED.items())
    other = next(one for one in shelf() if one not in game_ids.ALLOWED[name])
    assert list(game_ids.words(name, f"x = '{word}'")) == []
    assert len(list(game_ids.words(name, f"x = '{word} {other}'"))) == 1


@pytest.mark.parametrize(
    "line",
    [
        f'is_special = game.id == "{SOME_ID}"',
        f"from mazziere.games.{SOME_ID} import box",
        f"url = '/rules/{SOME_ID}'",
        f"  {SOME_ID}: new Set(),",
    ],
)
def test_an_id_is_found(line: str) -> None:
    assert len(list(game_ids.words("a.ts", line))) == 1


def test_a_docstring_may_show_an_example() -> None:
    text = f'"""An example: {SOME_ID}."""\n\nGAME = "{SOME_ID}"\n'
    assert [place.line for place in game_ids.words("a.py", text)] == [3]


@pytest.mark.parametrize("line", [f"{SOME_ID}_other = 1", f"my-{SOME_ID}", "the game"])
def test_a_longer_word_is_no_id(line: str) -> None:
    assert list(game_ids.words("a.ts", line)) == []


@pytest.mark.parametrize(
    ("line", "found"),
    [
        (f'TABLE = {{"{SOME_ID}": 1}}', "a table by game id"),
        (f'GAMES = ["{SOME_ID}", "{OTHER_ID}"]', "a list of game ids"),
        (f'is_special = name == "{SOME_ID}"', "a comparison with a game id"),
        (f'is_one = name in ("{SOME_ID}", "{OTHER_ID}")', "a list of game ids"),
        (f"from mazziere.games.{SOME_ID} import box", "imports mazziere.games"),
        (f"from tests.games import {SOME_ID}", "imports tests.games"),
    ],
)
def test_a_table_by_id_is_found_in_a_sample(line: str, found: str) -> None:
    (place, *_) = game_ids.tables("a.py", line)
    assert found in str(place)


def test_a_test_may_play_one_game_as_its_sample() -> None:
    assert list(game_ids.tables("a.py", f'match = Match(find("{SOME_ID}"), 3, {{}})')) == []


@pytest.mark.parametrize("game", sorted(game_ids.ids()))
def test_every_game_of_this_package_declares_its_case(game: str) -> None:
    declared = case(game)
    assert declared.reference is not None
    assert declared.fresh is not None
    assert declared.sort is not None
    assert declared.invariants
    assert declared.blanks
    assert declared.leaks
    assert declared.transcripts
    assert declared.vectors
    assert declared.screens
    assert declared.card_texts

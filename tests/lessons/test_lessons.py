"""Every lesson of the page can be played as written, and its texts are true."""

import json
from typing import Any

import pytest

from mazziere.games import find, shelf
from mazziere.kernel.match import Match
from mazziere.kernel.record import FORMAT, begin, read, replay
from mazziere.kernel.texts import paragraphs

LANGS = ("it", "en")
LONGEST = 260  # characters that fit on a card of text on a small phone

Part = dict[str, Any]


def lesson(game: str) -> dict[str, Any]:
    """Return the lesson of a game, as the page has it."""
    path = find(game).folder / "lesson.json"
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def parts() -> list[Any]:
    """Return all parts of all lessons; each opens its own table."""
    return [
        pytest.param(game, part, id=f"{game}-{number}")
        for game in shelf()
        for number, part in enumerate(lesson(game)["parts"])
    ]


def dealt(game: str, part: Part) -> Match:
    """Return the match of a part with its scripted deal, as the server reads it."""
    record = {
        "format": FORMAT,
        "game": game,
        "rules": find(game).version,
        "players": part["players"],
        "options": part["options"],
        "steps": part["chance"],
    }
    written = read(json.dumps(record).encode(), find)
    match = begin(written)
    for _ in replay(written, match):
        pass
    return match


def played(game: str, number: int) -> Match:
    """Return the match of a part after its last scripted move."""
    part = lesson(game)["parts"][number]
    match = dealt(game, part)
    for step in part["script"]:
        match.move(step["seat"], step["move"])
    return match


@pytest.mark.parametrize("game", shelf())
def test_every_game_has_its_own_lesson(game: str) -> None:
    found = lesson(game)
    assert found["game"] == game
    assert found["parts"]


@pytest.mark.parametrize(("game", "part"), parts())
def test_the_deal_is_valid_and_the_script_makes_the_first_move(game: str, part: Part) -> None:
    assert all("chance" in step for step in part["chance"])
    match = dealt(game, part)
    assert match.due is None
    assert part["script"][0]["seat"] in match.legal()


@pytest.mark.parametrize(("game", "part"), parts())
def test_every_scripted_move_is_legal(game: str, part: Part) -> None:
    match = dealt(game, part)
    for number, step in enumerate(part["script"]):
        assert match.due is None, f"step {number}: chance would decide here"
        assert step["move"] in match.legal().get(step["seat"], []), f"step {number}: {step}"
        match.move(step["seat"], step["move"])


@pytest.mark.parametrize(("game", "part"), parts())
def test_each_move_is_explained_before_it_is_made(game: str, part: Part) -> None:
    own = [step for step in part["script"] if step["seat"] == 0]
    assert own
    rules = [paragraphs(find(game), lang) for lang in LANGS]
    for said in [*own, *(step for step in part["script"] if "say" in step), part["end"]]:
        assert all(said["rule"] in known for known in rules), said["rule"]
        assert set(said["say"]) == set(LANGS)
        assert all(0 < len(said["say"][lang]) <= LONGEST for lang in LANGS), said["say"]
        assert "'" not in said["say"]["it"]  # typographic ones


@pytest.mark.parametrize(("game", "part"), parts())
def test_everybody_has_a_name_and_a_seat(game: str, part: Part) -> None:
    assert len(part["names"]) == part["players"] - 1
    assert len(set(part["names"])) == len(part["names"])
    assert {step["seat"] for step in part["script"]} <= set(range(part["players"]))

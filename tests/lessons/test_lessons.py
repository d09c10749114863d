"""Every guided match of the page can be played as it is written, and says what is true."""

import json
from pathlib import Path
from typing import Any

import pytest

from mazziere.games import IDS, find
from mazziere.kernel.match import Match
from mazziere.kernel.record import FORMAT, begin, read, replay
from mazziere.rules import paragraphs

LESSONS = Path(__file__).parents[2] / "web" / "src" / "learn"
LANGS = ("it", "en")
LONGEST = 260  # letters that a card of paper holds on a small phone

Part = dict[str, Any]


def lesson(game: str) -> dict[str, Any]:
    """The lesson of a game as the page has it."""
    found: dict[str, Any] = json.loads((LESSONS / f"{game}.json").read_text(encoding="utf-8"))
    return found


def parts() -> list[Any]:
    """All parts of all lessons; each opens a table of its own."""
    return [
        pytest.param(game, part, id=f"{game}-{number}")
        for game in IDS
        for number, part in enumerate(lesson(game)["parts"])
    ]


def dealt(game: str, part: Part) -> Match:
    """The match of a part with its chosen deal, as the server reads it."""
    record = {
        "format": FORMAT,
        "game": game,
        "rules": find(game).rules,
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
    """The match of a part after its last scripted move."""
    part = lesson(game)["parts"][number]
    match = dealt(game, part)
    for step in part["script"]:
        match.move(step["seat"], step["move"])
    return match


@pytest.mark.parametrize("game", IDS)
def test_every_game_has_a_lesson_of_its_own(game: str) -> None:
    found = lesson(game)
    assert found["game"] == game
    assert found["parts"]


@pytest.mark.parametrize(("game", "part"), parts())
def test_the_deal_is_one_of_that_box_and_leaves_the_first_move_to_the_script(
    game: str, part: Part
) -> None:
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
def test_whoever_learns_is_told_what_and_why_before_each_move(game: str, part: Part) -> None:
    own = [step for step in part["script"] if step["seat"] == 0]
    assert own
    rules = [paragraphs(game, lang) for lang in LANGS]
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


# What the texts say has come out, from the worked examples of the rulebooks


def test_dieci_the_third_in_the_chain_pays() -> None:
    assert played("dieci", 0).scores() == [5, 5, 4, 5]


def test_dieci_the_skunk_costs_the_last_passer_and_the_stone_goes_back() -> None:
    assert played("dieci", 1).scores() == [5, 5, 4, 5, 4]


def test_dieci_the_dealer_draws_a_six_and_the_four_is_lowest() -> None:
    assert played("dieci", 2).scores() == [5, 4, 5]


def test_yooloo_one_and_then_the_parked_two_with_the_three() -> None:
    assert played("yooloo", 0).scores() == [1 + 2 + 3, 0, 4, 0]


def test_one_to_ten_four_cards_are_found() -> None:
    assert played("one_to_ten", 0).scores()[0] == 4


def test_rookie_four_cards_are_home() -> None:
    assert played("rookie", 0).scores() == [4, 0, 0]


def test_uno_the_learner_wins() -> None:
    match = played("uno", 0)
    assert match.is_over
    assert match.winners() == [0]


def test_h2o_the_bluff_is_found_out() -> None:
    part = lesson("uno_h2o")["parts"][0]
    match = dealt("uno_h2o", part)
    kinds = []
    for step in part["script"]:
        events = match.move(step["seat"], step["move"])
        kinds += [match.game.events[event.kind].name for event in events]
    assert "guilty" in kinds
    assert "innocent" not in kinds

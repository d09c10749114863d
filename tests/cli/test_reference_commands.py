"""`mazziere games` and `mazziere rules`."""

import json

import pytest

from mazziere.games import find, shelf
from mazziere.kernel.texts import LANGUAGES, paragraphs
from tests.cli.conftest import Run


def test_games_as_json(run: Run) -> None:
    found = {game["id"]: game for game in json.loads(run("games", "--json", "--lang", "en").out)}
    assert tuple(found) == shelf()
    assert found["rookie"]["players"] == [2, 3, 4, 5, 6]
    assert found["rookie"]["clockwise"] is False
    options = {option["name"]: option for option in found["dieci"]["options"]}
    assert options["tokens"]["default"] == 5
    assert (options["tokens"]["low"], options["tokens"]["high"]) == (1, 9)
    assert options["deck"]["values"] == ["3-4-4", "4-4-3", "3-5-3", "own"]
    assert options["copies"]["labels"] == list(find("dieci").cards)
    assert (options["copies"]["least"], options["copies"]["most"]) == (24, 120)
    assert sum(options["copies"]["default"]) == 55
    assert options["deck"]["rules"] == ["AMB-DIE-1"]
    assert options["must_block"]["default"] is False
    assert set(options["must_block"]["value_texts"]) == {"true", "false"}
    assert options["must_block"]["text"]
    custom = next(o for o in found["uno"]["options"] if o["name"] == "custom")
    assert custom["default"] == ["plain", "plain", "plain"]
    assert custom["count"] == 3
    presets = {preset["id"]: preset for preset in found["rookie"]["presets"]}
    assert list(presets) == ["full", "first", "children", "team"]
    assert presets["team"]["options"] == {"mode": "team"}
    assert presets["team"]["players"] == 4
    assert (presets["full"]["options"], presets["full"]["players"]) == ({}, None)
    assert presets["children"]["name"] == "With children"
    assert "Only colours" in presets["children"]["text"]
    assert [preset["id"] for preset in found["one_to_ten"]["presets"]] == [
        "booklet",
        "one_go",
        "first",
    ]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_games_in_words(run: Run, lang: str) -> None:
    answer = run("games", "--lang", lang)
    assert (answer.code, answer.err) == (0, "")
    for game in shelf():
        assert any(line.startswith(f"{game} ·") for line in answer.out.splitlines())
    assert "3 × plain, none" in answer.out
    assert "50–2000" in answer.out
    assert "tokens=3 must_block=true" in answer.out
    assert "15 × 0–12, 24–120 in all" in answer.out
    assert "mode=team --players 4" in answer.out


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", shelf())
def test_rules_in_plain_text(run: Run, game: str, lang: str) -> None:
    answer = run("rules", game, "--lang", lang)
    assert (answer.code, answer.err) == (0, "")
    assert "**" not in answer.out
    starts = [line.split("  ")[0] for line in answer.out.splitlines()]
    places = [starts.index(rule) for rule in paragraphs(find(game), lang)]
    assert places == sorted(places)


def test_rules_as_json(run: Run) -> None:
    found = json.loads(run("rules", "dieci", "--lang", "it", "--json").out)
    assert (found["game"], found["lang"]) == ("dieci", "it")
    listed = [block for section in found["sections"] for block in section["paragraphs"]]
    numbered = {block["id"]: block for block in listed if block["id"]}
    assert list(numbered) == list(paragraphs(find("dieci"), "it"))
    assert numbered["DIE-SET-1"]["options"][0].startswith("*Opzione `tokens`")

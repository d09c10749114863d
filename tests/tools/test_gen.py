"""The generated reference: current, and complete."""

import ast

import pytest

from mazziere.games import find, shelf
from tools import gen


def test_pages_have_not_drifted() -> None:
    assert gen.drifted() == []


def test_drift_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(gen.PAGES, "games.md", lambda: "# Games\n")
    assert "+# Games" not in gen.drifted()
    assert any(line.startswith("-| `yooloo`") for line in gen.drifted())
    assert gen.main(["--check"]) == 1


@pytest.mark.parametrize("name", shelf())
def test_everything_that_a_game_declares_has_words(name: str) -> None:
    game = find(name)
    options, refusals = gen.options_page(), gen.refusals_page()
    section = options.split(f"## `{name}` ")[1].split("\n## ")[0]
    for option in game.options:
        part = section.split(f"### `{option.name}`\n\n")[1].split("\n### ")[0]
        assert not part.startswith(". "), option.name
        assert "` |  |" not in part, option.name
        assert all(f"[{rule}]" in part for rule in option.rules)
    for refusal in game.refusals:
        assert f"`{refusal.name}`" in refusals
    assert " |  |\n" not in refusals


@pytest.mark.parametrize("name", shelf())
def test_every_event_has_an_audience(name: str) -> None:
    game = find(name)
    heard = gen.audiences(game)
    assert set(heard) == set(range(len(game.events)))
    assert all(heard.values())


@pytest.mark.parametrize(
    ("seat", "audience", "said"),
    [
        ("s.turn", "EVERYONE", gen.EVERYBODY),
        ("seat", "only(seat)", gen.SEAT),
        ("seat", "all_but(seat)", gen.OTHERS),
        ("seat", "EVERYONE & ~only(seat)", gen.OTHERS),
        ("bluffer", "only(seat)", gen.ANOTHER),
        ("seat", "audience", ""),
    ],
)
def test_audiences_are_read_from_the_source(seat: str, audience: str, said: str) -> None:
    seat_node, audience_node = (ast.parse(text, mode="eval").body for text in (seat, audience))
    assert gen.audience_text(seat_node, audience_node) == said


def test_every_command_is_documented() -> None:
    page = gen.commands_page()
    for name in ("games", "rules", "sim", "arena", "replay", "verify", "play", "bench"):
        assert f"## `{name}`" in page
        assert f"usage: mazziere {name} [-h]" in page
    assert "\x1b" not in page

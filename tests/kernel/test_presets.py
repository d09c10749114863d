"""Presets: declarations in a game's folder, and every preset can be played."""

from dataclasses import replace
from pathlib import Path

import pytest

from mazziere.games import find, games
from mazziere.kernel.game import Game
from mazziere.kernel.match import Match
from mazziere.kernel.presets import FILE, Preset, UnknownPreset, read_presets
from mazziere.kernel.texts import LANGUAGES, words

WITH_PRESETS = [game for game in games() if game.presets]


def test_presets_are_read_in_their_order(tmp_path: Path) -> None:
    assert read_presets(tmp_path) == ()
    (tmp_path / FILE).write_text("[b]\n\n[a]\nplayers = 3\noptions = { x = 1 }\n")
    assert read_presets(tmp_path) == (Preset("b"), Preset("a", {"x": 1}, 3))


def test_a_misspelt_key_is_refused(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("[a]\noption = { x = 1 }\n")
    with pytest.raises(ValueError, match="preset a has more than options, players"):
        read_presets(tmp_path)


def test_an_unknown_preset_names_those_known() -> None:
    with pytest.raises(UnknownPreset) as error:
        find("dieci").preset("chess")
    assert str(error.value) == "dieci has no preset 'chess'; it has full, first, children"
    without = replace(find("dieci"), package="mazziere.kernel")  # a folder without the file
    with pytest.raises(UnknownPreset, match="dieci has no preset 'full'; it has none"):
        without.preset("full")


def test_a_game_has_presets_if_its_folder_has_the_file() -> None:
    assert WITH_PRESETS
    assert [game for game in games() if (game.folder / "presets.toml").exists()] == WITH_PRESETS


@pytest.mark.parametrize("game", WITH_PRESETS, ids=lambda game: game.id)
def test_the_first_preset_changes_nothing_and_the_others_something(game: Game) -> None:
    first, *others = game.presets
    assert (dict(first.options), first.players) == ({}, None)
    defaults = game.full_options({})
    for preset in others:
        full = game.full_options(preset.options)
        assert all(full[name] != defaults[name] for name in preset.options), preset.id
        assert preset.options, preset.id


@pytest.mark.parametrize("game", WITH_PRESETS, ids=lambda game: game.id)
def test_a_match_of_every_preset_can_begin(game: Game) -> None:
    for preset in game.presets:
        allowed = game.allowed_players(game.full_options(preset.options))
        match = Match(game, preset.players or min(allowed), preset.options)
        assert match.due is not None, preset.id


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_every_preset_has_a_name_and_one_line(game: Game, lang: str) -> None:
    said = words(game, lang).presets
    assert list(said) == [preset.id for preset in game.presets]
    for texts in said.values():
        assert set(texts) == {"name", "text"}
        assert 0 < len(texts["name"]) <= 24
        assert 0 < len(texts["text"]) <= 80
        assert "\n" not in texts["text"]

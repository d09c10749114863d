"""The lobby: declarations in a game's folder, and a text for each of them."""

from pathlib import Path

import pytest

from mazziere.games import games
from mazziere.kernel.game import Game
from mazziere.kernel.lobby import FILE, Lobby, read_lobby
from mazziere.kernel.options import Choice, Each, Flag, Option
from mazziere.kernel.texts import LANGUAGES, words


def test_a_lobby_is_read_from_its_file(tmp_path: Path) -> None:
    assert read_lobby(tmp_path) == Lobby()
    (tmp_path / FILE).write_text(
        'family = ["b", "a"]\nhouse = ["c"]\nswitches = { a = "x" }\ncalls = { c = [true] }\n'
    )
    assert read_lobby(tmp_path) == Lobby(("b", "a"), ("c",), {"a": "x"}, {"c": (True,)})


def test_a_misspelt_key_is_refused(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text('famly = ["a"]\n')
    with pytest.raises(ValueError, match="has more than calls, family, house, switches"):
        read_lobby(tmp_path)


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_a_lobby_names_options_and_values_of_its_game(game: Game) -> None:
    options = {option.name: option for option in game.options}
    lobby = game.lobby
    first = [*lobby.family, *lobby.house]
    assert lobby.family
    assert len(set(first)) == len(first)
    assert set(first) <= set(options)
    assert set(lobby.switches) <= set(first)
    for name, on in lobby.switches.items():
        assert on in options[name].samples()
        assert len(options[name].samples()) == 2, "a switch has two positions"
    for name, values in lobby.calls.items():
        assert set(values) < set(options[name].samples())
    assert bool(lobby.calls) == bool(game.out_of_turn)


def phrases(option: Option) -> set[str]:
    """Return the keys of the phrases of an option, besides its label."""
    if isinstance(option, Flag):
        return {"false", "true"}
    if isinstance(option, Choice):
        return set(option.values)
    return {"value", "default"} if isinstance(option, Each) else {"value"}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_what_a_table_decides_first_has_a_label_and_phrases(game: Game, lang: str) -> None:
    said = words(game, lang).lobby
    first = {*game.lobby.family, *game.lobby.house}
    listed = [option for option in game.options if option.name in first or isinstance(option, Each)]
    assert set(said) == {option.name for option in listed}
    for option in listed:
        texts = said[option.name]
        assert set(texts) == {"label", *phrases(option)}, option.name
        assert all(0 < len(text) <= 50 for text in texts.values())

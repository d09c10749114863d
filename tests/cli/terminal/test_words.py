"""The phrases in two languages, moves in words, and the keys that choose them."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from mazziere.bots.levels import LEVELS
from mazziere.cli.terminal import explain, words
from mazziere.cli.terminal.moves import KEYS, keys_of, ordered
from mazziere.cli.terminal.words import catalogue, names_of, own_name
from mazziere.drawing.board import board_of
from mazziere.drawing.scene import Scene
from mazziere.games import find, shelf
from mazziere.kernel.match import Match, deal_stream, match_seed
from mazziere.kernel.picture import picture_of
from mazziere.kernel.texts import LANGUAGES, paragraphs
from mazziere.kernel.texts import words as game_words
from tests.cases import case

SOURCES = Path(words.__file__).parent
CHARACTERS = Path(__file__).resolve().parents[3] / "web" / "src" / "avatars" / "characters.ts"


def flat(found: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, Any]]:
    for name, value in found.items():
        if isinstance(value, Mapping):
            yield from flat(value, f"{above}{name}.")
        else:
            yield above + name, value


def test_the_catalogue_says_the_same_in_both_languages() -> None:
    first, second = (dict(flat(catalogue(lang))) for lang in LANGUAGES)
    assert first.keys() == second.keys()
    for name, text in first.items():
        if isinstance(text, str):
            assert text.strip(), name
            holes = sorted(re.findall(r"\{\w*\}", text))
            assert holes == sorted(re.findall(r"\{\w*\}", second[name])), name


def test_everything_in_the_catalogue_is_said_somewhere() -> None:
    code = "".join(path.read_text(encoding="utf-8") for path in SOURCES.rglob("*.py"))
    for name, _ in flat(catalogue("en")):
        part, _, last = name.rpartition(".")
        if part not in ("levels", "back"):  # named by a level or a reason
            assert f'"{last}"' in code or f"'{last}'" in code, name


def test_every_level_and_every_game_has_words() -> None:
    for lang in LANGUAGES:
        assert set(catalogue(lang)["levels"]) == set(LEVELS)
        for name in shelf():
            assert game_words(find(name), lang).blurb


def test_names_at_a_table() -> None:
    for lang in LANGUAGES:
        names = names_of(10, 3, lang, "Elsa")
        assert names[3] == "Elsa"
        assert len(set(names)) == 10, "nobody has the person's name"
        assert own_name(lang, " \x1b[2J ") == "[2J"
        assert own_name(lang, "") == catalogue(lang)["guest"]
        assert len(own_name(lang, "x" * 99)) == 12
        assert own_name(lang, None)


# Moves


def scene_of(name: str, lang: str, players: int) -> Scene[Any]:
    """Return the scene of the first question to the person."""
    game = find(name)
    match = Match(game, players, case(name).sketches[0])
    deal = deal_stream(match_seed(1, 0))
    while match.due is not None:
        match.deal(deal.order)
    names = names_of(players, 0, lang, "Anna")
    return Scene(game, picture_of(match, 0), 0, names, lang, options=match.options)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", shelf())
def test_every_move_can_be_said_and_no_two_alike(name: str, lang: str) -> None:
    game = find(name)
    scene = scene_of(name, lang, max(game.seats))
    said = {move: board_of(game).move_words(scene, move) for move in game.actions}
    assert all(words and "{" not in words for words in said.values())
    assert len(set(said.values())) == len(said)


def test_moves_in_words() -> None:
    def said(name: str, move: str, lang: str, **changes: Any) -> str:
        scene = scene_of(name, lang, 6)
        if changes:
            scene = replace(scene, picture=msgspec.structs.replace(scene.picture, **changes))
        return board_of(scene.game).move_words(scene, move)

    assert said("uno", "play r7", "it") == "gioca il 7 rosso ●"
    assert said("uno", "play wild b uno", "en") == "play a Wild, naming blue ■, and say UNO!"
    assert said("uno", "catch 2", "it") == "becca Beppe, che non l’ha detto"
    assert said("rookie", "give Y 2", "en") == "lay a yellow card ★ on pile 2 of Cleo"
    between_out = said("dieci", "swap", "it", in_round=(0, 2))
    assert between_out == "scambia con Beppe", "the seat between is out"
    held = ("8", "?", "?", "?", "?", "?")
    assert said("dieci", "block", "en", cards=held) == "block with a Skunk (8)"
    assert said("yooloo", "stack 10", "it") == "metti il 10 nella pila"
    assert said("one_to_ten", "turn 4", "en") == "open door 4"


def test_keys_are_the_numbers_of_cards_and_places() -> None:
    game = find("yooloo")
    hand = [game.parse(f"play {card}") for card in (2, 7, 10)]
    assert keys_of(game, [action for action in hand if action is not None]) == ["2", "7", "0"]
    game = find("rookie")
    moves = [game.parse(text) for text in ("flip 3", "flip 9", "cover")]
    assert keys_of(game, [action for action in moves if action is not None]) == ["3", "9", "a"]
    game = find("uno")
    moves = [game.parse(text) for text in ("play r7", "draw", "catch 2")]
    assert keys_of(game, [action for action in moves if action is not None]) == ["1", "2", "3"]


@pytest.mark.parametrize("name", shelf())
def test_no_key_stands_for_two_moves_or_for_a_command(name: str) -> None:
    game = find(name)
    assert not set("hlqrsu?:/ ") & set(KEYS)
    assert len(set(KEYS)) == len(KEYS)
    keys = [key for key in keys_of(game, ordered(game, range(len(game.actions)))) if key]
    assert len(set(keys)) == len(keys)


# Rules


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", shelf())
def test_every_card_and_move_has_a_rule_that_is_written(name: str, lang: str) -> None:
    game = find(name)
    known = paragraphs(game, lang)
    for card in game.cards:
        assert set(explain.rules_of_card(game, card)) <= set(known)
        assert explain.found(game, card, lang)
    scene = scene_of(name, lang, max(game.seats))
    for text in game.actions:
        rules = explain.rules_of_move(game, text, scene)
        assert rules
        assert set(rules) <= set(known)


def test_rules_behind_some_cards() -> None:
    uno, dieci = find("uno"), find("dieci")
    assert explain.rules_of_card(uno, "bskip") == ("UNO-SKIP-1",)
    assert explain.rules_of_card(uno, "custom2")[0] == "UNO-CUST-1"
    assert explain.rules_of_move(uno, "play wild+4 r")[0] == "UNO-DRAW4-1"
    scene = scene_of("dieci", "en", 2)
    scene = replace(scene, picture=msgspec.structs.replace(scene.picture, cards=("9", "?")))
    assert explain.rules_of_move(dieci, "block", scene)[0] == "DIE-WOLF-1"
    assert explain.found(dieci, "nothing of the kind", "en") is None


def test_bots_have_the_names_of_the_page() -> None:
    drawn = re.findall(r'^    name: "(\w+)",', CHARACTERS.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(drawn) == 10
    for lang in LANGUAGES:
        assert catalogue(lang)["bot_names"] == drawn

"""Words: one catalogue in two languages, moves that can be said, and keys that choose them."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mazziere.bots.levels import LEVELS
from mazziere.cli.terminal import explain, words
from mazziere.cli.terminal.moves import KEYS, Speaker, keys_of, ordered
from mazziere.cli.terminal.words import catalogue, names_of, own_name
from mazziere.games import IDS, find
from mazziere.rules import LANGUAGES, paragraphs

SOURCES = Path(words.__file__).parent


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
    code = "".join(
        path.read_text(encoding="utf-8")
        for path in [*SOURCES.rglob("*.py"), SOURCES.parent / "sketch.py"]
    )
    for name, _ in flat(catalogue("en")):
        part, _, last = name.rpartition(".")
        if part not in ("levels", "games", "moves", "back"):  # said by a level's, a verb's name
            assert f'"{last}"' in code or f"'{last}'" in code, name


def test_every_level_and_every_game_has_words() -> None:
    for lang in LANGUAGES:
        assert set(catalogue(lang)["levels"]) == set(LEVELS)
        assert set(catalogue(lang)["games"]) == set(IDS)


def test_names_at_a_table() -> None:
    for lang in LANGUAGES:
        names = names_of(10, 3, lang, "Elena")
        assert names[3] == "Elena"
        assert len(set(names)) == 10, "nobody has the person's name"
        assert own_name(lang, " \x1b[2J ") == "[2J"
        assert own_name(lang, "") == catalogue(lang)["guest"]
        assert len(own_name(lang, "x" * 99)) == 12
        assert own_name(lang, None)


# Moves


def glance_of(name: str) -> Any:
    """A glance in which every field that moves are told by is in its place."""
    game = find(name)
    record = np.zeros(1, game.dtype)[0]
    record["players"] = max(game.seats)
    if name == "dieci":
        record["in_round"] = 0b101
        record["card"][0] = 2
    return record


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", IDS)
def test_every_move_can_be_said_and_no_two_alike(name: str, lang: str) -> None:
    game = find(name)
    names = names_of(max(game.seats), 0, lang, "Anna")
    speaker = Speaker(game, lang, names, 0)
    said = {text: speaker.move(text, glance_of(name)) for text in game.actions}
    assert all(words and "{" not in words for words in said.values())
    assert len(set(said.values())) == len(said)


def test_moves_in_words() -> None:
    def said(name: str, text: str, lang: str) -> str:
        game = find(name)
        names = names_of(6, 0, lang, "Anna")
        return Speaker(game, lang, names, 0).move(text, glance_of(name))

    assert said("uno", "play r7", "it") == "gioca il 7 rosso ●"
    assert said("uno", "play wild b uno", "en") == "play a Wild, naming blue ■, and say UNO!"
    assert said("uno", "catch 2", "it") == "becca Bruno, che non l'ha detto"
    assert said("rookie", "give Y 2", "en") == "lay a yellow card ★ on pile 2 of Cleo"
    assert said("dieci", "swap", "it") == "scambia con Bruno", "the seat between is out"
    assert said("dieci", "block", "en") == "block with a Skunk (8)"
    assert said("yooloo", "stack 10", "it") == "metti il 10 nel mazzetto"
    assert said("one_to_ten", "turn 4", "en") == "uncover your card 4"


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


@pytest.mark.parametrize("name", IDS)
def test_no_key_stands_for_two_moves_or_for_a_command(name: str) -> None:
    game = find(name)
    assert not set("hlqrsu?:/ ") & set(KEYS)
    assert len(set(KEYS)) == len(KEYS)
    keys = [key for key in keys_of(game, ordered(game, range(len(game.actions)))) if key]
    assert len(set(keys)) == len(keys)


# Rules


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", IDS)
def test_every_card_and_move_has_a_rule_that_is_written(name: str, lang: str) -> None:
    game = find(name)
    known = paragraphs(name, lang)
    for card in game.cards:
        assert set(explain.rules_of_card(game, card)) <= set(known)
        assert explain.found(game, card, lang)
    for text in game.actions:
        rules = explain.rules_of_move(game, text, game.cards[0])
        assert rules
        assert set(rules) <= set(known)


def test_rules_behind_some_cards() -> None:
    uno, dieci = find("uno"), find("dieci")
    assert explain.rules_of_card(uno, "bskip") == ("UNO-SKIP-1",)
    assert explain.rules_of_card(uno, "custom2")[0] == "UNO-CUST-1"
    assert explain.rules_of_move(uno, "play wild+4 r")[0] == "UNO-DRAW4-1"
    assert explain.rules_of_move(dieci, "block", "9")[0] == "DIE-WOLF-1"
    assert explain.found(dieci, "nothing of the kind", "en") is None

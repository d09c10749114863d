"""Everything that a game can say has words in both languages."""

import re
import string

import pytest

from mazziere.games import find, games
from mazziere.kernel.events import EVERYONE, Event
from mazziere.kernel.game import Game
from mazziere.kernel.options import Choice, Counts, Each, Flag, Number, Option
from mazziere.kernel.texts import (
    LANGUAGES,
    paragraphs,
    refusal_text,
    seat_names,
    sections,
    tell,
    words,
)

EACH = [(game, lang) for game in games() for lang in LANGUAGES]


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


@pytest.mark.parametrize(("game", "lang"), EACH)
def test_events(game: Game, lang: str) -> None:
    kinds = game.events
    said = words(game, lang).events
    assert set(said) == {kind.name for kind in kinds}
    for kind in kinds:
        allowed = {"seat"} | ({"a"} if kind.a else set()) | ({"b"} if kind.b else set())
        assert placeholders(said[kind.name]) <= allowed, kind.name
        assert said[kind.name] == said[kind.name].strip(), kind.name


@pytest.mark.parametrize(("game", "lang"), EACH)
def test_events_address_the_player_and_count(game: Game, lang: str) -> None:
    said = words(game, lang)
    named = {kind for kind, text in said.events.items() if "{seat}" in text}
    unseen = {kind for kind in named if kind.endswith("_unseen")}
    assert set(said.events_you) >= named - unseen, "a sentence without its second person"
    for kind, text in (*said.events_you.items(), *said.events_many_you.items()):
        assert "seat" not in placeholders(text), kind
    for kind, text in (*said.events_many.items(), *said.events_many_you.items()):
        assert {"n", "list"} & placeholders(text), kind
        assert kind in said.events


@pytest.mark.parametrize(("game", "lang"), EACH)
def test_apostrophes_are_typographic(game: Game, lang: str) -> None:
    for name in (f"texts/{lang}.md", f"texts/{lang}.toml", "lesson.json"):
        text = (
            (game.folder / name).read_text(encoding="utf-8")
            if (game.folder / name).exists()
            else ""
        )
        assert not re.findall(r"\w'\w*", text), name


@pytest.mark.parametrize("game", games())
def test_both_languages_tell_the_same(game: Game) -> None:
    first, second = (words(game, lang).events for lang in LANGUAGES)
    for name, text in first.items():
        assert placeholders(text) == placeholders(second[name]), name


@pytest.mark.parametrize(("game", "lang"), EACH)
def test_refusals_cards_and_colours(game: Game, lang: str) -> None:
    found = game
    said = words(game, lang)
    assert set(said.refusals) == {refusal.name for refusal in found.refusals}
    assert set(said.cards) == set(found.cards)
    assert set(said.colours) == set(found.colours)
    texts = [*said.refusals.values(), *said.cards.values(), *said.colours.values()]
    for text in texts:
        assert text.strip()
        assert not placeholders(text)


def value_names(option: Option) -> list[str]:
    if isinstance(option, Flag):
        return ["false", "true"]
    if isinstance(option, (Choice, Each)):
        return list(option.values)
    return []


@pytest.mark.parametrize(("game", "lang"), EACH)
def test_options(game: Game, lang: str) -> None:
    options = game.options
    said = words(game, lang).options
    assert set(said) == {option.name for option in options}
    for option in options:
        texts = dict(said[option.name])
        assert texts.pop("text").strip()
        if isinstance(option, Counts):
            assert texts.pop("limit", "none").strip()
        assert set(texts) == set(value_names(option)), option.name
        assert all(text.strip() for text in texts.values())


def option_lines(game: Game, lang: str) -> dict[str, tuple[str, str]]:
    """Return the lines on options in a rule text: option → (rule, line)."""
    found = {}
    for rule, block in paragraphs(game, lang).items():
        for line in block.options:
            name = line.split("`")[1]
            assert name not in found, f"{name} has two lines"
            found[name] = (rule, line)
    return found


@pytest.mark.parametrize(("game", "lang"), EACH)
def test_option_lines_of_the_texts_agree_with_the_game(game: Game, lang: str) -> None:
    lines = option_lines(game, lang)
    usual = {"en": "(unless you choose otherwise)", "it": "(se non scegliete altro)"}[lang]
    options = game.options
    assert set(lines) == {option.name for option in options}
    for option in options:
        rule, line = lines[option.name]
        quoted = line.split("`")[3::2]
        if isinstance(option, Counts):
            bounds = (option.low, option.high, option.least, option.most)
            assert quoted == list(map(str, bounds))
            continue
        default, *_ = [part for part in line.split("; ") if usual in part]
        if isinstance(option, Number):
            first = option.low + (option.initial == option.low and quoted[1] != str(option.low))
            assert quoted == [str(option.initial), str(first), str(option.high)]
        else:
            assert quoted == value_names_in_order(option), option.name
            assert f"`{quoted[0]}` {usual}" in default
        here = [known for known in option.rules if known in paragraphs(game, lang)]
        assert rule in here or not here, f"{option.name} stands at {rule}"


def value_names_in_order(option: Option) -> list[str]:
    if isinstance(option, Flag):
        return [str(value).lower() for value in option.samples()]
    return value_names(option)


def test_texts_have_sections_and_an_introduction() -> None:
    for game, lang in EACH:
        first, *rest = sections(game, lang)
        assert first.blocks[0].id is None
        assert len(rest) >= 3
        assert all(section.blocks for section in rest)


def test_tell_fills_in_names_cards_and_seats() -> None:
    game = find("dieci")
    names = ["Ada", "Bruno", "Carla"]
    kinds = [kind.name for kind in game.events]
    swapped = Event(kinds.index("swapped"), 2, 0, 0, EVERYONE)
    told = tell(game, swapped, "en", names)
    assert told is not None
    assert "Carla" in told
    assert "Ada" in told
    blocked = Event(kinds.index("blocked"), 1, game.card_numbers["9"], 0, EVERYONE)
    told = tell(game, blocked, "it", names)
    assert told is not None
    assert "Bruno" in told
    assert words(game, "it").cards["9"] in told


def test_tell_addresses_the_reader() -> None:
    game = find("dieci")
    names = ["Ada", "Bruno", "Carla"]
    kinds = [kind.name for kind in game.events]
    swapped = Event(kinds.index("swapped"), 2, 0, 0, EVERYONE)
    assert tell(game, swapped, "en", names, 2) == "You swap cards with Ada."
    assert tell(game, swapped, "it", names, 0) == "Carla scambia la carta con te."


def test_tell_counts_piles_from_one() -> None:
    game = find("rookie")
    kinds = [kind.name for kind in game.events]
    flipped = Event(kinds.index("flipped"), 0, game.card_numbers["X"], 6, EVERYONE)
    told = tell(game, flipped, "en", seat_names(2, "en"))
    assert told is not None
    assert "7" in told


def test_what_has_no_words_is_none() -> None:
    assert refusal_text(find("dieci"), "no_such_code", "en") is None

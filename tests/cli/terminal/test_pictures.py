"""Pictures: drawn at every moment of every variant, from the glance alone, and readable."""

import random
from typing import Any

import numpy as np
import pytest

from mazziere.cli.terminal import signs
from mazziere.cli.terminal.canvas import Canvas, cut
from mazziere.cli.terminal.pictures import picture
from mazziere.cli.terminal.pictures.look import Look, plates, sides
from mazziere.cli.terminal.table import Scene, Table
from mazziere.cli.terminal.words import names_of
from mazziere.games import IDS, find
from mazziere.kernel.game import Game
from mazziere.kernel.options import Each
from mazziere.rules import LANGUAGES
from tests.cli.terminal.quick import hasty, play
from tests.cli.terminal.sitting import seating

SIZES = ((54, 15), (54, 16), (96, 28), (160, 50))


def looked(table: Table, lang: str, moves: list[str], chosen: str | None) -> Look:
    names = names_of(table.seating.players, 0, lang, "Anna")
    return Look(table.match.game, table.scene(), 0, names, lang, moves, chosen)


def variants(game: Game) -> list[dict[str, Any]]:
    """The default, and each value of each option by itself, where it is not a mere number."""
    found: list[dict[str, Any]] = [{}]
    for option in game.options:
        values = option.samples() if isinstance(option, Each) else option.samples()[:4]
        found += [{option.name: value} for value in values if value != option.default]
    return found


SHORT: dict[str, dict[str, Any]] = {
    "rookie": {"edition": "pocket"},
    "uno_h2o": {"scoring": "hand"},
    "dieci": {"tokens": 2},
}


@pytest.mark.slow
@pytest.mark.parametrize("name", IDS)
def test_every_variant_is_drawn_at_every_question_to_the_end(name: str) -> None:
    game = find(name)
    for number, options in enumerate(variants(game)):
        full = game.full_options({**SHORT.get(name, {}), **options})
        if full.get("target", 50) > 50 and full["scoring"] != "hand":
            full["target"] = 50
        full["games"] = min(full["games"], 2) if "games" in full else None
        allowed = game.allowed_players(full := {k: v for k, v in full.items() if v is not None})
        players = allowed[number % min(4, len(allowed))]
        rng = random.Random(number)
        asked = 0

        def choose(table: Table, moves: list[str], rng: random.Random = rng) -> str:
            nonlocal asked
            asked += 1
            lang, size = LANGUAGES[asked % 2], SIZES[asked % len(SIZES)]
            drawn = picture(looked(table, lang, moves, rng.choice(moves)), *size).plain
            rows = drawn.split("\n")
            assert len(rows) == size[1]
            assert all(len(row) == size[0] and row.isprintable() for row in rows)
            assert "Anna" in drawn
            return hasty(table, moves, rng)

        table = play(seating(name, players, full, number, "normal"), choose)
        assert table.match.is_over
        assert "♛" in picture(looked(table, "en", [], None), 96, 28).plain
        assert asked > 0


@pytest.mark.parametrize("name", IDS)
def test_everybody_is_on_the_picture_in_order(name: str) -> None:
    game = find(name)
    for players in game.allowed_players(game.full_options({})):
        table = play(seating(name, players, {}, players, "random"), lambda at, moves: leave())
        for size in SIZES:
            drawn = picture(looked(table, "it", [], None), *size).plain
            for each in names_of(players, 0, "it", "Anna"):
                assert each in drawn, (players, size)


def leave() -> str:
    from mazziere.cli.terminal.table import Left

    raise Left


@pytest.mark.parametrize(("name", "first_is_left"), [("uno", True), ("dieci", False)])
def test_the_next_player_sits_on_the_side_where_the_game_runs(
    name: str, first_is_left: bool
) -> None:
    game = find(name)
    scene = Scene(np.zeros(1, game.dtype)[0], [0] * 4, [], [], False, [], [])
    look = Look(game, scene, 0, ["A", "B", "C", "D"], "en")
    placed = {plate.seat: plate for plate in plates(look, Canvas(54, 16), 11, 16)}
    assert (placed[1].x < placed[3].x) == first_is_left
    assert placed[2].y == 0


def test_places_around_a_table() -> None:
    for others in range(1, 10):
        for room in (3, 4, 6):
            side, head = sides(others, room)
            assert 2 * side + head == others
            assert head <= room


# What can be read from it


def test_uno_shows_what_matters() -> None:
    table = play(seating("uno", 4, {}, 3), lambda at, moves: leave())
    state = table.match.states[0]
    drawn = picture(looked(table, "en", ["draw"], "draw"), 54, 16).plain
    game = table.match.game
    top = signs.face("uno", game.cards[int(state["top"])])
    assert top.label in drawn
    assert f"{signs.UNO_SIGNS[game.colours[int(state['colour'])]]} " in drawn
    assert str(int(state["rest"])) in drawn
    assert ("↻" in drawn) == (int(state["direction"]) > 0)
    held = [card for card in range(58) for bits in state["hand"][0] if int(bits) >> card & 1]
    last_rows = "".join(drawn.split("\n")[-4:])
    for card in held:
        assert signs.face("uno", game.cards[card]).short in last_rows


def test_the_rounds_of_a_stack_are_told_line_by_line() -> None:
    from mazziere.cli.terminal.pictures.yooloo import rounds_of, winner_of

    assert winner_of({0: 9, 1: 9, 2: 4}) == 2
    assert winner_of({0: 9, 1: 9}) is None
    for players in (2, 8):
        table = play(seating("yooloo", players, {}, 3), lambda at, moves: moves[0])
        look = looked(table, "en", [], None)
        events = [event for step in table.heard for event in step]
        rounds = rounds_of(look, events)
        ticks = sum(winner_of(cards) is not None for cards, _ in rounds)
        drawn = picture(look, 54, 16).plain.split("\n")
        assert [row.split()[0] for row in drawn[1:11]] == [str(n) for n in range(1, 11)]
        if len(rounds) == 10:
            assert "".join(drawn).count("✓") == ticks
            assert sum("takes" in outcome for _, outcome in rounds) == ticks


def test_nothing_hidden_is_on_the_picture() -> None:
    """The picture of a match equals that of its twin in which the hidden cards lie otherwise."""
    for name in IDS:
        table = play(seating(name, 3, {}, 5), lambda at, moves: leave())
        match = table.match
        before = picture(looked(table, "en", [], None), 96, 28).plain
        view = match.engine.view(match.states, 0, 0)
        groups = match.engine.hidden(view, 0)
        rng = random.Random(1)
        mixed = [rng.sample(group, len(group)) for group in groups]
        match.states[0] = match.engine.world(view, 0, mixed)[0]
        assert picture(looked(table, "en", [], None), 96, 28).plain == before, name


def test_a_text_is_cut_to_its_place() -> None:
    assert cut("Carla", 5) == "Carla"
    assert cut("Carlotta", 5) == "Carl…"
    assert cut("Carla", 0) == ""


# Colours


def luminance(colour: str) -> float:
    """Relative luminance by WCAG 2."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_every_ink_can_be_read() -> None:
    for ink in signs.INKS.values():
        assert contrast(ink, signs.PAPER) >= 4.5
    for glow in (*signs.GLOWS.values(), signs.LIGHT, signs.MUTED, signs.AMBER):
        assert contrast(glow, signs.TABLE) >= 4.5
    assert contrast(signs.LIGHT, signs.BACK) >= 4.5


def test_every_colour_has_a_sign_of_its_own() -> None:
    assert len(set(signs.UNO_SIGNS.values())) == 4
    assert len(set(signs.ROOKIE_SIGNS.values())) == 6
    for name in IDS:
        faces = [signs.face(name, card).short for card in find(name).cards]
        assert len(set(faces)) == len(faces), name

"""Drawings: at every step of every variant, from the picture alone, and readable."""

import random
from typing import Any

import pytest

from mazziere.cli.terminal.solo_match import SoloMatch
from mazziere.cli.terminal.words import names_of
from mazziere.drawing import inks
from mazziere.drawing.board import board_of, draw
from mazziere.drawing.canvas import Canvas, cut
from mazziere.drawing.plates import PLATE_ROWS, plates, sides
from mazziere.drawing.scene import Scene
from mazziere.games import find, shelf
from mazziere.kernel.game import Game
from mazziere.kernel.options import Each
from mazziere.kernel.picture import BasePicture
from mazziere.kernel.texts import LANGUAGES
from tests.cases import case, short
from tests.cli.terminal.quick import hasty, play
from tests.cli.terminal.sitting import seating

BOTTOM = 10
"""The row of the own name in the lowest window, where the hand takes most room."""
SIZES = ((54, 15), (54, 16), (96, 28), (160, 50))


def scene_of(table: SoloMatch, lang: str, moves: list[str], chosen: str | None) -> Scene[Any]:
    names = names_of(table.seating.players, 0, lang, "Anna")
    return table.sight().scene(table.seating, names, lang, moves, chosen)


def variants(game: Game) -> list[dict[str, Any]]:
    """Yield the default options, and each value of each option that is not a number."""
    found: list[dict[str, Any]] = [{}]
    for option in game.options:
        values = option.samples() if isinstance(option, Each) else option.samples()[:4]
        found += [{option.name: value} for value in values if value != option.default]
    return found


@pytest.mark.slow
@pytest.mark.parametrize("name", shelf())
def test_every_variant_is_drawn_at_every_question_to_the_end(name: str) -> None:
    game = find(name)
    for number, options in enumerate(variants(game)):
        full = game.full_options({**(case(name).shortest or short(name)), **options})
        if full.get("target", 50) > 50 and full["scoring"] != "hand":
            full["target"] = 50
        full["games"] = min(full["games"], 2) if "games" in full else None
        allowed = game.allowed_players(full := {k: v for k, v in full.items() if v is not None})
        players = allowed[number % min(4, len(allowed))]
        rng = random.Random(number)
        asked = 0

        def choose(table: SoloMatch, moves: list[str], rng: random.Random = rng) -> str:
            nonlocal asked
            asked += 1
            lang, size = LANGUAGES[asked % 2], SIZES[asked % len(SIZES)]
            drawn = draw(scene_of(table, lang, moves, rng.choice(moves)), *size).plain
            rows = drawn.split("\n")
            assert len(rows) == size[1]
            assert all(len(row) == size[0] and row.isprintable() for row in rows)
            assert "Anna" in drawn
            return hasty(table, moves, rng)

        table = play(seating(name, players, full, number, "normal"), choose)
        assert table.match.is_over
        assert "♛" in draw(scene_of(table, "en", [], None), 96, 28).plain
        assert asked > 0


@pytest.mark.parametrize("name", shelf())
def test_everybody_is_on_the_picture_in_order(name: str) -> None:
    game = find(name)
    for players in game.allowed_players(game.full_options({})):
        table = play(seating(name, players, {}, players, "random"), lambda at, moves: leave())
        for size in SIZES:
            drawn = draw(scene_of(table, "it", [], None), *size).plain
            for each in names_of(players, 0, "it", "Anna"):
                assert each in drawn, (players, size)


def leave() -> str:
    from mazziere.cli.terminal.solo_match import PersonLeft

    raise PersonLeft


@pytest.mark.parametrize(("name", "first_is_left"), [("uno", True), ("dieci", False)])
def test_the_next_player_sits_on_the_side_where_the_game_runs(
    name: str, first_is_left: bool
) -> None:
    game = find(name)
    scene = Scene(game, BasePicture("turn", (0,) * 4), 0, ["A", "B", "C", "D"], "en")
    placed = {plate.seat: plate for plate in plates(scene, Canvas(54, 16), 11, 16)}
    assert (placed[1].x < placed[3].x) == first_is_left
    assert placed[2].y == 0


def test_places_around_a_table() -> None:
    for others in range(1, 10):
        for room in (3, 4, 6):
            side, head = sides(others, room)
            assert 2 * side + head == others
            assert head <= room


def test_plates_stay_above_the_own_seat_and_apart() -> None:
    for name in shelf():
        game = find(name)
        for players in game.allowed_players(game.full_options({})):
            table = play(seating(name, players, {}, players, "random"), lambda at, moves: leave())
            scene = scene_of(table, "it", [], None)
            placed = plates(scene, Canvas(54, 15), BOTTOM, 16)
            assert all(plate.y + PLATE_ROWS <= BOTTOM for plate in placed), (name, players)
            rows = [(plate.x, plate.y + row) for plate in placed for row in range(PLATE_ROWS)]
            assert len(set(rows)) == len(rows), (name, players)


def test_the_square_of_piles_leaves_room_for_the_own_seat_in_a_low_window() -> None:
    table = play(seating("rookie", 4, {}, 3), lambda at, moves: leave())
    rows = draw(scene_of(table, "en", [], None), 60, 15).plain.split("\n")
    mine = next(row for row in rows if "Anna" in row)
    assert "╯" not in mine
    assert sum(row.count("╰") for row in rows[: rows.index(mine)]) == 9


# What can be read from it


def test_uno_shows_what_matters() -> None:
    table = play(seating("uno", 4, {}, 3), lambda at, moves: leave())
    state = table.match.states[0]
    drawn = draw(scene_of(table, "en", ["draw"], "draw"), 54, 16).plain
    game = table.match.game
    face = board_of(game).face
    top = face(game.cards[int(state["top"])])
    assert top.label in drawn
    colour = game.colours[int(state["colour"])]
    assert f"{face(colour + '1').sign} " in drawn
    assert str(int(state["rest"])) in drawn
    assert ("↻" in drawn) == (int(state["direction"]) > 0)
    held = [card for card in range(58) for bits in state["hand"][0] if int(bits) >> card & 1]
    last_rows = "".join(drawn.split("\n")[-4:])
    for card in held:
        assert face(game.cards[card]).short in last_rows


def test_nothing_hidden_is_on_the_picture() -> None:
    """The drawing of a match equals that of its twin with other hidden cards."""
    for name in shelf():
        table = play(seating(name, 3, {}, 5), lambda at, moves: leave())
        match = table.match
        before = draw(scene_of(table, "en", [], None), 96, 28).plain
        view = match.view(0)
        groups = match.engine.hidden(view, 0)
        rng = random.Random(1)
        mixed = [rng.sample(group, len(group)) for group in groups]
        match.states[0] = match.engine.world(view, 0, mixed)[0]
        assert draw(scene_of(table, "en", [], None), 96, 28).plain == before, name


def test_a_text_is_cut_to_its_place() -> None:
    assert cut("Carla", 5) == "Carla"
    assert cut("Carlotta", 5) == "Carl…"
    assert cut("Carla", 0) == ""


# Colours


def luminance(colour: str) -> float:
    """Return the relative luminance by WCAG 2."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_every_ink_can_be_read() -> None:
    for ink in inks.INKS.values():
        assert contrast(ink, inks.PAPER) >= 4.5
    for glow in (*inks.GLOWS.values(), inks.LIGHT, inks.MUTED, inks.AMBER):
        assert contrast(glow, inks.TABLE) >= 4.5
    assert contrast(inks.LIGHT, inks.BACK) >= 4.5


def test_every_colour_has_a_sign_of_its_own() -> None:
    for name in shelf():
        faces = [board_of(find(name)).face(card).short for card in find(name).cards]
        assert len(set(faces)) == len(faces), name

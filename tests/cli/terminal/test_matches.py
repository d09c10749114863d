"""Whole matches at a drawn table, by keys and by mouse: every game, variants, many players."""

import random
from typing import Any

import pytest

from mazziere.cli.terminal import saves
from mazziere.cli.terminal.solo_match import Seating
from mazziere.games import find
from mazziere.kernel.record import read, verify, write
from tests.cli.terminal.quick import hasty, play
from tests.cli.terminal.sitting import Sitting, seating, sit

WHOLE: list[tuple[str, int, dict[str, Any], int]] = [
    # with seeds of short matches
    ("yooloo", 2, {}, 0),
    ("yooloo", 5, {"variant": "b"}, 1),
    ("one_to_ten", 2, {}, 2),
    ("one_to_ten", 8, {"variant": "one_go", "end": "now", "one_go_score": "best_run"}, 3),
    ("rookie", 2, {"edition": "pocket", "mode": "kids"}, 4),
    ("uno", 3, {}, 5),
    ("uno_h2o", 2, {"scoring": "hand"}, 9),
    ("uno_h2o", 3, {"scoring": "lowest", "target": 50, "uno_call": "auto"}, 1),
    ("uno", 4, {"scoring": "winner", "target": 50, "wd4": "strict"}, 5),
    ("dieci", 2, {"tokens": 1}, 7),
    ("dieci", 10, {"tokens": 1, "blocker_acts": True, "out_now": True}, 8),
]
LATE: list[tuple[str, int, dict[str, Any], int]] = [
    ("yooloo", 8, {"games": 2, "series": "wins", "showdown_prize": "last"}, 0),
    ("yooloo", 3, {"variant": "a"}, 1),
    ("rookie", 2, {"refill": "tallest", "capture_by": "any", "end_loot": "strict"}, 2),
    ("rookie", 4, {"mode": "team", "capture": "manual", "team_pool": True}, 3),
    ("rookie", 6, {"mode": "team", "edition": "pocket", "seek_victim": "choice"}, 4),
    ("uno", 10, {}, 5),
]


@pytest.mark.asyncio
@pytest.mark.parametrize(("game", "players", "options", "seed"), WHOLE)
async def test_a_whole_match_by_keys(
    game: str, players: int, options: dict[str, Any], seed: int
) -> None:
    await play_by_keys(seating(game, players, options, seed, "normal"), seed, [])


@pytest.mark.asyncio
@pytest.mark.parametrize(("game", "players", "options", "seed"), LATE)
async def test_the_end_of_a_longer_match(
    game: str, players: int, options: dict[str, Any], seed: int
) -> None:
    table = seating(game, players, options, seed, "normal")
    rng = random.Random(seed)
    steps = play(table, lambda at, moves: hasty(at, moves, rng)).steps
    await play_by_keys(table, seed, steps[:-8])


async def play_by_keys(table: Seating, seed: int, script: list[Any]) -> None:
    """Play to the end; check the record, the shown result and the kept files."""
    size = (140, 40) if seed % 3 == 2 else (80, 24)
    async with sit(table, lang=("it", "en")[seed % 2], size=size, script=script) as person:
        await person.play_on(random.Random(seed))
        record = person.table.record()
        assert record["steps"][: len(script)] == script
        assert verify(read(write(record).encode(), find))["result"] == "ok"
        has_won = 0 in record["result"]["winners"]
        assert ("won" in person.screen.query_one("#bar").classes) == has_won
        assert saves.kept() == [], "a finished match is not kept as unfinished"


@pytest.mark.asyncio
async def test_a_whole_match_by_mouse_on_the_list() -> None:
    async with sit(seating("dieci", 3, {"tokens": 1}, seed=5)) as person:
        while await person.asked():
            before = len(person.screen._told)
            assert await person.pilot.click("#moves", offset=(5, 0))
            await person.until(
                lambda before=before: person.screen.is_over or len(person.screen._told) > before
            )
        assert person.screen.is_over


@pytest.mark.asyncio
async def test_a_whole_match_by_mouse_on_the_cards() -> None:
    async with sit(seating("yooloo", 2, {"variant": "a"}, seed=5)) as person:
        await person.asked()
        table = person.table
        played = []
        while await person.asked():
            card = person.moves.items[-1].move
            assert card is not None
            played.append(card)
            await person.pilot.pause()
            before = len(table.steps)
            await person.pilot.click(offset=place_of(person, card))
            await person.until(lambda before=before: len(table.steps) > before)
        mine = [step["move"] for step in table.steps if "move" in step and step["seat"] == 0]
        assert mine == played == [f"play {card}" for card in range(10, 0, -1)]


def place_of(person: Sitting, move: str) -> tuple[int, int]:
    """Return the place on the screen where a click makes a move."""
    width, height = person.app.size
    for y in range(height):
        for x in range(width):
            if person.app.screen.get_style_at(x, y).meta.get("move") == move:
                return x, y
    raise AssertionError(f"{move} cannot be clicked")

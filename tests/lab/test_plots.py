"""Plots: PNG files with content, drawn without a display."""

import struct
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mazziere.lab.plots import draw_arena, draw_ladder, label


def size_of(path: Path) -> tuple[int, int]:
    head = path.read_bytes()[:24]
    assert head[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", head[16:24])
    return width, height


def colours(path: Path) -> set[int]:
    """List the colours of a picture as 0xRRGGBB."""
    from matplotlib.image import imread

    red, green, blue = np.moveaxis((imread(path)[..., :3] * 255).round().astype(int), -1, 0)
    return set(np.unique(red << 16 | green << 8 | blue).tolist())


def results(bots: list[str]) -> dict[str, Any]:
    ratings = [
        {
            "bot": bot,
            "elo": 90.0 * place,
            "elo_low": 90.0 * place - 30,
            "elo_high": 90.0 * place + 9,
        }
        for place, bot in enumerate(bots)
    ]
    pairs = [
        {"bots": [first, second], "share": 0.75, "low": 0.5, "high": 1.0}
        for place, first in enumerate(bots)
        for second in bots[place + 1 :]
    ]
    return {"bots": bots, "ratings": ratings, "pairs": pairs}


@pytest.mark.parametrize("count", [2, 3, 7])
def test_the_picture_of_an_arena(tmp_path: Path, count: int) -> None:
    bots = ["random", "easy", "normal", *(f"hard:iterations={n}" for n in range(count))][-count:]
    path = tmp_path / "arena.png"
    draw_arena(results(bots), "DIECI · 2 players", path)
    width, height = size_of(path)
    assert width > height > 400
    assert 0x0072B2 in colours(path)  # a rating
    first = path.read_bytes()
    draw_arena(results(bots), "DIECI · 2 players", path)
    assert path.read_bytes() == first
    assert "matplotlib.pyplot" not in sys.modules


def test_the_picture_of_a_ladder_marks_what_failed(tmp_path: Path) -> None:
    rung = {"share": 0.6, "low": 0.55, "high": 0.65, "border": 0.5, "passed": True}
    rows = [{"name": "easy – random", **rung}, {"name": "hard – normal", **rung}]
    path = tmp_path / "ladder.png"
    draw_ladder("DIECI", [("2 players", rows), ("4 players", rows[:1])], path)
    assert 0xD55E00 not in colours(path)
    rows[1]["passed"] = False
    draw_ladder("DIECI", [("2 players", rows)], path)
    assert 0xD55E00 in colours(path)


def test_settings_of_a_bot_are_on_lines_of_their_own() -> None:
    assert label("hard:iterations=9:explore=3") == "hard\niterations=9\nexplore=3"

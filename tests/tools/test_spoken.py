"""The matches behind the spoken transcripts are what the engine sends today."""

import pytest

from mazziere.games import shelf
from tools import spoken


@pytest.mark.parametrize("game", shelf())
def test_recorded_match_is_current(game: str) -> None:
    assert spoken.path_of(game).read_text(encoding="utf-8") == spoken.recorded(game)

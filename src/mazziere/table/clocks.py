"""How long a move may take: so much for each, and a reserve for the whole match."""

from typing import NamedTuple


class Clock(NamedTuple):
    """Seconds for each move, and in reserve for the match."""

    move_s: float
    reserve_s: float


CLOCKS: dict[str, Clock | None] = {
    "none": None,
    "relaxed": Clock(60.0, 300.0),
    "fast": Clock(15.0, 60.0),
}

"""Time controls: a time limit per move, and a reserve for the whole match."""

from typing import NamedTuple


class TimeControl(NamedTuple):
    """Seconds for each move, and seconds in reserve for the match."""

    move_s: float
    reserve_s: float


TIME_CONTROLS: dict[str, TimeControl | None] = {
    "none": None,
    "relaxed": TimeControl(60.0, 300.0),
    "fast": TimeControl(15.0, 60.0),
}

"""Time sources, and time intervals that survive a clock that is set back."""

from collections.abc import Callable

TimeSource = Callable[[], float]
"""Returns the current time in seconds since the epoch."""


def is_within(then: float, now: float, seconds: float) -> bool:
    """Whether `then` is less than `seconds` ago; False if the clock was set back since."""
    return 0 <= now - then < seconds

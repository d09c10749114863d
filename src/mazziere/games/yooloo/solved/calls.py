"""Calling the marked functions of this package from Python, compiled or plain."""

from collections.abc import Callable
from functools import cache, partial
from typing import Any

from mazziere.kernel.engine import Caller
from mazziere.kernel.jit import Mode


@cache
def _caller(mode: Mode) -> Caller:
    return Caller(mode, "solved", {})


def linked(mode: Mode, function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a marked function, linked in one mode, to be called with arrays."""
    return partial(_caller(mode).call, function)

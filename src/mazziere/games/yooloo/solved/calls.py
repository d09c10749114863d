"""Calling the marked functions of this package from Python, compiled or plain."""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from mazziere.kernel.jit import Linker, Mode
from mazziere.kernel.state import Plain


@cache
def _linker(mode: Mode) -> Linker:
    if mode != "plain":
        from mazziere.kernel.cache import use_cache

        use_cache()
    return Linker(mode, "solved", {})


def linked(mode: Mode, function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the linked copy of a marked function, to be called with arrays."""
    entry = _linker(mode).entry(function)
    if mode != "plain":
        return entry

    def call(*args: Any) -> Any:
        return entry(*(_plain(arg) for arg in args))

    return call


def _plain(arg: Any) -> Any:
    if not isinstance(arg, np.ndarray):
        return arg
    return memoryview(arg) if arg.dtype.names is None else Plain(arg)

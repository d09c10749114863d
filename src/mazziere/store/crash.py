"""Crash points: places at which tests can kill the process, to check that no data is lost.

`MAZZIERE_CRASH_AT=name` kills it at the first pass of the point, `name:7` at the seventh. Without
the variable a point does nothing.
"""

import os
import signal
import threading

POINTS = ("group-begun", "group-written", "group-committed", "group-told")
"""The crash points of the store, in the order in which a write passes them."""

_name, _, _pass = os.environ.get("MAZZIERE_CRASH_AT", "").partition(":")
_left = int(_pass) if _pass.isdigit() else 1
_lock = threading.Lock()


def crash_point(name: str) -> None:
    """Kill the process if this point was asked for."""
    if name == _name:
        _count_down()


def _count_down() -> None:
    global _left
    with _lock:
        _left -= 1
        if _left <= 0:
            os.kill(os.getpid(), getattr(signal, "SIGKILL", signal.SIGTERM))

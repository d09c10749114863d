"""Labelled points at which a process can be made to die, as by SIGKILL, to test what survives.

`MAZZIERE_CRASH_AT=name` dies at the first pass, `name:7` at the seventh. Unset, a point is nothing.
"""

import os
import signal
import threading

POINTS = ("group-begun", "group-written", "group-committed", "group-told")
"""Those of the store, in the order in which a write passes them."""

_name, _, _pass = os.environ.get("MAZZIERE_CRASH_AT", "").partition(":")
_left = int(_pass) if _pass.isdigit() else 1
_lock = threading.Lock()


def point(name: str) -> None:
    """Die here if that is what was asked for."""
    if name == _name:
        _pass_by()


def _pass_by() -> None:
    global _left
    with _lock:
        _left -= 1
        if _left <= 0:
            os.kill(os.getpid(), getattr(signal, "SIGKILL", signal.SIGTERM))

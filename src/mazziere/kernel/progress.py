"""Progress of a compilation: the share of the linked functions that are compiled.

`watch` reports it inside the process that compiles. `note_progress` and `read_progress` pass it to
other processes through a file beside the compiled code.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

Report = Callable[[float], None]
"""Takes the share of the work that is done, from 0 to 1."""

PAUSE_S = 0.2
"""The least time between two reports."""
SIGNATURES = 1.3
"""Compilations per linked function: some are compiled for several signatures (measured)."""
ALMOST = 0.99
"""The largest share before the end."""

_linked = 0


def count_linked() -> None:
    """Count a function that was linked for compilation."""
    global _linked
    _linked += 1


@contextmanager
def watch(report: Report) -> Iterator[None]:
    """Report the progress of every compilation inside the block; nothing if all is cached.

    The share never falls, although functions may be linked while others are compiled.
    """
    from numba.core import event

    class Counter(event.Listener):
        """Counts the functions that are compiled."""

        def __init__(self) -> None:
            self.first = _linked
            self.compiled = 0
            self.share = 0.0
            self.last = 0.0

        def on_start(self, event: Any) -> None:
            """Report nothing: only a finished function counts."""

        def on_end(self, event: Any) -> None:
            """Count a compiled function."""
            self.compiled += 1
            total = SIGNATURES * max(1, _linked - self.first)
            self.share = max(self.share, min(ALMOST, self.compiled / total))
            if time.monotonic() - self.last >= PAUSE_S:
                self.last = time.monotonic()
                report(self.share)

    counter = Counter()
    with event.install_listener("numba:compile", counter):
        yield
    if counter.compiled:
        report(1.0)


def note_progress(path: Path, share: float) -> None:
    """Write a share into a file; an error of the disk is ignored."""
    with suppress(OSError):
        new = path.with_suffix(".new")
        new.write_text(f"{share:.4f}", encoding="ascii")
        new.replace(path)


def read_progress(path: Path) -> float:
    """Read the share from a file; 0 if there is none."""
    try:
        return min(1.0, max(0.0, float(path.read_text(encoding="ascii"))))
    except (OSError, ValueError):
        return 0.0

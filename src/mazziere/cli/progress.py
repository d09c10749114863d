"""Progress bars on standard error; nothing is shown where that is not a terminal."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.progress import Progress

Count = Callable[[int], None]
"""Takes the number of steps that have been done since the last call."""


def _bar(*more: Any, is_even: bool = True) -> "Progress":
    """Return a bar that disappears at its end.

    It shows the time left if the steps take about the same time, else the time spent.
    """
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    time_shown = TimeRemainingColumn() if is_even else TimeElapsedColumn()
    columns = (TextColumn("{task.description}"), BarColumn(), *more, time_shown)
    return Progress(*columns, console=Console(stderr=True), transient=True)


@contextmanager
def steps(title: str, total: int) -> Iterator[Count]:
    """Show a bar for a number of steps."""
    if not sys.stderr.isatty():
        yield lambda count: None
        return
    with _bar() as bar:
        task = bar.add_task(title, total=total)
        yield lambda count: bar.update(task, advance=count)


@contextmanager
def matches(title: str, total: int) -> Iterator[Count]:
    """Show a bar for a number of matches, with their rate."""
    if not sys.stderr.isatty():
        yield lambda count: None
        return
    from rich.progress import MofNCompleteColumn, ProgressColumn, Task
    from rich.text import Text

    class Rate(ProgressColumn):
        """The matches per second of the last half minute, as the time left assumes."""

        def render(self, task: Task) -> Text:
            return Text(f"{task.speed:,.0f} matches/s" if task.speed else "")

    with _bar(MofNCompleteColumn(), Rate()) as bar:
        task = bar.add_task(title, total=total)
        yield lambda count: bar.update(task, advance=count)


@contextmanager
def compiling(title: str) -> Iterator[None]:
    """Show a bar for the compilation inside the block, if anything is compiled.

    A game is compiled once; later its code comes from the cache, and no bar appears.
    """
    from mazziere.kernel.engine import wanted_mode
    from mazziere.kernel.progress import watch

    if not sys.stderr.isatty() or wanted_mode() == "plain":
        yield
        return
    with _bar(is_even=False) as bar:
        task = bar.add_task(f"{title}: compiling, the first time", total=1.0, visible=False)
        with watch(lambda share: bar.update(task, completed=share, visible=True)):
            yield


@contextmanager
def share_of(title: str) -> Iterator[Callable[[float], None]]:
    """Show a bar for a share from 0 to 1."""
    if not sys.stderr.isatty():
        yield lambda share: None
        return
    with _bar(is_even=False) as bar:
        task = bar.add_task(title, total=1.0)
        yield lambda share: bar.update(task, completed=share)

"""Set-up of the workers of a cluster on this machine, which Dask loads into each of them."""

import signal
from typing import Any


def dask_setup(worker: Any) -> None:
    """Ignore Ctrl-C, which a terminal sends to all processes: the main one ends the workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

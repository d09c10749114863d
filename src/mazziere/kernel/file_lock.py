"""A lock on a file for one process; the system releases it when the process dies."""

import os
import sys
from pathlib import Path


class Locked(Exception):
    """Another process, or another lock of this one, has the file."""


class FileLock:
    """A lock file, locked until it is released or the process ends."""

    def __init__(self, path: Path) -> None:
        """Take the lock at once; Locked if it is taken, OSError if the file cannot be created."""
        self._handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _lock(self._handle)
        except OSError:
            os.close(self._handle)
            raise Locked from None

    def release(self) -> None:
        """Release the lock. The lock file stays: removing it could let two processes in."""
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1


if sys.platform == "win32":
    import msvcrt

    def _lock(handle: int) -> None:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)

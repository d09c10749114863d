"""One process at a time: a lock that the system takes back when its holder dies."""

import os
import sys
from pathlib import Path

from mazziere.store.errors import CannotOpen


class FileLock:
    """A lock beside a file, held until it is released or the process ends."""

    def __init__(self, file: Path) -> None:
        """Take it at once, or refuse."""
        self.path = file.with_name(file.name + ".lock")
        self._handle = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _lock(self._handle)
        except OSError:
            os.close(self._handle)
            raise CannotOpen(f"{file} is in use by another mazziere") from None

    def release(self) -> None:
        """Give it back; the file stays, as removing it could let two in at once."""
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

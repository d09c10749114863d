"""The lock of a SQLite store: one process at a time may write to it."""

from pathlib import Path

from mazziere.kernel.file_lock import FileLock, Locked
from mazziere.store.errors import CannotOpen


def lock_store(file: Path) -> FileLock:
    """Lock a store; CannotOpen if another process has it."""
    try:
        return FileLock(file.with_name(file.name + ".lock"))
    except Locked:
        raise CannotOpen(f"{file} is in use by another mazziere") from None

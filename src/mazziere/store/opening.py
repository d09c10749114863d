"""Opening a store by its URL."""

import os
import time
from collections.abc import Callable
from pathlib import Path

from platformdirs import user_data_path
from sqlalchemy import URL
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from mazziere.store.errors import UnknownUrl
from mazziere.store.store import Store


def default_url() -> str:
    """Return the URL of the store in the user's data folder, or in `MAZZIERE_DATA_DIR`."""
    chosen = os.environ.get("MAZZIERE_DATA_DIR")
    folder = Path(chosen).absolute() if chosen else user_data_path("mazziere")
    return f"sqlite:///{folder / 'mazziere.db'}"


async def open_store(url: str | None = None, *, clock: Callable[[], float] = time.time) -> Store:
    """Open `sqlite:///path` or `postgresql://…`; create or migrate it if need be; CannotOpen."""
    url = url or default_url()
    file = file_of(url)
    if file is not None:
        from mazziere.store.sqlite import SqliteStore

        return await SqliteStore.open(file, clock)
    from mazziere.store.postgres import PostgresStore

    return await PostgresStore.open(url)


def file_of(url: str) -> Path | None:
    """Return the file of a SQLite URL, None for PostgreSQL; UnknownUrl for anything else."""
    parsed = _parse(url)
    if parsed.drivername in ("postgresql", "postgres"):
        return None
    if parsed.drivername != "sqlite" or parsed.host:
        raise UnknownUrl(f"{without_password(url)} is neither sqlite:///path nor postgresql://…")
    if not parsed.database or parsed.database == ":memory:":
        raise UnknownUrl("a store in memory would lose every table; name a file: sqlite:///path")
    return Path(parsed.database)


def without_password(url: str) -> str:
    """Return a URL without its password, to be shown."""
    return _parse(url).render_as_string(hide_password=True)


def _parse(url: str) -> URL:
    try:
        return make_url(url)
    except (ArgumentError, ValueError):  # do not quote the URL: it may contain a password
        raise UnknownUrl("a database is named sqlite:///path or postgresql://…") from None

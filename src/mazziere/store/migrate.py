"""Migrations: alembic, with the scripts in this package.

Scripts consist of statements only and never read: on SQLite they are carried out, for PostgreSQL
the same scripts are written out as text that is; in one transaction either way.
"""

import enum
import io
import sqlite3
import threading
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, event
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import StaticPool

from mazziere.store.errors import CannotOpen

HOME = Path(__file__).parent / "migrations"
FOLDERS = [HOME / "versions"]

_one_at_a_time = threading.Lock()  # alembic keeps what it works on in a global


class Standing(enum.Enum):
    """How a database stands to what this program knows."""

    EMPTY = enum.auto()
    OLDER = enum.auto()
    CURRENT = enum.auto()


def standing(where: str, version: str | None) -> Standing:
    """Compare a version with ours; CannotOpen if it is newer."""
    if version is None:
        return Standing.EMPTY
    scripts = ScriptDirectory.from_config(_config())
    if version == scripts.get_current_head():
        return Standing.CURRENT
    if version in {script.revision for script in scripts.walk_revisions()}:
        return Standing.OLDER
    raise CannotOpen(f"{where} has schema {version}, which is newer than this program; update it")


def migrate_sqlite(connection: sqlite3.Connection) -> None:
    """Bring a file to the newest schema, all or nothing."""
    engine = create_engine("sqlite://", creator=lambda: connection, poolclass=StaticPool)
    event.listen(engine, "begin", lambda wrapped: connection.execute("BEGIN IMMEDIATE"))
    try:
        with _one_at_a_time, engine.begin() as wrapped:
            config = _config()
            config.attributes["connection"] = wrapped
            command.upgrade(config, "head")
    except DBAPIError as error:
        raise error.orig or error from None
    # The engine is not disposed of: it would close the connection, which is the caller's.


def postgres_script(version: str | None) -> str:
    """Return the statements that bring a PostgreSQL database from a version to the newest."""
    text = io.StringIO()
    span = f"{version}:head" if version else "head"
    with _one_at_a_time:
        command.upgrade(_config(text), span, sql=True)
    return text.getvalue()


def _config(text: io.StringIO | None = None) -> Config:
    config = Config(output_buffer=text)
    config.set_main_option("script_location", _escaped(HOME))
    config.set_main_option("path_separator", "newline")
    config.set_main_option("version_locations", "\n".join(map(_escaped, FOLDERS)))
    return config


def _escaped(path: Path) -> str:
    return str(path).replace("%", "%%")

"""Schema migrations with alembic; the scripts are in this package.

Scripts consist of statements only and never read. SQLite runs them directly. For PostgreSQL alembic
writes the same scripts as SQL text, which we run. Either way, all run in one transaction.
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

_one_at_a_time = threading.Lock()  # alembic keeps its context in a global variable


class SchemaState(enum.Enum):
    """The schema of a database, compared to that of this program."""

    EMPTY = enum.auto()
    OLDER = enum.auto()
    CURRENT = enum.auto()


def compare_schema(where: str, version: str | None) -> SchemaState:
    """Compare a schema version with ours; CannotOpen if it is newer."""
    if version is None:
        return SchemaState.EMPTY
    scripts = ScriptDirectory.from_config(_config())
    if version == scripts.get_current_head():
        return SchemaState.CURRENT
    if version in {script.revision for script in scripts.walk_revisions()}:
        return SchemaState.OLDER
    raise CannotOpen(f"{where} has schema {version}, which is newer than this program; update it")


def migrate_sqlite(connection: sqlite3.Connection) -> None:
    """Migrate a file to the newest schema, in one transaction."""
    engine = create_engine("sqlite://", creator=lambda: connection, poolclass=StaticPool)
    event.listen(engine, "begin", lambda wrapped: connection.execute("BEGIN IMMEDIATE"))
    try:
        with _one_at_a_time, engine.begin() as wrapped:
            config = _config()
            config.attributes["connection"] = wrapped
            command.upgrade(config, "head")
    except DBAPIError as error:
        raise error.orig or error from None
    # Do not dispose of the engine: that would close the caller's connection.


def postgres_script(version: str | None) -> str:
    """Return the SQL that migrates a PostgreSQL database from a version to the newest."""
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

"""Runs our migrations in alembic: on a given connection, or as SQL text for PostgreSQL."""

from alembic import context

from mazziere.store.schema import VERSION_TABLE, metadata

connection = context.config.attributes.get("connection")
if connection is not None:
    context.configure(connection=connection, target_metadata=metadata, version_table=VERSION_TABLE)
else:
    context.configure(dialect_name="postgresql", version_table=VERSION_TABLE)
context.run_migrations()  # in the transaction of the caller

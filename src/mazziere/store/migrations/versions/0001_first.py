"""Create tables, entries, persons, snapshots and secrets."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create the first schema."""
    number = sa.BigInteger().with_variant(sa.Integer, "sqlite")
    op.create_table(
        "tables",
        sa.Column("n", number, primary_key=True),
        sa.Column("id", sa.Text, nullable=False, unique=True),
        sa.Column("head", sa.BigInteger, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("code", sa.Text),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("due_at", sa.Double),
        sa.Column("ended_at", sa.Double),
        sa.Column("created_at", sa.Double, nullable=False),
        sa.Column("changed_at", sa.Double, nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "entries",
        sa.Column("n", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("seq", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "persons",
        sa.Column("n", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("person", sa.Text, primary_key=True),
    )
    op.create_table(
        "snapshots",
        sa.Column("n", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("seq", sa.BigInteger, nullable=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "secrets",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("value", sa.LargeBinary, nullable=False),
    )
    coded, due = sa.text("code IS NOT NULL"), sa.text("due_at IS NOT NULL")
    op.create_index(
        "tables_code", "tables", ["code"], unique=True, sqlite_where=coded, postgresql_where=coded
    )
    op.create_index("tables_due_at", "tables", ["due_at"], sqlite_where=due, postgresql_where=due)
    op.create_index("persons_person", "persons", ["person"])

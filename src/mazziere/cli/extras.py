"""Extras of the package that a command needs.

The base install simulates, replays and plays in plain lines. Everything else is an extra
(`[project.optional-dependencies]` in pyproject.toml). A command calls `require` before it imports
code that needs an extra.
"""

import importlib.util

from mazziere.cli.say import Stop

PACKAGES = {
    "cluster": ("distributed",),
    "plots": ("matplotlib",),
    "server": (
        "alembic",
        "argon2",
        "asyncpg",
        "httptools",
        "itsdangerous",
        "prometheus_client",
        "redis",
        "segno",
        "sqlalchemy",
        "starlette",
        "structlog",
        "uvicorn",
        "websockets",
    ),
    "solve": ("scipy",),
    "terminal": ("textual",),
}
"""The importable packages of each extra that a command may need."""


def require(extra: str, what: str, otherwise: str = "") -> None:
    """Stop with exit code 2 and one line that says what to install, if an extra is missing.

    `what` names the command or option. `otherwise` names a way to do without.
    """
    missing = [name for name in PACKAGES[extra] if importlib.util.find_spec(name) is None]
    if missing:
        hint = f"pip install 'mazziere[{extra}]'"
        also = f", or {otherwise}" if otherwise else ""
        raise Stop(f"{what} needs {', '.join(missing)}: {hint}{also}", 2)

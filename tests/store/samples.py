"""Facts and entries for tests."""

from typing import Any

import msgspec

from mazziere.store import TableFacts

WAITING = TableFacts("waiting", "ABCDEF", ("a1",), None, None, "uno")
PLAYING = TableFacts("playing", None, ("a1", "b2"), 50.0, None, "uno")
OVER = TableFacts("over", None, ("a1", "b2"), None, 90.0, "uno")


def but(facts: TableFacts, **changes: Any) -> TableFacts:
    """Return facts with some fields replaced."""
    return msgspec.structs.replace(facts, **changes)

"""Facts and entries for tests."""

from typing import Any

import msgspec

from mazziere.store import Facts

WAITING = Facts("waiting", "ABCDEF", ("a1",), None, None, "uno")
PLAYING = Facts("playing", None, ("a1", "b2"), 50.0, None, "uno")
OVER = Facts("over", None, ("a1", "b2"), None, 90.0, "uno")


def but(facts: Facts, **changes: Any) -> Facts:
    """The same facts, but for some."""
    return msgspec.structs.replace(facts, **changes)

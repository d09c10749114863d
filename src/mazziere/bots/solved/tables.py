"""The tables that come with the package: found by programs, kept as whole numbers.

    python -m mazziere.bots.solved.tables    # finds them again and writes them

They are kept because every player is to draw the same stacks from the same seed, whichever version
of the linear programs' solver is installed, and without waiting for it.
"""

import json
from typing import Any

from mazziere.bots.solved import many, stacks
from mazziere.games.yooloo import SEATS
from mazziere.kernel.jit import Mode


def find(mode: Mode = "compiled") -> dict[str, Any]:
    """Find all tables."""
    crowds = range(3, SEATS + 1)
    return {
        "stacks": stacks.whole_table(stacks.solve_two(), stacks.SCALE),
        "weights": {str(n): many.weights_for(many.equilibrium(n), mode) for n in crowds},
        "showdown": {str(n): many.showdown_table(n) for n in crowds},
    }


def text_of(found: dict[str, Any]) -> str:
    """Write the tables as JSON, a row to a line."""
    rows = [f" {json.dumps(row)}" for row in found["stacks"]]
    parts = ['"stacks": [\n' + ",\n".join(rows) + "\n]"]
    blocks = []
    for players, table in found["weights"].items():
        rows = [f"  {json.dumps(row)}" for row in table]
        blocks.append(f' "{players}": [\n' + ",\n".join(rows) + "\n ]")
    parts.append('"weights": {\n' + ",\n".join(blocks) + "\n}")
    rows = [f' "{players}": {json.dumps(row)}' for players, row in found["showdown"].items()]
    parts.append('"showdown": {\n' + ",\n".join(rows) + "\n}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


if __name__ == "__main__":
    stacks.TABLES.write_text(text_of(find()), encoding="utf-8")

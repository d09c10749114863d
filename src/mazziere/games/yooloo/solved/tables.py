"""The tables of the package: computed by linear programs, stored as whole numbers.

    python -m mazziere.games.yooloo.solved.tables    # computes and writes them

They are stored so that a seed gives the same stacks with every version of the solver, and without
waiting for it.
"""

import json
from typing import Any

from mazziere.games.yooloo.box import SEATS
from mazziere.games.yooloo.solved import many, stacks
from mazziere.kernel.jit import Mode


def find(mode: Mode = "compiled") -> dict[str, Any]:
    """Compute all tables."""
    crowds = range(3, SEATS + 1)
    return {
        "stacks": stacks.solve_two(),
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

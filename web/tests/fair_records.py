"""Records for the page's fairness check, with the verdicts of `mazziere verify` on damaged copies.

    PYTHONPATH=src:. python web/tests/fair_records.py > web/tests/fair-records.json

Each entry of `spoilt` has the number of a record, the path of a value, its new value (none: the
value is removed), the step that `verify` reports, and `rules`: whether only a check of the rules
finds it.
"""

import copy
import json
from collections.abc import Sequence
from typing import Any

from mazziere.games import find
from mazziere.kernel.record import RecordError, read, verify, write
from tools.vectors import THREE, TWO, LiveMatch, Plan

Json = dict[str, Any]
FOUR = (*TWO, ("Cleo", "person"), ("normal", "normal"))

PLANS = (
    Plan("page-yooloo", "yooloo", THREE, {"variant": "b"}, sends=(0, 1), pledged=(0, 1)),
    Plan("page-ten", "one_to_ten", TWO, sends=(0, 1), pledged=(0, 1), starter=0, match=3),
    Plan("page-rookie", "rookie", FOUR, sends=(0, 2), pledged=(0, 1, 2), limit=40),
    Plan("page-uno", "uno", FOUR, {"scoring": "hand"}, sends=(0, 1, 2), pledged=(0, 1, 2),
         limit=200),
    Plan("page-h2o", "uno_h2o", FOUR, {"scoring": "hand"}, sends=(1,), pledged=(1,)),
    Plan("page-dieci", "dieci", THREE, {"tokens": 2}, sends=(0,), starter=2),
)  # fmt: skip


def main() -> None:
    """Write the records and their damaged copies."""
    records = [LiveMatch(plan).record() for plan in PLANS]
    sealed = [LiveMatch(plan).record(revealed=False) for plan in PLANS]
    assert all(told(record) == "ok" for record in records)
    spoilt = [spoil(records, number, *change) for number in range(len(PLANS)) for change in CHANGES]
    spoilt += [spoil(records, number, *change) for number, *change in SPECIAL]
    named = [one for one in spoilt if one is not None]
    unfinished = next(record for record in sealed if "result" not in record)
    print(json.dumps({"records": records, "sealed": unfinished, "spoilt": named}, indent=None))


CHANGES: tuple[tuple[Sequence[str | int], Any], ...] = (
    (("fairness", "secret"), "00" * 32),
    (("fairness", "secret"), None),
    (("fairness", "receipt"), "11" * 32),
    (("fairness", "commitment"), "22" * 32),
    (("fairness", "table"), "another"),
    (("fairness", "match"), 9),
    (("fairness", "seats", 0, "name"), "Eva"),
    (("fairness", "parts", 0, 1), "33" * 32),
    (("fairness", "parts", 0, 0), 7),
    (("fairness", "pledges", 0, 1), "44" * 32),
    (("fairness", "given"), [{"chance": "starter", "seat": 1}]),
    (("fairness", "sekret"), "55" * 32),
    (("rules",), 0),
    (("options", "scoring"), "first"),
)
SPECIAL: tuple[tuple[int, Sequence[str | int], Any], ...] = (
    (0, ("steps", 0, "seat"), "next"),
    (0, ("steps", 1, "cards"), "swap"),
    (1, ("steps", 0, "seat"), "next"),
    (1, ("steps", 1, "rows", 1), "swap"),
    (2, ("steps", 1, "piles", 4), "swap"),
    (2, ("steps", 1, "piles"), "swap"),
    (3, ("steps", 1, "cards"), "swap"),
    (3, ("steps", -1, "move"), "play b9"),
    (4, ("steps", 0, "draws", 0, "2"), "next"),
    (4, ("steps", 0, "seat"), "next"),
    (4, ("steps", 1, "cards"), "swap"),
    (5, ("steps", 0, "seat"), "next"),
    (5, ("steps", 1, "cards"), "swap"),
)


def spoil(records: list[Json], number: int, path: Sequence[str | int], value: Any) -> Json | None:
    """Change one value; None if the record has no such path, or nothing changed."""
    record = copy.deepcopy(records[number])
    place: Any = record
    *way, last = path
    try:
        for name in way:
            place = place[name]
        old: Any = place.get(last) if isinstance(place, dict) else place[last]
    except (IndexError, KeyError):
        return None
    if value == "swap":
        old = list(old)
        other = next(place for place, thing in enumerate(old) if thing != old[0])
        old[0], old[other] = old[other], old[0]
        value = old
    elif value == "next":
        value = "g5" if isinstance(old, str) else (old + 1) % record["players"]
    elif old == value:
        return None
    if value is None:
        del place[last]
    else:
        place[last] = value
    verdict = told(record)
    if verdict == "ok":
        return None
    rules = path[-1] == "move" or (path[-1] == "seat" and "draws" in place)
    full = [len(record["steps"]) - 1 if name == -1 else name for name in path]
    return {"record": number, "path": full, "value": value, "rules": rules, "step": verdict}


def told(record: Json) -> int | str | None:
    """Return `ok` or the wrong step; None if the fault is not in a step."""
    try:
        verify(read(write(record).encode(), find))
    except RecordError as error:
        return error.step
    return "ok"


if __name__ == "__main__":
    main()

"""Two tabs of one browser take a seat from each other, again and again, without a hang.

    python -m tools.soak_tabs [--rounds 300] [--seed 1]

In each round one tab plays a move, and the other one takes the seat back and shows the same table.
In every second round the network leads nowhere for a moment after the button is pressed. Every ten
rounds begin with a new table and new tabs. A wait that takes longer than its deadline ends the run
with the number of the round and the exit code 1.
"""

import argparse
import random
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.browser.conftest import ARGUMENTS, arrive
from tests.browser.people import Person
from tests.browser.serving import ROOT, SEED, served
from tests.browser.test_lines import GONE, IMPATIENT, is_back, soon_looks_like, take_back
from tests.browser.wire import BOTH, DOWN, UP, Wire

ROUNDS_PER_TABLE = 10
HELD: tuple[frozenset[str], ...] = (BOTH, frozenset({UP}), frozenset({DOWN}))
LONGEST_OUTAGE_S = 1.0
"""Longer than the timeouts of the page, whose network time runs fast during the outage."""


PATIENT = 0.01
"""The time scale of the tab that loses the seat: it must not reconnect during the outage."""


def rounds_of_table(browser: Browser, wire: Wire, chance: random.Random) -> Iterator[None]:
    """Play one table in two tabs; yield after each round, and end with the match."""
    one = arrive(browser, wire.url)
    one.forgive(*GONE)
    table = one.open("dieci", 3, tokens=5)
    one.fingers().rest()
    other = one.tab()
    other.go(f"/t/{table}")
    while other.fingers().rest() == "legal":
        other.fingers().play(moves=1)
        if other.fingers().rest() != "legal":
            break
        if chance.random() < 0.5:
            take_back_over_bad_network(one, other, wire, chance)
        else:
            take_back(one, other)
        soon_looks_like(one, other.picture(), "the older tab")
        assert one.unforgiven() == []
        yield
        one, other = other, one


def take_back_over_bad_network(
    older: Person, newer: Person, wire: Wire, chance: random.Random
) -> None:
    """Take the seat back while connections lead nowhere, or in one direction only."""

    def outage() -> None:
        time.sleep(chance.uniform(0, LONGEST_OUTAGE_S))
        wire.mend()
        older.pace(net=1)
        is_back(older)

    older.see("another tab")
    newer.still()
    newer.pace(net=PATIENT)
    wire.hold(*chance.choice(HELD))
    older.pace(net=IMPATIENT)
    take_back(older, newer, outage)
    newer.pace(net=1)


def main() -> int:
    """Play the rounds; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.soak_tabs")
    parser.add_argument("--rounds", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    chromium = subprocess.run(
        ["sh", "tools/chromium.sh"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.strip()
    began, done, tables = time.monotonic(), 0, 0
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        with served(folder) as address:
            wire = Wire(address)
            while done < asked.rounds:
                tables += 1
                seed = f"{asked.seed} {tables}"
                (folder / SEED).write_text(seed, encoding="utf-8")
                rounds = rounds_of_table(browser, wire, random.Random(seed))
                try:
                    for _ in islice(rounds, min(ROUNDS_PER_TABLE, asked.rounds - done)):
                        done += 1
                except Exception:
                    traceback.print_exc()
                    print(f"FAILED: round {done + 1}, table {tables} of seed {asked.seed}")
                    return 1
                for context in browser.contexts:
                    context.close()
                print(f"{done} rounds, {time.monotonic() - began:.0f} s", flush=True)
            wire.close()
        browser.close()
    spent_s = time.monotonic() - began
    print(f"{done} rounds at {tables} tables in {spent_s:.0f} s, without a hang")
    return 0


if __name__ == "__main__":
    sys.exit(main())

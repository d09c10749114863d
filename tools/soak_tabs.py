"""Two tabs of one browser take a seat from each other, again and again, without a hang.

    python -m tools.soak_tabs [--rounds 300] [--seed 1]

Each round is the browser test of the same name with another deal. A wait that takes longer than
its deadline ends the run with the number of the round and the exit code 1.
"""

import argparse
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser.conftest import ARGUMENTS, arrive
from tests.browser.serving import ROOT, SEED, served
from tests.browser.test_lines import play_in_two_tabs


def main() -> int:
    """Play the rounds; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.soak_tabs")
    parser.add_argument("--rounds", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    chromium = subprocess.run(
        ["sh", "tools/chromium.sh"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.strip()
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        with served(folder) as address:
            for number in range(asked.rounds):
                (folder / SEED).write_text(f"{asked.seed} {number}", encoding="utf-8")
                anna = arrive(browser, address)
                try:
                    play_in_two_tabs(anna)
                    assert anna.unforgiven() == []
                except Exception as error:
                    print(f"round {number} of seed {asked.seed}: {error}", flush=True)
                    return 1
                anna.context.close()
        browser.close()
    print(f"{asked.rounds} rounds in {time.monotonic() - began:.0f} s, without a hang")
    return 0


if __name__ == "__main__":
    sys.exit(main())

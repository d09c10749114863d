"""Build the documentation site, or check the documentation.

python -m tools.docs            # build the site into site/
python -m tools.docs check      # build it, then check links, ids, samples and generated pages
"""

import argparse
import sys
import time
from collections.abc import Callable, Sequence

from tools import gen, protocol, rule_ids
from tools.docs import links, samples, site

CHECKS: dict[str, Callable[[], list[str]]] = {
    "site builds without a warning": site.build,
    "links and anchors of the built site": lambda: links.broken_in_site(site.OUTPUT),
    "links between files": links.broken,
    "ids of rules and of the contract": rule_ids.faults,
    "generated pages are current": lambda: [*gen.drifted(), *protocol.drifted()],
    "commands and code samples run": samples.failed,
}


def check() -> int:
    """Run all checks; return 1 if one found a fault."""
    failed = False
    for name, find in CHECKS.items():
        began = time.perf_counter()
        wrong = find()
        print(f"{'FAIL' if wrong else 'ok  '} {name} ({time.perf_counter() - began:.1f} s)")
        print("".join(f"     {line}\n" for line in wrong), end="", flush=True)
        failed |= bool(wrong)
    print("docs: faults, see above" if failed else f"docs: {len(CHECKS)} checks passed")
    return 1 if failed else 0


def build() -> int:
    """Build the site; return 1 if there was a warning."""
    wrong = site.build()
    print("\n".join(wrong) if wrong else f"docs: {site.OUTPUT / 'index.html'}")
    return 1 if wrong else 0


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="tools.docs", description="The documentation.")
    parser.add_argument("what", nargs="?", choices=("build", "check"), default="build")
    return check() if parser.parse_args(argv).what == "check" else build()


if __name__ == "__main__":
    sys.exit(main())

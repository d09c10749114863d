"""Known vulnerabilities of the pinned dependencies, from the OSV database.

Reads `requirements/*.lock` and `web/package-lock.json`, asks for the advisories of each package and
version, and prints one line for each. Ends with status 1 if there are any. Without a connection it
prints one line and ends with status 0, because an offline machine cannot know.
"""

import argparse
import json
import re
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[1]
DATABASE = "https://api.osv.dev/v1/querybatch"
PACKAGES_PER_QUERY = 500
TIMEOUT_S = 20.0
_PINNED = re.compile(r"^([A-Za-z0-9._-]+)(?:\[[^]]*\])?==([^\s;\\]+)")


class Package(NamedTuple):
    """A pinned package."""

    ecosystem: str
    name: str
    version: str


class UnreachableError(Exception):
    """The database of advisories gave no answer."""


def pinned(root: Path) -> list[Package]:
    """Return all packages that the lock files pin."""
    found = set()
    for lock in sorted((root / "requirements").glob("*.lock")):
        found |= set(from_requirements(lock.read_text()))
    lock = root / "web" / "package-lock.json"
    if lock.is_file():
        found |= set(from_npm(json.loads(lock.read_text())))
    return sorted(found)


def from_requirements(text: str) -> Iterator[Package]:
    """Return the packages of a lock file for pip."""
    for line in text.splitlines():
        match = _PINNED.match(line)
        if match is not None:
            yield Package("PyPI", match[1].lower().replace("_", "-"), match[2])


def from_npm(lock: dict[str, Any]) -> Iterator[Package]:
    """Return the packages of a lock file of npm."""
    for path, entry in lock.get("packages", {}).items():
        name = path.rpartition("node_modules/")[2]
        if name and "version" in entry and not entry.get("link"):
            yield Package("npm", entry.get("name", name), entry["version"])


def advisories(packages: Sequence[Package], database: str) -> dict[Package, list[str]]:
    """Return the ids of the advisories for each package that has any; UnreachableError."""
    found = {}
    for first in range(0, len(packages), PACKAGES_PER_QUERY):
        asked = packages[first : first + PACKAGES_PER_QUERY]
        answers = _ask(asked, database)
        for package, answer in zip(asked, answers, strict=True):
            ids = sorted(advisory["id"] for advisory in answer.get("vulns", ()))
            if ids:
                found[package] = ids
    return found


def _ask(packages: Sequence[Package], database: str) -> list[dict[str, Any]]:
    queries = [
        {"package": {"ecosystem": package.ecosystem, "name": package.name}}
        | {"version": package.version}
        for package in packages
    ]
    request = urllib.request.Request(
        database,
        json.dumps({"queries": queries}).encode(),
        {"Content-Type": "application/json"},
    )
    try:
        with urllib.request.urlopen(request, timeout=TIMEOUT_S) as response:
            answer = json.load(response)
    except (urllib.error.URLError, OSError, ValueError) as error:
        raise UnreachableError(type(error).__name__) from None
    results: list[dict[str, Any]] = answer["results"]
    return results


def main(arguments: Sequence[str] | None = None) -> int:
    """Check all lock files."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--database", default=DATABASE, help="the address to ask")
    parser.add_argument("--root", type=Path, default=ROOT, help="the folder of the project")
    given = parser.parse_args(arguments)
    packages = pinned(given.root)
    try:
        found = advisories(packages, given.database)
    except UnreachableError as error:
        print(f"audit: skipped, the database of advisories cannot be reached ({error})")
        return 0
    for package, ids in found.items():
        print(f"{package.ecosystem} {package.name} {package.version}: {', '.join(ids)}")
    print(f"audit: {len(packages)} packages, {len(found)} with known vulnerabilities")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

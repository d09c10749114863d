"""Run Lighthouse on the home page, a lobby, a table and a lesson.

    python -m tools.lighthouse [SCREEN...]

Prints a table of scores and each audit that lost points. Exits 1 where accessibility or best
practices are below 100. Performance is printed only: it depends on the machine. Lighthouse needs a
newer Node than the page: it uses the one from PyPI, and installs itself into `.lighthouse` once.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any
from urllib.request import HTTPCookieProcessor, Request, build_opener

from mazziere.games import shelf
from tests.browser.serving import served
from tools.icons import chromium

ROOT = Path(__file__).resolve().parent.parent
VERSION = "13.5.0"
NODE = ROOT / ".venv-node" / "bin"
INSTALLED = ROOT / ".lighthouse"
CATEGORIES = ("accessibility", "best-practices", "performance")
REQUIRED = ("accessibility", "best-practices")
SCREENS = ("home", "lobby", "table", "lesson")
TIMEOUT_S = 240


@dataclass(frozen=True)
class Visit:
    """An address, and the cookie of the person who opens it."""

    address: str
    cookie: str = ""


def install() -> dict[str, str]:
    """Install Node and Lighthouse unless they are there; return the environment to run them in."""
    made = ["sh", "tools/environment.sh", NODE.parent.name, "requirements/node.lock"]
    subprocess.run(made, cwd=ROOT, check=True)
    env = {
        **os.environ,
        "PATH": f"{NODE}{os.pathsep}{os.environ['PATH']}",
        "CHROME_PATH": chromium(),
    }
    stamp = INSTALLED / "node_modules" / "lighthouse" / "package.json"
    if not stamp.exists() or json.loads(stamp.read_text())["version"] != VERSION:
        INSTALLED.mkdir(exist_ok=True)
        asked = [
            "npm",
            "install",
            "--no-save",
            "--no-audit",
            "--no-fund",
            "--prefix",
            str(INSTALLED),
        ]
        subprocess.run([*asked, f"lighthouse@{VERSION}"], env=env, check=True, cwd=INSTALLED)
    return env


def open_table(server: str, start: bool) -> Visit:
    """Open a table of the first game with a bot."""
    jar = CookieJar()
    opener = build_opener(HTTPCookieProcessor(jar))

    def post(path: str, body: Any) -> Any:
        headers = {"Content-Type": "application/json", "Origin": server}
        request = Request(server + path, json.dumps(body).encode(), headers, method="POST")
        with opener.open(request, timeout=30) as answer:
            return json.loads(answer.read() or b"null")

    bots = ["easy"] if start else []
    seats = {"game": shelf()[0], "nick": "Anna", "players": 2, "bots": bots}
    table = post("/api/tables", {**seats, "options": {}, "settings": {}})["id"]
    if start:
        post(f"/api/tables/{table}/start", {})
    cookie = "; ".join(f"{one.name}={one.value}" for one in jar)
    return Visit(f"{server}/t/{table}", cookie)


def visit_of(screen: str, server: str) -> Visit:
    """Return the address of a screen; set up its table."""
    if screen == "home":
        return Visit(f"{server}/")
    if screen == "lesson":
        return Visit(f"{server}/learn/{shelf()[0]}")
    return open_table(server, start=screen == "table")


def audit(visit: Visit, env: dict[str, str], folder: Path) -> dict[str, Any]:
    """Run Lighthouse once; return its report."""
    report = folder / "report.json"
    words = [
        str(NODE / "node"),
        str(INSTALLED / "node_modules" / "lighthouse" / "cli" / "index.js"),
        visit.address,
        "--quiet",
        "--output=json",
        f"--output-path={report}",
        f"--only-categories={','.join(CATEGORIES)}",
        "--chrome-flags=--headless --no-sandbox",
    ]
    if visit.cookie:
        words.append(f"--extra-headers={json.dumps({'Cookie': visit.cookie})}")
    subprocess.run(words, env=env, check=True, timeout=TIMEOUT_S)
    found: dict[str, Any] = json.loads(report.read_text(encoding="utf-8"))
    return found


def losses(report: dict[str, Any], category: str) -> list[str]:
    """List the audits that lost points in a category."""
    lost = []
    for part in report["categories"][category]["auditRefs"]:
        found = report["audits"][part["id"]]
        if part["weight"] and found["score"] is not None and found["score"] < 1:
            lost.append(f"    {category}: {found['title']} ({found.get('displayValue', '')})")
    return lost


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("screens", nargs="*", choices=[[], *SCREENS], metavar="SCREEN")
    screens = parser.parse_args().screens or SCREENS
    env = install()
    is_good = True
    with tempfile.TemporaryDirectory() as name, served(Path(name)) as server:
        for screen in screens:
            report = audit(visit_of(screen, server), env, Path(name))
            scores = {each: report["categories"][each]["score"] for each in CATEGORIES}
            told = "  ".join(f"{each} {100 * (score or 0):.0f}" for each, score in scores.items())
            print(f"{screen:<8}{told}")
            for category in CATEGORIES:
                print("".join(f"{line}\n" for line in losses(report, category)), end="", flush=True)
            is_good &= all(scores[each] == 1 for each in REQUIRED)
    return 0 if is_good else 1


if __name__ == "__main__":
    sys.exit(main())

"""Build the page of the browser into src/mazziere/page, if its sources have changed.

    python -m tools.page            build it
    python -m tools.page check      its types, its format and its own tests
    python -m tools.page format     format its sources

With the Node of this machine, or else with the one from PyPI in an environment of its own. Needs
nothing but the standard library, because building a wheel runs it, too. Nothing is written outside
this folder. An error is one line that says what is missing.
"""

import hashlib
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
BUILT = ROOT / "src" / "mazziere" / "page"
GAMES = ROOT / "src" / "mazziere" / "games"
MODULES = WEB / "node_modules"
LOG = MODULES / ".log"
STAMP = ".built"
"""Beside the built page: of which sources it was made. A build begins by deleting it."""
NOT_SOURCES = {"node_modules", "tests"}
ENVIRONMENT = ".venv-node"
VITE = "vite/bin/vite.js"
PRETTIER = "prettier/bin/prettier.cjs"
CHECKS = (
    ("svelte-check/bin/svelte-check", "--fail-on-warnings", "--tsconfig", "./tsconfig.json"),
    (PRETTIER, "--check", "--log-level=warn", "."),
    ("vitest/vitest.mjs", "run"),
)


class CannotBuildError(Exception):
    """A requirement is missing; the text says which."""


# Changes


def sources() -> list[Path]:
    """List the files that the built page depends on."""
    found = sorted(GAMES.glob("*/lesson.json"))
    for path in sorted(WEB.iterdir()):
        if path.name not in NOT_SOURCES:
            found += sorted(path.rglob("*")) if path.is_dir() else [path]
    return [path for path in found if path.is_file()]


def digest(paths: list[Path]) -> str:
    """Return a hash of the names and contents of files."""
    whole = hashlib.sha256()
    for path in paths:
        name = path.relative_to(ROOT).as_posix()
        whole.update(f"{name}\0{hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode())
    return whole.hexdigest()


def is_marked(stamp: Path, mark: str) -> bool:
    return stamp.is_file() and stamp.read_text(encoding="ascii") == mark


# Node


def find_node() -> Path:
    """Return the folder of a recent Node with npm; install one from PyPI if there is none."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node and npm and is_new_enough(node):
        return Path(node).parent
    if os.name == "nt":
        raise CannotBuildError("building the page needs Node 20.19 or newer with npm on the PATH")
    made = ["sh", "tools/environment.sh", ENVIRONMENT, "requirements/node.lock"]
    base = {**os.environ, "PYTHON": getattr(sys, "_base_executable", sys.executable)}
    if subprocess.run(made, cwd=ROOT, env=base, check=False).returncode:
        raise CannotBuildError(
            "building the page needs Node 20.19 or newer with npm (or a network, once)"
        )
    return ROOT / ENVIRONMENT / "bin"


def is_new_enough(node: str) -> bool:
    """Tell whether Vite supports a version of Node."""
    try:
        asked = subprocess.run([node, "--version"], capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return False
    major, minor = map(int, asked.stdout.strip().lstrip("v").split(".")[:2])
    return (major == 20 and minor >= 19) or (major, minor) >= (22, 12)


def surroundings(node: Path) -> dict[str, str]:
    """Return the environment of npm: its Node first on the PATH, its files inside our folder."""
    return {
        **os.environ,
        "PATH": os.pathsep.join((str(node), os.environ.get("PATH", ""))),
        "NO_UPDATE_NOTIFIER": "1",
        "npm_config_cache": str(MODULES / ".npm"),
        "npm_config_fetch_retries": "2",
        "npm_config_fetch_retry_mintimeout": "1000",
        "npm_config_fetch_retry_maxtimeout": "4000",
    }


def run(node: Path, program: str, *words: str, quietly: bool = False) -> None:
    """Run one of the page's programs."""
    done = subprocess.run(
        [shutil.which("node", path=str(node)) or "node", MODULES / program, *words],
        cwd=WEB,
        env=surroundings(node),
        stdin=subprocess.DEVNULL,
        capture_output=quietly,
        text=True,
        encoding="utf-8",
        check=False,
    )
    if done.returncode:
        if quietly:
            sys.stderr.write(done.stdout + done.stderr)
        raise CannotBuildError(f"{program.partition('/')[0]} found something wrong in web/")


# npm


def install(node: Path) -> None:
    """Install the packages that web/package-lock.json pins, unless they are installed."""
    mark = digest([WEB / "package.json", WEB / "package-lock.json"])
    stamp = MODULES / ".installed"
    if is_marked(stamp, mark):
        return
    print("mazziere: installing what builds the page (once; half a minute)", file=sys.stderr)
    MODULES.mkdir(exist_ok=True)
    stamp.unlink(missing_ok=True)
    npm = shutil.which("npm", path=str(node)) or "npm"
    # Not `npm ci`: it refuses a lock that has bindings of other platforms.
    with LOG.open("w", encoding="utf-8") as log:
        done = subprocess.run(
            [npm, "install", "--no-save", "--no-audit", "--no-fund"],
            cwd=WEB,
            env=surroundings(node),
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            check=False,
        )
    if done.returncode:
        raise CannotBuildError(f"cannot install what builds the page: {reason()} (see {LOG})")
    shutil.rmtree(MODULES / ".npm", ignore_errors=True)
    stamp.write_text(mark, encoding="ascii")


def reason() -> str:
    """Return the error in the log of a failed npm, in one line."""
    text = LOG.read_text(encoding="utf-8", errors="replace")
    if "ENOSPC" in text:
        return "the disk is full"
    if "EINTEGRITY" in text:
        return "a download differs from the hash in web/package-lock.json"
    if re.search(r"CERT|SELF_SIGNED|unable to get local issuer", text):
        return "npm does not trust the certificate of the package registry"
    if re.search(r"ENOTFOUND|EAI_AGAIN|ECONN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|network", text):
        return "npm cannot reach a package registry (network, proxy, or npm's settings)"
    errors = re.findall(r"^npm (?:error|ERR!) (.+)$", text, re.MULTILINE)
    return errors[0] if errors else "npm failed"


# Commands


def build() -> None:
    """Build the page, unless it was built from the same sources."""
    mark = digest(sources())
    if is_marked(BUILT / STAMP, mark) and (BUILT / "index.html").is_file():
        return
    node = find_node()
    install(node)
    print("mazziere: building the page", file=sys.stderr)
    run(node, VITE, "build", "--logLevel", "error", quietly=True)
    (BUILT / STAMP).write_text(mark, encoding="ascii")


def check() -> None:
    """Check the types and the format of the page's sources, and run their tests."""
    node = find_node()
    install(node)
    for program, *words in CHECKS:
        run(node, program, *words)


def format_sources() -> None:
    """Format the sources with Prettier."""
    node = find_node()
    install(node)
    run(node, PRETTIER, "--write", "--log-level=warn", ".")


def main(words: list[str]) -> int:
    """Run the command line; print one line if something is missing."""
    try:
        {(): build, ("check",): check, ("format",): format_sources}[tuple(words)]()
    except CannotBuildError as missing:
        print(f"mazziere: {missing}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Check the documentation: links lead somewhere, commands run, generated pages are current.

    python -m tools.docs

Every line `$ mazziere …` in a block marked `console` is run and has to exit with 0; the commands
of one file share a fresh folder. The Python of the README is run as well.
"""

import os
import re
import shlex
import subprocess
import sys
import tempfile
import unicodedata
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tools import gen

ROOT = Path(__file__).resolve().parent.parent
LIMIT_S = 300

_FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)")
_HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)


def documents(root: Path = ROOT) -> list[Path]:
    """The Markdown files that we check."""
    top = [root / name for name in ("README.md", "CHANGELOG.md")]
    return [path for path in top if path.exists()] + sorted((root / "docs").rglob("*.md"))


# Links


def prose(text: str) -> str:
    """A text without its blocks of code."""
    return _FENCE.sub("", text)


@cache
def anchors(path: Path) -> frozenset[str]:
    """The anchors of a file's headings, as GitHub makes them."""
    titles = _HEADING.findall(prose(path.read_text(encoding="utf-8")))
    return frozenset(anchor(title) for title in titles)


def anchor(title: str) -> str:
    """Lower case, words joined by hyphens, nothing but letters, digits and underscores."""
    kept = (c for c in title.lower() if c in " -_" or unicodedata.category(c)[0] in "LN")
    return "".join(kept).replace(" ", "-")


def broken_links(path: Path) -> list[str]:
    """The links of a file that lead nowhere; those into the web are not followed."""
    wrong = []
    for target in _LINK.findall(prose(path.read_text(encoding="utf-8"))):
        if re.match(r"[a-z]+:", target):
            continue
        name, _, wanted = target.partition("#")
        goal = (path.parent / name).resolve() if name else path
        if not goal.exists():
            wrong.append(f"{path.name}: {target} does not exist")
        elif wanted and goal.suffix == ".md" and wanted not in anchors(goal):
            wrong.append(f"{path.name}: {target} has no such heading")
    return wrong


# Commands and code


def commands(text: str) -> Iterator[str]:
    """The commands of a text's console blocks, with continued lines put together."""
    for kind, body in _FENCE.findall(text):
        if kind == "console":
            for line in body.replace("\\\n", " ").splitlines():
                if line.startswith("$ mazziere"):
                    yield line.removeprefix("$ ")


def python(text: str) -> str:
    """The Python of a text, one block after another."""
    return "\n".join(body for kind, body in _FENCE.findall(text) if kind == "python")


def failed_commands(path: Path) -> list[str]:
    """Run the commands of a file; say which did not exit with 0."""
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        for line in commands(path.read_text(encoding="utf-8")):
            words = [sys.executable, "-m", *shlex.split(line)]
            fault = run(words, folder)
            if fault is not None:
                wrong.append(f"{path.name}: $ {line}: {fault}")
    return wrong


def run(words: list[str], folder: str) -> str | None:
    """Run a command with nothing to read; say what went wrong."""
    done = subprocess.run(
        words,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=LIMIT_S,
        check=False,
    )
    if done.returncode == 0:
        return None
    last = (done.stderr.strip().splitlines() or [""])[-1]
    return f"exit {done.returncode}: {last}"


def failed_python(path: Path) -> list[str]:
    """Run the Python of a file in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        fault = run([sys.executable, "-c", python(path.read_text(encoding="utf-8"))], folder)
    return [f"{path.name}: its Python: {fault}"] if fault is not None else []


def main() -> int:
    wrong: list[str] = []
    count = 0
    for path in documents():
        wrong += broken_links(path)
        wrong += failed_commands(path)
        count += len(list(commands(path.read_text(encoding="utf-8"))))
    readme = ROOT / "README.md"
    if readme.exists():
        wrong += failed_python(readme)
    wrong += gen.drifted()
    print(
        "\n".join(wrong) if wrong else f"docs: {len(documents())} pages, {count} commands, all well"
    )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

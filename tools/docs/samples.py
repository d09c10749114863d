"""Check the code samples of the documentation.

| block | what is checked |
|---|---|
| `python` | runs; the blocks of a page share one namespace, in their order |
| `pycon` | runs, and prints what the page shows (`…` stands for anything) |
| `console` | every line `$ mazziere …` exits with 0; the commands of a page share a fresh folder |
| `sh` | every line `mazziere …` is a command line that `mazziere` accepts; nothing runs |
| `json` | parses |

Other blocks are `text`, `js`, or a directive of the site; a block without a language is refused.
Everything runs uncompiled: compiling the games takes minutes, and gives the same results.
"""

import doctest
import io
import json
import os
import shlex
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Iterator
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

from mazziere.cli.arguments import read_arguments
from mazziere.cli.parser import BadUsage
from tools.docs.pages import ROOT, Block, blocks, documents, name_of

LIMIT_S = 600
LANGUAGES = ("python", "pycon", "console", "sh", "json", "js", "text")
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def failed() -> list[str]:
    """Run the samples of all pages; return a line for each failure."""
    return [line for path in documents() for line in failed_in(path)]


def failed_in(path: Path) -> list[str]:
    """Run the samples of a page; return a line for each failure."""
    found = list(blocks(path.read_text(encoding="utf-8")))
    wrong = [line for block in found for line in refused_lines(path, block)]
    with tempfile.TemporaryDirectory() as folder:
        for line in commands(found):
            words = [sys.executable, "-m", *shlex.split(line)]
            fault = run(words, folder)
            if fault is not None:
                wrong.append(f"{name_of(path)}: $ {line}: {fault}")
        if any(block.language in ("python", "pycon") for block in found):
            fault = run([sys.executable, "-m", "tools.docs.samples", str(path)], folder)
            if fault is not None:
                wrong.append(f"{name_of(path)}: {fault}")
    return wrong


# Commands


def lines_of(block: Block) -> list[str]:
    """Return the lines of a block; continued lines are joined."""
    return block.text.replace("\\\n", " ").splitlines()


def commands(found: list[Block]) -> Iterator[str]:
    """Yield the commands of console blocks."""
    for block in found:
        if block.language == "console":
            for line in lines_of(block):
                if line.startswith("$ mazziere"):
                    yield line.removeprefix("$ ")


def refused_lines(path: Path, block: Block) -> list[str]:
    """Return a line for each block that cannot be checked and each command that is refused."""
    wrong = []
    if block.language not in LANGUAGES and not block.language.startswith("{"):
        wrong.append(f"{name_of(path)}:{block.line}: a block of code in {block.language!r}")
    if block.language == "json":
        try:
            json.loads(block.text)
        except ValueError as error:
            wrong.append(f"{name_of(path)}:{block.line}: {error}")
    for line in lines_of(block):
        if block.language == "console" and line.startswith("$ ") and "$ mazziere" not in line:
            wrong.append(f"{name_of(path)}: {line}: only mazziere runs here; use a block `sh`")
        if block.language == "sh" and line.startswith("mazziere "):
            try:
                with redirect_stdout(io.StringIO()):
                    words = shlex.split(line.partition(" > ")[0], comments=True)
                    read_arguments(words[1:])
            except BadUsage as error:
                wrong.append(f"{name_of(path)}: {line}: {error}")
    return wrong


def run(words: list[str], folder: str) -> str | None:
    """Run a command with nothing to read; return the reason why it failed."""
    places = os.pathsep.join((str(ROOT / "src"), str(ROOT)))
    try:
        done = subprocess.run(
            words,
            cwd=folder,
            env={**os.environ, "PYTHONPATH": places, "MAZZIERE_JIT": "0", "LC_ALL": "C.UTF-8"},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            timeout=LIMIT_S,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return f"did not end within {LIMIT_S} s"
    if done.returncode == 0:
        return None
    last = (done.stderr.strip().splitlines() or [""])[-1]
    return f"exit {done.returncode}: {last}"


# Python


def run_page(path: Path) -> None:
    """Run the Python of a page in this process; raise the first error."""
    namespace: dict[str, Any] = {"__name__": "__main__"}
    for block in blocks(path.read_text(encoding="utf-8")):
        if block.language == "python":
            padded = "\n" * (block.line - 1) + block.text  # so that errors name the page's lines
            exec(compile(padded, name_of(path), "exec"), namespace)
        elif block.language == "pycon":
            run_session(path, block, namespace)


def run_session(path: Path, block: Block, namespace: dict[str, Any]) -> None:
    """Run an interactive session, and compare what it prints."""
    text = block.text.replace("…", "...")
    examples = doctest.DocTestParser().get_examples(text)
    test = doctest.DocTest(examples, namespace, name_of(path), str(path), block.line - 1, text)
    out = io.StringIO()
    runner = doctest.DocTestRunner(verbose=False, optionflags=FLAGS)
    runner.run(test, out=out.write, clear_globs=False)
    namespace.update(test.globs)
    if runner.failures:
        raise AssertionError(" ".join(out.getvalue().split()))


def main() -> int:
    try:
        run_page(Path(sys.argv[1]))
    except Exception as error:
        place = [frame for frame in traceback.extract_tb(error.__traceback__)
                 if frame.filename.endswith(".md")]  # fmt: skip
        line = f"line {place[0].lineno}: " if place else ""
        what = " ".join(f"{type(error).__name__}: {error}".split())
        print(f"{line}{what}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

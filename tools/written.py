"""Generated files: a command rewrites them, and its `--check` compares them."""

import argparse
from collections.abc import Callable, Mapping, Sequence
from difflib import unified_diff
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

Files = Mapping[Path, Callable[[], str]]
"""What each file should hold."""


def drifted(files: Files) -> list[str]:
    """Return the lines of files that differ from their generated text."""
    wrong: list[str] = []
    for path, make in files.items():
        old = path.read_text(encoding="utf-8") if path.exists() else ""
        lines = old.splitlines(), make().splitlines()
        wrong += unified_diff(*lines, name_of(path), "now", lineterm="", n=0)
    return wrong


def name_of(path: Path) -> str:
    """Return the path of a file below the root."""
    return path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else path.name


def command(tool: str, what: str, files: Files, argv: Sequence[str] | None) -> int:
    """Run the command of a tool that writes or compares `files`; return the exit code."""
    parser = argparse.ArgumentParser(prog=f"tools.{tool}", description=what)
    parser.add_argument("--check", action="store_true", help="compare, write nothing")
    if parser.parse_args(argv).check:
        wrong = drifted(files)
        print("\n".join(wrong) if wrong else f"{what}: up to date")
        return 1 if wrong else 0
    for path, make in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(make(), encoding="utf-8")
        print(name_of(path))
    return 0

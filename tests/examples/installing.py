"""Installing an example package, and running Python with it."""

import os
import subprocess
import sys
from pathlib import Path

from tests.cases import ROOT

EXAMPLES = sorted(path.parent.name for path in (ROOT / "examples").glob("*/pyproject.toml"))
LIMIT_S = 240


def install(example: str, target: Path) -> Path:
    """Install an example into a folder, as its users would; return the folder."""
    subprocess.run(
        [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation",
         "--no-index", "--target", str(target), str(ROOT / "examples" / example)],
        check=True,
        capture_output=True,
        timeout=LIMIT_S,
    )  # fmt: skip
    return target


def environment(packages: Path) -> dict[str, str]:
    """Return the environment of a process that finds the installed packages."""
    places = (packages, ROOT / "src", ROOT)
    return {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(map(str, places)),
        "MAZZIERE_JIT": "0",
        "LC_ALL": "C.UTF-8",
    }


def run(
    packages: Path, *words: str, given: str = "", folder: Path | None = None
) -> subprocess.CompletedProcess[str]:
    """Run Python with the installed packages in a folder; return its output."""
    return subprocess.run(
        [sys.executable, *words],
        cwd=folder or packages,
        env=environment(packages),
        input=given,
        capture_output=True,
        encoding="utf-8",
        timeout=LIMIT_S,
        check=False,
    )

"""Install the wheel with the extra `rl` into a fresh environment, and run the tutorials as printed.

It also installs the wheel alone, and reports how large both environments are.
"""

import os
import shlex
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

from tools.docs.pages import ROOT, blocks

LIMIT_S = 1800
BOTS, ENVIRONMENTS = ROOT / "docs" / "write-a-bot.md", ROOT / "docs" / "environments.md"


def environment(folder: Path, what: str) -> Path:
    """Make an environment with only one thing installed; return its folder of commands."""
    venv.create(folder, with_pip=True)
    commands = folder / ("Scripts" if os.name == "nt" else "bin")
    run(commands, ["python", "-m", "pip", "install", "--quiet", what], folder)
    return commands


def run(commands: Path, words: list[str], folder: Path) -> None:
    """Run a command of an environment in a folder, away from our sources."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    subprocess.run(
        [str(commands / words[0]), *words[1:]], cwd=folder, env=kept, check=True, timeout=LIMIT_S
    )


def megabytes(folder: Path) -> int:
    """Return the size of the files in a folder."""
    sizes = (file.stat().st_size for file in folder.rglob("*") if file.is_file())
    return round(sum(sizes) / 1e6)


def code_of(page: Path) -> str:
    """Return the Python code of a page."""
    found = blocks(page.read_text(encoding="utf-8"))
    return "\n\n".join(block.text for block in found if block.language == "python")


def run_tutorials(commands: Path, folder: Path) -> None:
    """Run the commands and the programs that the pages print."""
    (folder / "mybot.py").write_text(code_of(BOTS), encoding="utf-8")
    for block in blocks(BOTS.read_text(encoding="utf-8")):
        if block.language == "sh":
            for line in block.text.splitlines():
                run(commands, shlex.split(line), folder)
    (folder / "tutorial.py").write_text(code_of(ENVIRONMENTS), encoding="utf-8")
    run(commands, ["python", "tutorial.py"], folder)


def main() -> int:
    """Build, install and run."""
    with tempfile.TemporaryDirectory(prefix="mazziere-wheel-") as place:
        folder = Path(place)
        build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
        subprocess.run(build, cwd=ROOT, check=True)
        (wheel,) = folder.glob("*.whl")
        environment(folder / "base", str(wheel))
        commands = environment(folder / "rl", f"{wheel}[rl]")
        work = folder / "work"
        work.mkdir()
        run_tutorials(commands, work)
        base, with_rl = megabytes(folder / "base"), megabytes(folder / "rl")
    print(f"The tutorials run. The base install has {base} MB, with [rl] {with_rl} MB.")
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Build the wheel and the source archive twice, and compare them byte by byte.

Both builds start from a clean copy of the files that git tracks, in folders with different names,
at different times. The page is built once before and copied into both.
"""

import hashlib
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PAGE = Path("src") / "mazziere" / "page"


def copy_tracked(source: Path, target: Path) -> None:
    """Copy the files that git tracks, and the built page."""
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=source, check=True, capture_output=True
    ).stdout
    for name in filter(None, listed.decode().split("\0")):
        file = source / name
        if file.is_file():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, target / name)
    if (source / PAGE).is_dir():
        shutil.copytree(source / PAGE, target / PAGE, dirs_exist_ok=True)


def build(folder: Path) -> dict[str, str]:
    """Build in a folder; return the SHA-256 digests by file name."""
    subprocess.run([sys.executable, "-m", "hatchling", "build"], cwd=folder, check=True)
    files = sorted((folder / "dist").iterdir())
    return {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in files}


def main() -> int:
    """Build twice and compare."""
    digests = []
    with tempfile.TemporaryDirectory(prefix="mazziere-") as home:
        for name in ("one", "another-name"):
            folder = Path(home) / name
            copy_tracked(ROOT, folder)
            digests.append(build(folder))
    one, two = digests
    for file in sorted({*one, *two}):
        verdict = "the same" if one.get(file) == two.get(file) else "DIFFERENT"
        print(f"{file}: {verdict} ({one.get(file)})")
    return 0 if one == two and len(one) == 2 else 1


if __name__ == "__main__":
    sys.exit(main())

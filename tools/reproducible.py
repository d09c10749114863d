"""Build the page, the wheel and the source archive twice, and compare them byte by byte.

Both builds start from a clean copy of the files that git tracks, in folders with different names,
at different times. They share the installed packages that build the page.
"""

import hashlib
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PAGE = Path("src") / "mazziere" / "page"
PACKAGES = Path("web") / "node_modules"


def copy_tracked(source: Path, target: Path) -> None:
    """Copy the files that git tracks."""
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=source, check=True, capture_output=True
    ).stdout
    for name in filter(None, listed.decode().split("\0")):
        file = source / name
        if file.is_file():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, target / name)


def build(folder: Path) -> dict[str, str]:
    """Build in a folder; return the SHA-256 digests of the page's files and of both archives."""
    packages = folder / PACKAGES
    packages.symlink_to(ROOT / PACKAGES)
    subprocess.run([sys.executable, "-m", "tools.page"], cwd=folder, check=True)
    packages.unlink()  # it belongs into no archive
    subprocess.run([sys.executable, "-m", "hatchling", "build"], cwd=folder, check=True)
    files = [file for file in (folder / PAGE).rglob("*") if file.is_file()]
    files += (folder / "dist").iterdir()
    return {
        file.relative_to(folder).as_posix(): hashlib.sha256(file.read_bytes()).hexdigest()
        for file in files
    }


def main() -> int:
    """Build twice and compare."""
    digests = []
    with tempfile.TemporaryDirectory(prefix="mazziere-") as home:
        for name in ("one", "another-name"):
            folder = Path(home) / name
            copy_tracked(ROOT, folder)
            digests.append(build(folder))
    one, two = digests
    different = sorted(file for file in {*one, *two} if one.get(file) != two.get(file))
    for file in different:
        print(f"{file}: DIFFERENT ({one.get(file)}, {two.get(file)})")
    archives = sorted(file for file in one if file.startswith("dist/"))
    for file in archives:
        print(f"{file}: {one[file]}")
    pages = len(one) - len(archives)
    if different or len(archives) != 2 or pages < 2:
        return 1
    print(f"both archives and {pages} files of the page have the same bytes twice")
    return 0


if __name__ == "__main__":
    sys.exit(main())

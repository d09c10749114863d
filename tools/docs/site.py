"""Build the site with Sphinx."""

import os
import shutil
import subprocess
import sys

from tools.docs import api, texts
from tools.docs.pages import DOCS, GENERATED, ROOT

OUTPUT = ROOT / "site"
CACHE = ROOT / ".docs_cache"


def build() -> list[str]:
    """Build the site; return the warnings. Only changed pages are read again."""
    write_pages()
    shutil.rmtree(OUTPUT, ignore_errors=True)
    done = subprocess.run(
        [sys.executable, "-m", "sphinx", "-b", "html", "-d", str(CACHE), "-q", "--keep-going",
         "--fail-on-warning", str(DOCS), str(OUTPUT)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT / "src"), str(ROOT)))},
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )  # fmt: skip
    said = [
        line.replace(f"{ROOT}{os.sep}", "") for line in done.stderr.splitlines() if line.strip()
    ]
    if not done.returncode:
        return []
    shutil.rmtree(CACHE, ignore_errors=True)  # Sphinx does not warn again about pages that it keeps
    return said or [f"sphinx ended with {done.returncode}"]


def write_pages() -> None:
    """Write the generated pages that have changed."""
    wanted = {**api.pages(), **texts.pages()}
    for path in list(GENERATED.rglob("*")):
        if path.is_file() and path.relative_to(GENERATED).as_posix() not in wanted:
            path.unlink()
    for name, text in wanted.items():
        path = GENERATED / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")

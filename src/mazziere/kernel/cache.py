"""Where compiled code is kept: a folder named after the sources that it came from."""

import hashlib
import os
import platform
import sys
import tempfile
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

_PARTS = ("kernel", "games", "bots")


def source_hash() -> str:
    """Hash every source file that compiled code can come from, and the compiler's versions."""
    package = Path(__file__).resolve().parent.parent
    digest = hashlib.blake2s(digest_size=12)
    for name in (sys.version, platform.machine(), version("numba"), version("numpy"), str(package)):
        digest.update(name.encode("utf-8"))
    for part in _PARTS:
        for path in sorted((package / part).rglob("*.py")):
            digest.update(str(path.relative_to(package)).encode("utf-8"))
            digest.update(path.read_bytes())
    return digest.hexdigest()


def cache_folder() -> Path:
    """Return the folder for this version of the engine, or one that is gone after a restart."""
    from platformdirs import user_cache_path

    chosen = os.environ.get("MAZZIERE_CACHE_DIR")
    root = Path(chosen) if chosen else user_cache_path("mazziere")
    name = f"engine-{source_hash()}"
    try:
        folder = root / name
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError:
        folder = _passing_root() / name
        folder.mkdir(exist_ok=True)
        return folder


@cache
def _passing_root() -> Path:
    """Where code is kept for as long as this process runs, if there is no other place."""
    return Path(tempfile.mkdtemp(prefix="mazziere-"))


_ready = False


def use_cache() -> None:
    """Point the compiler at the folder; called before anything is compiled."""
    global _ready
    if not _ready:
        import numba

        config: Any = numba.config
        config.CACHE_DIR = str(cache_folder())
        _ready = True

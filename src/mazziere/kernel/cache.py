"""The cache folder of compiled code, named after a hash of the sources that it comes from."""

import hashlib
import os
import platform
import sys
import tempfile
from functools import cache
from importlib.metadata import entry_points, version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

_PARTS = ("kernel", "games", "bots", "rl/compiled")
_GAMES = "mazziere.games"  # the entry point group of games in other packages


def _sources() -> list[Path]:
    """List the folders that compiled code can come from."""
    package = Path(__file__).resolve().parent.parent
    folders = [package / part for part in _PARTS]
    for entry in entry_points(group=_GAMES):
        spec = find_spec(entry.module)
        if spec is not None and spec.origin is not None:
            folders.append(Path(spec.origin).parent)
    return folders


def source_hash() -> str:
    """Hash every source file that compiled code can come from, and the compiler's versions."""
    package = Path(__file__).resolve().parent.parent
    digest = hashlib.blake2s(digest_size=12)
    for name in (sys.version, platform.machine(), version("numba"), version("numpy"), str(package)):
        digest.update(name.encode("utf-8"))
    digest.update(rules_hash().encode("ascii"))
    return digest.hexdigest()


def rules_hash() -> str:
    """Hash every source file of games, bots and kernel: equal files play equal matches."""
    digest = hashlib.blake2s(digest_size=12)
    for folder in _sources():
        for path in sorted(folder.rglob("*.py")):
            digest.update(path.relative_to(folder.parent).as_posix().encode("utf-8"))
            digest.update(path.read_bytes())
    return digest.hexdigest()


def cache_folder() -> Path:
    """Return the cache folder of this engine version, or a temporary one if it is not writable."""
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
    """Return a folder that lasts as long as this process."""
    return Path(tempfile.mkdtemp(prefix="mazziere-"))


_ready = False


def use_cache() -> None:
    """Point the compiler at the cache folder; call this before anything is compiled."""
    global _ready
    if not _ready:
        import numba

        config: Any = numba.config
        config.CACHE_DIR = str(cache_folder())
        _ready = True

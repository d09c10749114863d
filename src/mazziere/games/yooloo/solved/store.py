"""Values of variants A and B on disk, in the user's cache folder, written atomically.

A file is a line of JSON (format, variant, number of values, checksum), then the values as
little-endian doubles. Half of the positions are mirror images of the others and are not stored.
Single precision would halve the size once more, but mixtures are computed from these values: with
24 binary digits they would be off by about 1e-6, and nothing could be proved to 1e-9.
"""

import hashlib
import json
import os
import tempfile
from contextlib import suppress
from pathlib import Path

import numpy as np

from mazziere.games.yooloo.solved import patterns
from mazziere.games.yooloo.solved.solution import Solution, Variant

FORMAT = "mazziere-yooloo-values/1"
"""Raised whenever the solver or the order of the values changes."""
HEAD = 4096
"""Upper bound on the length of the first line."""


def folder() -> Path:
    """Return the folder for values: `MAZZIERE_CACHE_DIR`, or the user's cache."""
    from platformdirs import user_cache_path

    chosen = os.environ.get("MAZZIERE_CACHE_DIR")
    return Path(chosen) if chosen else user_cache_path("mazziere")


def path_of(variant: Variant) -> Path:
    """Return the file of a variant."""
    return folder() / f"yooloo-{variant}.values"


def save(solution: Solution) -> Path:
    """Write the values of a variant to a temporary file, then rename it."""
    path = path_of(solution.variant)
    data = solution.values.astype("<f8").tobytes()
    head = {
        "format": FORMAT,
        "variant": solution.variant,
        "values": len(solution.values),
        "gap": solution.gap,
        "blake2s": hashlib.blake2s(data).hexdigest(),
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(json.dumps(head).encode("ascii") + b"\n" + data)
        Path(name).replace(path)
    except BaseException:
        with suppress(OSError):
            Path(name).unlink()
        raise
    return path


def load(variant: Variant) -> Solution | None:
    """Read the values of a variant; None if the file is missing, outdated or damaged."""
    try:
        with path_of(variant).open("rb") as file:
            head = json.loads(file.readline(HEAD))
            data = file.read()
    except (OSError, ValueError):
        return None
    wanted = patterns.values_in(patterns.index(variant == "b"))
    if not isinstance(head, dict) or head.get("format") != FORMAT:
        return None
    if (head.get("variant"), head.get("values"), len(data)) != (variant, wanted, 8 * wanted):
        return None
    if head.get("blake2s") != hashlib.blake2s(data).hexdigest():
        return None
    return Solution(variant, np.frombuffer(data, "<f8").astype(np.float64), float(head["gap"]))

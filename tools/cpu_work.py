"""The work that `tools.cpus` runs on every code path, and probes that identify the path.

    python -m tools.cpu_work --jobs 2 arena solve   # prints JSON: the results by name
    python -m tools.cpu_work --probe                # prints JSON: the code path
    python -m tools.cpu_work --audit                # prints JSON: functions called by compiled code
    python -m tools.cpu_work --noise 1 --tests tests/lab/test_ratings.py

With `--noise SEED` the functions of `math` and of NumPy that IEEE 754 does not fix are replaced by
ones that are wrong in the last bit.
"""

import argparse
import contextlib
import ctypes
import importlib
import io
import json
import math
import os
import re
import struct
import sys
import tempfile
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

LOOSE = ("exp", "expm1", "exp2", "log", "log1p", "log2", "log10", "pow")
"""Functions of `math` that machines may round differently."""
LOOSE_IN_NUMPY = ("exp", "expm1", "exp2", "log", "log1p", "log2", "log10", "power", "logaddexp")
ARENAS = (
    "dieci --bots normal,hard:iterations=60,master:iterations=150 --games 200 --seed 5",
    "dieci --players 3 --bots easy,normal --test beats --games 4000 --seed 5",
    "uno --bots easy,hard:iterations=80 --games 20 --seed 5",
)
"""Played in compiled code. Only two games: compiling takes most of the time."""
MATCHES = (
    "dieci --players 3 --bots easy,normal,hard:iterations=40 --games 2 --seed 6",
    "uno --players 3 --bots normal,hard:iterations=8,master:iterations=12 --games 1 --seed 6",
    "uno_h2o --bots hard:iterations=8 --set scoring=lowest --games 1 --seed 6",
    "yooloo --bots master,hard:iterations=20 --games 2 --seed 6",
    "yooloo --players 4 --bots master --games 2 --seed 6",
    "yooloo --players 3 --set variant=b --bots hard:iterations=10 --games 1 --seed 6",
    "yooloo --set variant=a --bots master --games 2 --seed 6",
    "one_to_ten --bots easy,normal,hard:iterations=10 --players 3 --games 3 --seed 6",
    "dieci --players 3 --bots normal,hard:iterations=40,master:iterations=60 --games 2 --seed 7",
    "one_to_ten --players 3 --bots easy,hard:iterations=10,master:iterations=8 --games 2 --seed 7",
    "rookie --bots easy,normal --games 2 --seed 6",
    "rookie --players 3 --bots normal,hard:iterations=6,master:iterations=6 --games 1 --seed 6",
)
"""Played uncompiled, and written down move by move."""
ENVIRONMENTS = (("dieci", 3), ("uno", 2), ("one_to_ten", 3))
"""Learning environments, as pairs of a game and its players, stepped uncompiled."""
ENVIRONMENT_STEPS = 60
SOLVED = ("yooloo", "yooloo --variant a", "yooloo --players 3", "yooloo --players 4")
TABLES = 300
"""Tables at which `solve` looks for a best stack here."""
UNFIXED = ("seconds", "file")
"""Fields of `solve` that are about this run, not about the result."""


# The work


def command(line: str, *more: str) -> str:
    """Run a command of `mazziere`; return its standard output."""
    from mazziere.cli import main

    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        code = main([*line.split(), *more])
    if code:
        raise SystemExit(f"mazziere {line}: exit code {code}")
    return out.getvalue()


def arena(jobs: int) -> dict[str, str]:
    """Run a tournament of bots."""
    return {
        f"arena {line}": command(f"arena {line}", "--json", "--jobs", str(jobs)) for line in ARENAS
    }


def matches(jobs: int) -> dict[str, str]:
    """Play matches uncompiled, and record every move."""
    found = {}
    before = os.environ.get("MAZZIERE_JIT")
    os.environ["MAZZIERE_JIT"] = "0"
    for line in MATCHES:
        with tempfile.TemporaryDirectory() as folder:
            command(f"sim {line}", "--records", folder)
            records = [path.read_text("utf-8") for path in sorted(Path(folder).iterdir())]
        found[f"sim {line}"] = "".join(records)
    os.environ.pop("MAZZIERE_JIT")
    if before is not None:
        os.environ["MAZZIERE_JIT"] = before
    return found


def solve(jobs: int) -> dict[str, str]:
    """Solve YOOLOO by every method except the slow one."""
    from mazziere.games.yooloo import solve as solver

    solver.TABLES = TABLES
    return {
        f"solve {line}": without_times(
            command(f"solve {line}", "--json", "--seed", "3", "--jobs", str(jobs))
        )
        for line in SOLVED
    }


def without_times(text: str) -> str:
    """Drop the fields that differ from run to run."""

    def kept(value: Any) -> Any:
        if isinstance(value, dict):
            return {name: kept(inner) for name, inner in value.items() if name not in UNFIXED}
        return [kept(inner) for inner in value] if isinstance(value, list) else value

    return json.dumps(kept(json.loads(text)), indent=1)


def learning(jobs: int) -> dict[str, str]:
    """Step through batches of learning environments; write down all that they return."""
    import mazziere

    found = {}
    for game, players in ENVIRONMENTS:
        envs = mazziere.make(
            game, players, envs=3, mode="plain", bots="normal", autoreset="same_step"
        )
        rng = np.random.default_rng(8)
        observations, info = envs.reset(seed=8)
        rows = []
        for _ in range(ENVIRONMENT_STEPS):
            actions = [rng.choice(np.flatnonzero(mask)) for mask in info["action_mask"]]
            observations, rewards, ends, _, info = envs.step(np.array(actions))
            values = observations.ravel().tolist()
            rows.append(f"{actions} {checksum(values)} {rewards.tolist()} {ends.tolist()}")
        found[f"make {game}, {players} players"] = "\n".join(rows)
    return found


def tables(jobs: int) -> dict[str, str]:
    """Recompute the tables that come with the package."""
    from mazziere.games.yooloo.solved import tables as found

    return {"python -m mazziere.games.yooloo.solved.tables": found.text_of(found.find())}


WORK: dict[str, Callable[[int], dict[str, str]]] = {
    "arena": arena,
    "matches": matches,
    "learning": learning,
    "solve": solve,
    "tables": tables,
}


# Probes


def probe() -> dict[str, Any]:
    """Return the code path of this process."""
    import numba

    values = np.linspace(0.1, 20.0, 200)
    matrix = values.reshape(10, 20) @ values.reshape(20, 10)
    loose = [getattr(math, name)(1.1 + n / 7) for name in LOOSE[:-1] for n in range(50)]
    config: Any = numba.config
    return {
        "blas": blas_core(),
        "blas_threads": blas_threads(),
        "numpy": sorted(name for name, is_on in cpu_features().items() if is_on),
        "numba": config.CPU_NAME or "host",
        "libm": checksum(loose),
        "numpy_exp": checksum(np.exp(values).tolist()),
        "product": checksum(matrix.ravel().tolist()),
    }


def cpu_features() -> dict[str, bool]:
    """Return the processor features that NumPy reports."""
    found: dict[str, bool] = numpy_core().__cpu_features__
    return found


def numpy_core() -> Any:
    """Return the untyped module in which NumPy reports its choice of code."""
    return importlib.import_module("numpy._core._multiarray_umath")


def blas_core() -> str:
    """Return the processor for which OpenBLAS has chosen its code; empty if that is unknown."""
    function = blas_function("get_corename")
    if function is None:
        return ""
    function.restype = ctypes.c_char_p
    return str(function().decode())


def blas_threads() -> int:
    """Return the number of threads that OpenBLAS uses; 0 if that is unknown."""
    function = blas_function("get_num_threads")
    return 0 if function is None else int(function())


def blas_function(name: str) -> Any:
    """Return a function of the OpenBLAS that this process has loaded, or None."""
    maps = Path("/proc/self/maps")
    if not maps.exists():
        return None
    libraries = {line.split()[-1] for line in maps.read_text().splitlines() if "openblas" in line}
    for library in sorted(libraries):
        for full in (f"scipy_openblas_{name}64_", f"openblas_{name}"):
            function = getattr(ctypes.CDLL(library), full, None)
            if function is not None:
                return function
    return None


def checksum(values: Sequence[float]) -> str:
    """Return a checksum of the bits of some numbers."""
    return f"{zlib.crc32(struct.pack(f'{len(values)}d', *values)):08x}"


# The audit


def audit() -> dict[str, Any]:
    """Compile the bots of two games; return instructions and functions that may be inexact.

    Fused multiplications and additions round once where two roundings are defined. Numba keeps the
    text of compiled code only in the process that compiled it, so this needs an empty cache.
    """
    from mazziere.bots import loops
    from mazziere.bots.engine import bot_engine
    from mazziere.bots.levels import read_spec
    from mazziere.games import find

    fused: set[str] = set()
    called: set[str] = set()
    for name in ("dieci", "uno"):
        bots = bot_engine(find(name), "compiled")
        specs = [read_spec("easy"), read_spec("hard:iterations=5")]
        bots.play_matches(2, {}, specs, 1, [0], [[0, 1]])
        entry: Any = bots.entry(loops.play_duels)
        (text,) = entry.inspect_asm().values()
        fused |= set(re.findall(r"\bv?f(?:n?m(?:add|sub)|ml[as])\w*", text))
        called |= symbols_in(text)
    return {"fused": sorted(fused), "called": sorted(called)}


OWN_SYMBOLS = ("_Z", "cfunc.", "numba_", "NRT_", "Py")
"""Prefixes of functions of the project, of Numba and of Python, which converts arguments."""


def symbols_in(text: str) -> set[str]:
    """Return the functions of the C library that assembly code calls."""
    calls = r"^[ \t]+(?:movabsq[ \t]+\$|callq?[ \t]+|bl[ \t]+)([A-Za-z_][\w.]*)"
    found = set(re.findall(calls, text, re.MULTILINE))
    return {name for name in found if not name.startswith(OWN_SYMBOLS)}


# Noise in Python


def add_noise(seed: int) -> None:
    """Make the inexact functions of `math` and NumPy wrong by one unit in the last place."""

    def key(args: Sequence[Any]) -> int:
        return zlib.crc32(repr((seed, *args)).encode())

    def noisy(function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any) -> Any:
            return math.nextafter(function(*args), (-math.inf, math.inf)[key(args) % 2])

        return call

    def noisy_each(function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **options: Any) -> Any:
            exact = np.asarray(function(*args, **options))
            sides = np.random.default_rng(key(args)).choice([-np.inf, np.inf], exact.shape)
            return np.nextafter(exact, sides)[()]

        return call

    from numba.core.registry import cpu_target

    cpu_target.target_context.refresh()  # Numba looks these functions up by identity
    cpu_target.typing_context.refresh()
    for name in LOOSE:
        setattr(math, name, noisy(getattr(math, name)))
    for name in LOOSE_IN_NUMPY:
        setattr(np, name, noisy_each(getattr(np, name)))


def run_tests(tests: Sequence[str]) -> int:
    """Run tests in this process, where the noise is."""
    import pytest

    return int(pytest.main(["-q", "-x", "-n", "0", *tests]))


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="tools.cpu_work", description="work on one code path")
    parser.add_argument("work", nargs="*", metavar="WORK", help=", ".join(WORK))
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--noise", type=int)
    parser.add_argument("--probe", action="store_true")
    parser.add_argument("--audit", action="store_true")
    parser.add_argument("--tests", nargs="+", metavar="TEST", help="run tests of pytest instead")
    arguments = parser.parse_args(argv)
    if unknown := [name for name in arguments.work if name not in WORK]:
        parser.error(f"there is no work {unknown[0]!r}; there is {', '.join(WORK)}")
    if arguments.noise is not None:
        add_noise(arguments.noise)
    if arguments.tests:
        return run_tests(arguments.tests)
    found: dict[str, Any] = {}
    if arguments.probe:
        found = probe()
    elif arguments.audit:
        found = audit()
    for name in arguments.work:
        found |= WORK[name](arguments.jobs)
    print(json.dumps(found))
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Run the same work on different code paths of the libraries, and compare the results.

    python -m tools.cpus                    # all paths, some minutes
    python -m tools.cpus blas-prescott noise --work solve --no-tests

Libraries choose code by the processor that they find. This tool makes them choose otherwise, or
makes `exp`, `log` and `pow` wrong in the last bit, and compares what bots play, what `arena` and
`solve` print and which tables come out, byte for byte, with a run that is left alone. Tests that
compare figures run on every path, too. A path that this machine does not have is named and counted
as not run. Exit code 1 if a result differs, a test fails, or compiled code rounds in another way.
"""

import argparse
import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from tools.cpu_work import WORK, numpy_core

ROOT = Path(__file__).resolve().parent.parent
NOISE_SOURCE = Path(__file__).with_name("noise.c")
TIMEOUT_S = 1200
TESTS = (
    "tests/kernel/test_real.py",
    "tests/games/yooloo/solved/test_exact.py",
    "tests/games/yooloo/solved/test_stacks.py::test_the_table_is_found_again_exactly",
    "tests/games/yooloo/solved/test_many.py::test_the_showdown_is_found_again",
    "tests/games/yooloo/solved/test_many.py::test_the_showdown_is_as_accurate_as_claimed",
    "tests/bots/test_memory.py",
    "tests/games/uno/test_paired.py",
    "tests/lab/test_ratings.py",
    "tests/cli/test_solve.py::test_the_base_game",
    "tests/cli/test_solve.py::test_four_players",
)
"""Tests that compare floats, or that decide by them."""
FIXED = frozenset({"sqrt", "memset", "memcpy", "memmove", "memcmp"})
"""What compiled code may call: nothing whose result a library chooses."""


@dataclass(frozen=True)
class Route:
    """A code path: the variables that choose it, and the probe that must show it."""

    name: str
    environment: Mapping[str, str] = field(default_factory=dict)
    jobs: int = 1
    noise: int | None = None  # in Python's own functions
    needs: Literal["", "linux-x86", "noise-library"] = ""
    shows: Literal["", "blas", "blas_threads", "numpy", "numba", "libm", "glibc"] = ""
    """What the probe must find to be different from the run that is left alone."""
    cores: tuple[str, ...] = ()
    """The names by which OpenBLAS may report the kernels of this path; none: any."""


def blas(core: str, *aliases: str) -> Route:
    """Return the path on which OpenBLAS uses the kernels of a processor."""
    name, choice = f"blas-{core.lower()}", {"OPENBLAS_CORETYPE": core}
    return Route(name, choice, shows="blas", cores=(core, *aliases))


def threads(count: int) -> Route:
    """Return the path with a number of threads of OpenBLAS and of processes of the commands."""
    choice = {"OPENBLAS_NUM_THREADS": str(count), "OMP_NUM_THREADS": str(count)}
    # OpenBLAS takes no more threads than there are cores; the processes are as many as asked for.
    return Route(f"threads-{count}", choice, jobs=count, shows="blas_threads" if count == 1 else "")


HWCAPS = "glibc.cpu.hwcaps=-AVX512F,-AVX2,-AVX,-FMA,-FMA4"
PATHS = (
    Route("alone"),
    blas("Haswell"),
    blas("Zen"),
    blas("SkylakeX"),
    blas("Prescott", "Katmai"),  # builds that give both the same kernels report the older name
    Route("numpy-baseline", {"NPY_DISABLE_CPU_FEATURES": "*"}, shows="numpy"),
    Route("numba-generic", {"NUMBA_CPU_NAME": "generic"}, shows="numba"),
    Route("glibc-no-fma", {"GLIBC_TUNABLES": HWCAPS}, needs="linux-x86", shows="glibc"),
    threads(1),
    threads(4),
    Route("noise-libm-1", {"MAZZIERE_NOISE": "1"}, needs="noise-library", shows="libm"),
    Route("noise-libm-2", {"MAZZIERE_NOISE": "2"}, needs="noise-library", shows="libm"),
    Route("noise-python", noise=1, shows="libm"),
)


@dataclass
class Outcome:
    """The outcome of a path."""

    path: Route
    not_run: str = ""  # why, in one line
    problems: list[str] = field(default_factory=list)
    results: dict[str, str] = field(default_factory=dict)
    tests: str = ""
    seconds: float = 0.0

    @property
    def line(self) -> str:
        if self.not_run:
            return f"{self.path.name:16} not run: {self.not_run}"
        said = "; ".join(self.problems) if self.problems else "same"
        counted = f"{len(self.results)} results, {self.tests or 'no tests'}"
        return f"{self.path.name:16} {said} ({counted}, {self.seconds:.0f} s)"


# The machine


def run(words: Sequence[str], environment: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
    """Run Python in an environment; variables that choose code paths come from it alone."""
    chosen = {name for path in PATHS for name in path.environment}
    kept = {name: value for name, value in os.environ.items() if name not in chosen}
    return subprocess.run(
        [sys.executable, *words],
        cwd=ROOT,
        env={**kept, **environment},
        capture_output=True,
        text=True,
        timeout=TIMEOUT_S,
        check=False,
    )


def last_line(text: str) -> str:
    return text.strip().splitlines()[-1] if text.strip() else ""


def noise_library(folder: Path) -> tuple[str, str]:
    """Compile the library that adds noise; return its path, or the reason why there is none."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if sys.platform != "linux":
        return "", "LD_PRELOAD needs Linux"
    if compiler is None:
        return "", "there is no C compiler"
    made = folder / "noise.so"
    words = [compiler, "-O2", "-shared", "-fPIC", "-fno-builtin", "-o", str(made)]
    done = subprocess.run(
        [*words, str(NOISE_SOURCE), "-ldl", "-lm"], capture_output=True, text=True, check=False
    )
    return (str(made), "") if done.returncode == 0 else ("", last_line(done.stderr))


def glibc_features(environment: Mapping[str, str]) -> str:
    """Return the processor's features that glibc uses; empty if it does not say."""
    loader = Path("/lib64/ld-linux-x86-64.so.2")
    if not loader.exists():
        return ""
    done = subprocess.run(
        [str(loader), "--list-diagnostics"],
        env=dict(environment),
        capture_output=True,
        text=True,
        check=False,
    )
    return "\n".join(line for line in done.stdout.splitlines() if ".active" in line)


def completed(path: Route, library: tuple[str, str]) -> tuple[dict[str, str], str]:
    """Return the variables of a path, or the reason why this machine does not have it."""
    environment = dict(path.environment)
    if path.needs == "linux-x86" and (sys.platform, platform.machine()) != ("linux", "x86_64"):
        return environment, "for Linux on x86-64 only"
    if path.needs == "noise-library":
        made, reason = library
        if not made:
            return environment, reason
        environment["LD_PRELOAD"] = made
    if environment.get("NPY_DISABLE_CPU_FEATURES") == "*":
        names = dispatched()
        if not names:
            return environment, "NumPy has nothing to switch off here"
        environment["NPY_DISABLE_CPU_FEATURES"] = " ".join(names)
    return environment, ""


def dispatched() -> list[str]:
    """Return the features of this processor that NumPy can be told not to use."""
    core = numpy_core()
    return [name for name in core.__cpu_dispatch__ if core.__cpu_features__.get(name)]


def probed(path: Route, environment: Mapping[str, str], alone: Mapping[str, Any]) -> str:
    """Return the reason why a path cannot be taken here; empty if its probe confirms it."""
    noise = [] if path.noise is None else ["--noise", str(path.noise)]
    done = run(["-m", "tools.cpu_work", "--probe", *noise], environment)
    if done.returncode < 0:
        return f"this processor lacks its instructions (signal {-done.returncode})"
    if done.returncode:
        return last_line(done.stderr)
    if "Core not found" in done.stderr:
        return "this OpenBLAS does not have it"
    if path.shows == "glibc":
        before, after = glibc_features({}), glibc_features(environment)
        return "" if before != after else "this glibc does not heed the setting"
    found = json.loads(done.stdout)
    if path.cores and found["blas"] not in path.cores:
        return f"OpenBLAS takes the kernels of {found['blas'] or '?'} instead"
    if path.shows and alone and found[path.shows] == alone[path.shows]:
        return f"the setting changes nothing here ({path.shows}: {alone[path.shows]})"
    return ""


# Running


def take(
    path: Route,
    library: tuple[str, str],
    alone: Mapping[str, Any],
    cache: Path,
    work: Sequence[str],
    with_tests: bool,
) -> Outcome:
    """Do the work on one path."""
    outcome = Outcome(path)
    began = time.perf_counter()
    environment, outcome.not_run = completed(path, library)
    outcome.not_run = outcome.not_run or probed(path, environment, alone)
    if outcome.not_run:
        return outcome
    environment["MAZZIERE_CACHE_DIR"] = str(cache)
    noise = [] if path.noise is None else ["--noise", str(path.noise)]
    words = ["-m", "tools.cpu_work", "--jobs", str(path.jobs), *noise, *work]
    done = run(words, environment)
    if done.returncode:
        why = last_line(done.stderr) or f"exit code {done.returncode}"
        outcome.problems.append(f"the work failed: {why}")
    else:
        outcome.results = json.loads(done.stdout)
    if with_tests:
        words = ["-m", "tools.cpu_work", *noise, "--tests", *TESTS]
        tested = run(words, environment)
        outcome.tests = last_line(tested.stdout)
        if tested.returncode:
            outcome.problems.append("tests fail:\n" + tested.stdout)
    outcome.seconds = time.perf_counter() - began
    return outcome


def compare(outcome: Outcome, alone: Outcome) -> None:
    """Note each result that differs from the unchanged run."""
    if outcome.not_run or outcome is alone:
        return
    for name, text in alone.results.items():
        other = outcome.results.get(name)
        if other is not None and other != text:
            outcome.problems.append(f"{name}: {first_difference(text, other)}")


def first_difference(one: str, two: str) -> str:
    """Return the first line in which two texts differ."""
    lines, others = one.splitlines(), two.splitlines()
    for n in range(max(len(lines), len(others))):
        here, there = (text[n].strip() if n < len(text) else "(end)" for text in (lines, others))
        if here != there:
            at = next((k for k, (a, b) in enumerate(zip(here, there, strict=False)) if a != b), 0)
            start = max(0, at - 30)
            return f"line {n + 1}: {here[start : at + 30]!r} is {there[start : at + 30]!r}"
    return "only the ends of lines differ"


def audited(cache: Path) -> list[str]:
    """Fill the empty cache; return operations that machines may round differently."""
    done = run(["-m", "tools.cpu_work", "--audit"], {"MAZZIERE_CACHE_DIR": str(cache)})
    if done.returncode:
        why = last_line(done.stderr) or f"exit code {done.returncode}"
        return [f"the audit failed: {why}"]
    found = json.loads(done.stdout)
    problems = [f"compiled code fuses operations: {' '.join(found['fused'])}"] * bool(
        found["fused"]
    )
    if loose := [name for name in found["called"] if name not in FIXED]:
        problems.append(f"compiled code calls {' '.join(loose)}")
    return problems


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="tools.cpus", description="the same on every processor")
    names = [path.name for path in PATHS]
    parser.add_argument("paths", nargs="*", metavar="PATH", help=f"of {', '.join(names)}")
    parser.add_argument("--work", help=f"of {', '.join(WORK)}, with commas (default: all)")
    parser.add_argument("--no-tests", action="store_true", help="compare results only")
    parser.add_argument("--jobs", type=int, default=2, help="paths at the same time (default 2)")
    arguments = parser.parse_args(argv)
    if unknown := [name for name in arguments.paths if name not in names]:
        parser.error(f"there is no path {unknown[0]!r}; there is {', '.join(names)}")
    work = arguments.work.split(",") if arguments.work else list(WORK)
    paths = [path for path in PATHS[1:] if path.name in arguments.paths or not arguments.paths]
    with tempfile.TemporaryDirectory() as folder:
        return report(Path(folder), paths, work, not arguments.no_tests, arguments.jobs)


def report(
    folder: Path, paths: Sequence[Route], work: Sequence[str], with_tests: bool, jobs: int
) -> int:
    """Run the paths, print a line for each and a summary; return the exit code."""
    library = noise_library(folder)
    cache = folder / "cache"
    print(f"{platform.machine()}, {platform.platform()}", flush=True)
    unchanged = json.loads(run(["-m", "tools.cpu_work", "--probe"], {}).stdout)
    print(
        f"OpenBLAS: {unchanged['blas'] or '?'}, {unchanged['blas_threads']} threads; "
        f"NumPy: {' '.join(unchanged['numpy'])}",
        flush=True,
    )
    inexact = audited(cache)
    print(
        "\n".join(inexact) or "compiled code fuses nothing and calls no exp, log or pow", flush=True
    )
    alone = take(PATHS[0], library, {}, cache, work, with_tests)
    outcomes = [alone]
    print(alone.line, flush=True)
    with ThreadPoolExecutor(jobs) as pool:
        running = [
            pool.submit(take, path, library, unchanged, cache, work, with_tests) for path in paths
        ]
        for future in running:
            outcome = future.result()
            compare(outcome, alone)
            outcomes.append(outcome)
            print(outcome.line, flush=True)
    not_run = sum(bool(outcome.not_run) for outcome in outcomes)
    failed = [outcome for outcome in outcomes if outcome.problems]
    same = len(outcomes) - not_run - len(failed)
    print(f"{same} paths with the same results, {len(failed)} with others, {not_run} not run")
    return 1 if failed or inexact else 0


if __name__ == "__main__":
    sys.exit(main())

"""Running one mutant: a forked process that imports the mutated game and faces the suite."""

import importlib
import importlib.abc
import importlib.machinery
import os
import resource
import select
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import CodeType, ModuleType

from tools.mutants.operators import Mutant
from tools.mutants.suite import PACKAGES, Stage

MEMORY_BYTES = 6 << 30
SPARE_SECONDS = 2.0  # of the processor, beyond what a stage usually takes
PATIENCE = 4.0  # times what it usually takes


@dataclass(frozen=True)
class Outcome:
    """What became of a mutant."""

    mutant: Mutant
    killed_by: str  # a stage, "time", or nothing if it survived
    seconds: float


# Importing with a change


class Mutated(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Gives one module its mutated code; all others are found as usual."""

    def __init__(self, module: str, code: CodeType) -> None:
        self._module = module
        self._code = code

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if name != self._module:
            return None
        found = importlib.machinery.PathFinder.find_spec(name, path)
        if found is not None:
            found.loader = self
        return found

    def exec_module(self, module: ModuleType) -> None:
        exec(self._code, module.__dict__)


def install(mutant: Mutant) -> None:
    """Import the mutant's game afresh, with the change in place."""
    package = ".".join(mutant.module.split(".")[:3])
    for name in list(sys.modules):
        if name == package or name.startswith((package + ".", "tests.rules")):
            del sys.modules[name]
    sys.meta_path.insert(0, Mutated(mutant.module, mutant.code))
    importlib.import_module(package)


# Forking


def face(mutant: Mutant, suite: Sequence[Stage], usual: dict[str, float], out: int) -> None:
    """In the child: write the name of the stage that notices something, then a full stop."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    name = "import"
    try:
        install(mutant)
        for stage in suite:
            name = stage.name
            limit = PATIENCE * usual.get(name, 60.0) + SPARE_SECONDS
            signal.setitimer(signal.ITIMER_PROF, limit)
            began = time.process_time()
            stage.run()
            os.write(out, f"{name} {time.process_time() - began:.3f}\n".encode())
        os.write(out, b".\n")
    except BaseException:
        os.write(out, f"! {name}\n".encode())
    os._exit(0)


def start(mutant: Mutant, suite: Sequence[Stage], usual: dict[str, float]) -> tuple[int, int]:
    """Fork; return the child and the end of the pipe that it writes to."""
    ours, theirs = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(ours)
        try:
            face(mutant, suite, usual, theirs)
        finally:
            os._exit(1)
    os.close(theirs)
    return child, ours


def usual_seconds(unchanged: Mutant, suite: Sequence[Stage]) -> dict[str, float]:
    """Run the suite with a mutant that is none; return what its stages take."""
    child, ours = start(unchanged, suite, {})
    with os.fdopen(ours) as pipe:
        lines = pipe.read().split("\n")
    os.waitpid(child, 0)
    if "." not in lines:
        last = next((line for line in lines if line.startswith("!")), "time")
        raise RuntimeError(f"the suite fails without any mutant, at {last}")
    return {name: float(spent) for name, spent in (line.split() for line in lines if " " in line)}


def run_all(
    mutants: Sequence[Mutant], suite: Sequence[Stage], usual: dict[str, float], jobs: int
) -> Iterator[Outcome]:
    """Let mutants face the suite, several at a time; yield each as it ends."""
    waiting = list(reversed(mutants))
    running: dict[int, tuple[int, Mutant, float]] = {}  # by pipe
    while waiting or running:
        while waiting and len(running) < jobs:
            mutant = waiting.pop()
            child, ours = start(mutant, suite, usual)
            running[ours] = child, mutant, time.monotonic()
        ready, _, _ = select.select(list(running), [], [])
        for ours in ready:
            text = _read_to_end(ours)
            child, mutant, began = running.pop(ours)
            os.waitpid(child, 0)
            yield Outcome(mutant, _killer(text), time.monotonic() - began)


def _read_to_end(ours: int) -> str:
    with os.fdopen(ours) as pipe:
        return pipe.read()


def _killer(text: str) -> str:
    """What a child's lines say: the stage that noticed, nothing, or that it was stopped."""
    lines = text.splitlines()
    if lines and lines[-1] == ".":
        return ""
    if lines and lines[-1].startswith("! "):
        return lines[-1][2:]
    return "time"


def package_of(game: str) -> str:
    """The package of a game."""
    return next(package for package, games in PACKAGES.items() if game in games)

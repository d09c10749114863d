"""Running one mutant: a forked process imports the project with the change and runs the suite."""

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

MEMORY_BYTES = 6 << 30
SPARE_SECONDS = 2.0  # processor time that a stage may take beyond its limit
IMPORT_SECONDS = 30.0  # processor time that importing the project may take
TIME_FACTOR = 4.0  # a stage may take this many times its usual processor time
OURS = ("mazziere", "tests", "tools")
"""The packages that a child imports afresh."""


class NotInstalledError(RuntimeError):
    """The suite passed without importing the mutated module."""


@dataclass(frozen=True)
class Plan:
    """The suite to run: a target and the names of the stages."""

    target: str
    stages: tuple[str, ...]


@dataclass(frozen=True)
class Outcome:
    """The result of one mutant."""

    mutant: Mutant
    killed_by: str  # a stage, "time", or nothing if it survived
    seconds: float


# Importing with a change


class Mutated(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """An import hook that gives one module its mutated code; it ignores all other modules."""

    def __init__(self, module: str, code: CodeType) -> None:
        self._module = module
        self._code = code
        self.was_run = False

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
        self.was_run = True
        exec(self._code, module.__dict__)


def install(mutant: Mutant) -> Mutated:
    """Forget every module of the project, so that the next import finds the mutant.

    Caches of games, engines and test cases live in these modules. They go with them.
    """
    for name in list(sys.modules):
        if name.partition(".")[0] in OURS:
            del sys.modules[name]
    hook = Mutated(mutant.module, mutant.code)
    sys.meta_path.insert(0, hook)
    importlib.invalidate_caches()
    return hook


# Forking


def face(mutant: Mutant, plan: Plan, baseline: dict[str, float], out: int) -> None:
    """Run the suite in the child.

    Write a line with the processor time of each stage, then ".", or "!" and the stage that failed,
    or "?" if the suite never imported the mutated module.
    """
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    name = "import"
    signal.setitimer(signal.ITIMER_PROF, IMPORT_SECONDS)  # a mutant may loop on import
    try:
        hook = install(mutant)
        suite = importlib.import_module("tools.mutants.suite")
        for stage in suite.stages(plan.target):
            if stage.name not in plan.stages:
                continue
            name = stage.name
            limit = TIME_FACTOR * baseline.get(name, 60.0) + SPARE_SECONDS
            signal.setitimer(signal.ITIMER_PROF, limit)
            began = time.process_time()
            stage.run()
            os.write(out, f"{name} {time.process_time() - began:.3f}\n".encode())
        os.write(out, b".\n" if hook.was_run else f"? {mutant.module}\n".encode())
    except BaseException:
        os.write(out, f"! {name}\n".encode())
    os._exit(0)


def start(mutant: Mutant, plan: Plan, baseline: dict[str, float]) -> tuple[int, int]:
    """Fork; return the child's process id and the pipe to read from."""
    ours, theirs = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(ours)
        try:
            face(mutant, plan, baseline, theirs)
        finally:
            os._exit(1)
    os.close(theirs)
    return child, ours


def baseline_seconds(unchanged: Mutant, plan: Plan) -> dict[str, float]:
    """Run the suite on the unchanged code; return the processor time of each stage."""
    child, ours = start(unchanged, plan, {})
    text = _read_to_end(ours)
    os.waitpid(child, 0)
    if killer := _killer(text):
        raise RuntimeError(f"the suite of {plan.target} fails without any mutant, at {killer}")
    rows = (line.split() for line in text.splitlines() if " " in line)
    return {name: float(spent) for name, spent in rows}


def run_all(
    mutants: Sequence[Mutant], plan: Plan, baseline: dict[str, float], jobs: int
) -> Iterator[Outcome]:
    """Run the suite on mutants, `jobs` at a time; yield each result as it comes."""
    waiting = list(reversed(mutants))
    running: dict[int, tuple[int, Mutant, float]] = {}  # by pipe
    while waiting or running:
        while waiting and len(running) < jobs:
            mutant = waiting.pop()
            child, ours = start(mutant, plan, baseline)
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
    """Read a child's lines: the stage that failed, "" if none did, "time" if it was stopped."""
    lines = text.splitlines()
    last = lines[-1] if lines else ""
    if last.startswith("? "):
        raise NotInstalledError(f"the suite passed without importing {last[2:]}")
    if last == ".":
        return ""
    return last[2:] if last.startswith("! ") else "time"

"""Runs the parts of the test suite.

    python -m tools.parts               all parts in two lanes, with a summary at the end
    python -m tools.parts unit server   these parts and the parts they need, one after the other

Two lanes run side by side: one part of each at a time. Parts of the first lane compute; parts of
the second wait for sockets, processes and browsers now and then, and leave the cores to the first.
A lane that is done takes parts of the other. The download of a browser runs beside both.
With all parts, the output of each goes to a file in `.test/`. When a part ends, its closing lines
are printed, or the whole output if it failed. The other parts go on when one fails. The exit code
is 1 if any part failed. SEED=7 chooses other random cases; JOBS=4 sets the number of processes of
a part, which is otherwise the number of cores.
"""

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Literal

from tools import machine

ROOT = Path(__file__).resolve().parent.parent
LOGS = ROOT / ".test"
PYTHON = sys.executable
BIN = Path(sys.executable).parent
STOP_S = 20
"""How long a part may take to end after Ctrl-C, before it is killed."""
POLL_S = 0.2

Command = tuple[str, ...]
Lane = Literal["computing", "waiting", "downloading"]
SHARED = frozenset[Lane]({"computing", "waiting"})
"""The lanes that share the cores."""
Verdict = Literal["passed", "FAILED", "NOT RUN"]


@dataclass(frozen=True)
class Part:
    """A part of the test suite: commands that all run, one after the other."""

    name: str
    commands: tuple[Command, ...]
    needs: tuple[str, ...] = ()  # parts that must pass before this one
    after: tuple[str, ...] = ()  # parts that use the same files
    env: Mapping[str, str] = field(default_factory=dict)
    lane: Lane = "computing"
    is_fact: bool = False  # the summary shows the last line of its output


@dataclass(frozen=True)
class Result:
    """The result of a part."""

    verdict: Verdict
    seconds: float = 0.0
    cpu_seconds: float = 0.0
    note: str = ""


class Run:
    """A part whose commands are running."""

    def __init__(self, part: Part, log: Path | None, env: Mapping[str, str]) -> None:
        self.part = part
        self.log = log
        self.closing: list[str] = []
        self._env = {**env, **part.env}
        self._file: IO[bytes] | None = log.open("wb") if log is not None else None
        self._waiting = list(part.commands)
        self._failed: list[str] = []
        self._began = time.monotonic()
        self._cpu_seconds = 0.0
        self._process = self._next()

    def _next(self) -> "subprocess.Popen[bytes]":
        self._command = command = self._waiting.pop(0)
        line = " ".join(word.replace(f"{ROOT}/", "") for word in command)
        if self._file is None:
            print(f"$ {line}", flush=True)
        else:
            self._file.write(f"$ {line}\n".encode())
            self._file.flush()
            self._start = self._file.tell()
        return subprocess.Popen(
            command,
            cwd=ROOT,
            env=self._env,
            stdin=subprocess.DEVNULL,
            stdout=self._file,
            stderr=subprocess.STDOUT if self._file else None,
            start_new_session=True,  # Ctrl-C reaches it through `stop`
        )

    def result(self) -> Result | None:
        """Go on with the next command; return the result when there is none."""
        ended, status, used = os.wait4(self._process.pid, os.WNOHANG)
        if not ended:
            return None
        self._cpu_seconds += used.ru_utime + used.ru_stime
        self._process.returncode = code = os.waitstatus_to_exitcode(status)
        if code:
            self._failed.append(f"{title(self._command)}: exit code {code}")
        if self.log is not None:
            self.closing += self._last_line(self.log)
        if self._waiting:
            self._process = self._next()
            return None
        if self._file is not None:
            self._file.close()
        verdict: Verdict = "FAILED" if self._failed else "passed"
        seconds = time.monotonic() - self._began
        note = "; ".join(self._failed)
        if self.part.is_fact and not note:
            note = "".join(self.closing[-1:])
        return Result(verdict, seconds, self._cpu_seconds, note)

    def _last_line(self, log: Path) -> list[str]:
        """Return the last line of the output of the command that has ended, if it wrote any."""
        with log.open("rb") as file:
            file.seek(self._start)
            lines = file.read().decode(errors="replace").splitlines()
        return [line for line in lines if line.strip()][-1:]

    def stop(self, number: signal.Signals) -> None:
        """Send a signal to the command and to everything that it has started."""
        if self._process.poll() is None:
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, number)

    def wait(self, seconds: float) -> None:
        """Wait for the command's end, with a timeout."""
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.stop(signal.SIGKILL)
            self._process.wait()


def title(command: Command) -> str:
    """Name a command: the program, or the module that Python runs."""
    return command[2] if command[1:2] == ("-m",) else Path(command[0]).name


# The parts

BROWSER = "tests/browser"
RL = "tests/rl"
SERVER = ("tests/lessons", "tests/server", "tests/store", "tests/table", "tests/test_servers.py")
BOT_TESTS = ("test_brain", "test_master")
"""Tests of a game's bots, which run compiled."""
COVERED = (
    "tests/bots/test_memory.py",
    "tests/bots/test_search.py",
    "tests/bots/test_search_logs.py",
    "tests/kernel/test_chances.py",
    "tests/kernel/test_events.py",
    "tests/kernel/test_fair.py",
    "tests/kernel/test_lobby.py",
    "tests/kernel/test_options.py",
    "tests/kernel/test_presets.py",
    "tests/kernel/test_real.py",
    "tests/kernel/test_record.py",
    "tests/kernel/test_record_faults.py",
    "tests/kernel/test_state.py",
    "tests/properties/test_deal.py",
    "tests/rules_texts",
    "tests/tools/test_golden.py",
    *(
        str(path.relative_to(ROOT))
        for path in sorted(ROOT.glob("tests/games/*/test_*.py"))
        if path.stem not in BOT_TESTS
    ),
)
"""The tests that measure branch coverage of rules, kernel and searches, uncompiled.

They run only there.
"""
SAMPLED = ("tests/conformance/test_reference.py", "tests/rl/test_facts.py")
"""Tests that run in full elsewhere. Their uncompiled sample counts for coverage."""


def parts(jobs: int, seed: int) -> tuple[Part, ...]:
    """List all parts, in the order in which those of a lane run."""
    from tests.cases import example  # needs the environment, unlike the rest of this file

    plain = {"MAZZIERE_JIT": "0"}
    checked = example("bounds checks")

    def tests(*words: str, processes: int = jobs) -> Command:
        return (PYTHON, "-m", "pytest", "-q", "-n", str(processes), "--dist", "worksteal",
                f"--hypothesis-seed={seed}", *words)  # fmt: skip

    def coverage(*words: str) -> Command:
        return PYTHON, "-m", "coverage", *words

    # Long parts come first: short ones fill the end of the lane that is done earlier.
    return (
        Part("compile", ((PYTHON, "-m", "mazziere.lab.warm", "--checked", checked),)),
        Part(
            "unit",
            (tests(*(f"--ignore={path}" for path in (BROWSER, RL, *COVERED, *SERVER))),),
            needs=("compile",),
        ),
        Part("web", ((PYTHON, "-m", "tools.page", "check"),), after=("page",)),
        Part("docs", ((PYTHON, "-m", "tools.docs", "check"),)),
        Part(
            "check",
            (
                (PYTHON, "-m", "ruff", "check", "."),
                (PYTHON, "-m", "ruff", "format", "--check", "."),
                (PYTHON, "-m", "mypy", "src", "tests", "tools", "bench"),
                (str(BIN / "lint-imports"),),
            ),
        ),
        Part(
            "coverage",
            (
                coverage("erase"),
                coverage("run", *tests(*COVERED, *SAMPLED)[1:]),
                coverage("combine", "--quiet"),
                coverage("report"),
            ),
            env=plain,
        ),
        Part(
            "chromium",
            (("sh", "tools/chromium.sh", "--version"),),
            lane="downloading",
            is_fact=True,
        ),
        Part("page", ((PYTHON, "-m", "tools.page"),), lane="waiting"),
        Part("server", (tests(*SERVER),), env=plain, lane="waiting"),
        Part(
            "browser",
            (tests(BROWSER, processes=jobs + 1),),
            needs=("page", "chromium"),
            env=plain,
            lane="waiting",
        ),
        # Compiling the environments takes longer than their tests do without.
        Part("rl", (tests(RL),), env=plain, lane="waiting"),
    )


# Running them


def run_all(wanted: Sequence[Part], env: Mapping[str, str]) -> dict[str, Result]:
    """Run the lanes side by side; print each part when it has ended."""
    LOGS.mkdir(exist_ok=True)
    waiting = list(wanted)
    running: list[Run] = []
    results: dict[str, Result] = {}
    try:
        while waiting or running:
            for part in list(waiting):
                if lacking := lacks(part, results):
                    results[part.name] = Result("NOT RUN", note=f"needs {lacking}")
                    waiting.remove(part)
                elif may_start(part, waiting, running):
                    waiting.remove(part)
                    running.append(Run(part, LOGS / f"{part.name}.log", env))
                    print(f"--- {part.name} begins", flush=True)
            for run in list(running):
                if result := run.result():
                    running.remove(run)
                    results[run.part.name] = result
                    show(run, result)
            time.sleep(POLL_S if running else 0)
    finally:
        stop(running)
    return {part.name: results[part.name] for part in wanted}


def lacks(part: Part, results: Mapping[str, Result]) -> str | None:
    """Return the part that this one needs and that has not passed."""
    failed = (n for n in part.needs if n in results and results[n].verdict != "passed")
    return next(failed, None)


def may_start(part: Part, waiting: Sequence[Part], running: Sequence[Run]) -> bool:
    """Tell whether there is a lane for a part, and the parts that it needs have ended."""
    pending = [*waiting, *(run.part for run in running)]
    if {one.name for one in pending} & {*part.needs, *part.after}:
        return False
    used = Counter(run.part.lane for run in running)
    if not used[part.lane]:
        return True
    left = {one.lane for one in pending}
    return part.lane in SHARED and len(left & SHARED) == 1 and used[part.lane] < len(SHARED)


def show(run: Run, result: Result) -> None:
    """Print the end of a part: its closing lines, or everything if it failed."""
    print(f"--- {run.part.name} {result.verdict} in {result.seconds:.0f} s", flush=True)
    assert run.log is not None
    if result.verdict == "passed":
        print("\n".join(f"    {line}" for line in run.closing), flush=True)
    else:
        print(run.log.read_text(errors="replace"), flush=True)


def stop(running: Sequence[Run]) -> None:
    """End running parts, as Ctrl-C does."""
    for run in running:
        run.stop(signal.SIGINT)
    end = time.monotonic() + STOP_S
    for run in running:
        run.wait(max(0.0, end - time.monotonic()))


def run_in_turn(wanted: Sequence[Part], env: Mapping[str, str]) -> dict[str, Result]:
    """Run parts one after the other, with their output where it is."""
    results: dict[str, Result] = {}
    for part in wanted:
        if lacking := lacks(part, results):
            results[part.name] = Result("NOT RUN", note=f"needs {lacking}")
            continue
        run = Run(part, None, env)
        try:
            while (result := run.result()) is None:
                time.sleep(POLL_S / 10)
        finally:
            stop([run])
        results[part.name] = result
    return results


def with_needs(names: Sequence[str], known: Sequence[Part]) -> list[Part]:
    """Choose parts by name, each after the parts that it needs."""
    by_name = {part.name: part for part in known}
    chosen: dict[str, Part] = {}
    for name in names:
        for part in (*with_needs(by_name[name].needs, known), by_name[name]):
            chosen[part.name] = part
    return list(chosen.values())


def summary(results: Mapping[str, Result], seconds: float) -> str:
    """Tell how all parts went, a line for each."""
    lines = [f"  {'part':10} {'verdict':8} {'time':>8} {'CPU':>8}"]
    for name, result in results.items():
        times = f"{result.seconds:6.0f} s {result.cpu_seconds:6.0f} s"
        lines.append(f"  {name:10} {result.verdict:8} {times}   {result.note}".rstrip())
    cpu_seconds = sum(result.cpu_seconds for result in results.values())
    return "\n".join((*lines, f"  {'together':19} {seconds:6.0f} s {cpu_seconds:6.0f} s"))


def environment(seed: int) -> dict[str, str]:
    """Return the environment of all parts.

    They write bytecode in any case: otherwise each of hundreds of processes compiles the sources.
    """
    env = {**os.environ, "PYTHONHASHSEED": str(seed)}
    env.pop("PYTHONDONTWRITEBYTECODE", None)
    return env


def main(words: Sequence[str]) -> int:
    """Run the parts that are asked for; return 1 if one has failed."""
    for number in (signal.SIGINT, signal.SIGTERM):  # a background job inherits SIGINT as ignored
        signal.signal(number, signal.default_int_handler)
    cores = machine.cores()
    jobs, seed = int(os.environ.get("JOBS") or cores), int(os.environ.get("SEED") or 1)
    known = parts(jobs, seed)
    unknown = sorted({*words} - {part.name for part in known})
    if unknown:
        print(f"parts: no part {unknown[0]}: {', '.join(part.name for part in known)}")
        return 2
    env = environment(seed)
    began = time.monotonic()
    try:
        if words:
            results = run_in_turn(with_needs(words, known), env)
        else:
            print(machine.report({"SEED": seed, "PYTHONHASHSEED": seed, "JOBS": jobs}), flush=True)
            results = run_all(known, env)
    except KeyboardInterrupt:
        print("parts: stopped")
        return 130
    if not words:
        print(summary(results, time.monotonic() - began))
    return int(any(result.verdict != "passed" for result in results.values()))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""The C program that shows how fast a subset of the UNO rules can be."""

import json
import shutil
import subprocess
from itertools import count
from pathlib import Path
from typing import NamedTuple

from bench.sampling import Contestant, NotMeasured, Sample, Slice, sliced

SOURCE = Path(__file__).parent / "uno.c"
FLAGS = (
    ("-std=c11", "-O3", "-march=native"),
    ("-std=c11", "-O3", "-mcpu=native"),  # for compilers that do not know the first set
    ("-std=c11", "-O3"),
)
TIMEOUT_S = 60


class Program(NamedTuple):
    """The compiled program, with compiler and flags."""

    path: Path
    command: str


class Played(NamedTuple):
    """The output of the program."""

    matches: int
    steps: int
    chances: int
    seconds: float
    cpu_seconds: float
    wins: list[int]


def build(folder: Path) -> Program:
    """Compile for the processor of this machine, as Numba does."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        raise NotMeasured("no C compiler")
    path = folder / "limit"
    reason = ""
    for flags in FLAGS:
        command = [compiler, *flags, "-o", str(path), str(SOURCE)]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode == 0:
            return Program(path, f"{Path(compiler).name} {' '.join(flags)}")
        reason = (done.stderr.strip().splitlines() or [f"exit {done.returncode}"])[-1]
    raise NotMeasured(f"the C program does not compile: {reason}")


def play(
    program: Program,
    players: int,
    seed: tuple[int, int, int, int],
    first: int,
    matches: int = 0,
    seconds: float = 0.0,
) -> Played:
    """Play a number of matches, or for a number of seconds."""
    numbers = (players, f"{seconds:.6f}", matches, first, *seed)
    command = [str(program.path), *map(str, numbers)]
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=TIMEOUT_S + seconds, check=True
        )
    except (OSError, subprocess.SubprocessError) as error:
        raise NotMeasured(f"the C program fails: {error}") from None
    return Played(**json.loads(done.stdout))


def contestant(program: Program, players: int, seed: tuple[int, int, int, int]) -> Contestant:
    """Return a contestant that runs the program."""
    numbers = count()

    def work(seconds: float) -> Slice:
        first = next(numbers) * 1_000_000
        played = play(program, players, seed, first, seconds=seconds)
        return Slice(played.steps, played.matches, played.cpu_seconds, played.seconds)

    def take_part(seconds: float) -> Sample:
        return sliced(work, seconds)

    return take_part

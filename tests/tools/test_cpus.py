"""The comparison of code paths: noise works, differences are found, missing paths are reported."""

import json
import math
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tools import cpu_work, cpus

BITS = """
import json, math
print(json.dumps([getattr(math, f)(1.1 + n / 7).hex() for f in {functions!r} for n in range(60)]))
"""
SMALL = """
import sys
from tools import cpu_work
cpu_work.ARENAS = ("dieci --set tokens=1 --bots easy,hard:iterations=8 --games 6 --seed 2",)
sys.exit(cpu_work.main(sys.argv[1:]))
"""


def steps_between(one: list[str], two: list[str]) -> list[int]:
    """Return the difference of two numbers in units in the last place."""
    found = []
    for a, b in zip(map(float.fromhex, one), map(float.fromhex, two), strict=True):
        assert abs(a - b) <= math.ulp(a)
        found.append(round((b - a) / math.ulp(a)))
    return found


def bits(environment: dict[str, str]) -> list[str]:
    text = BITS.format(functions=cpu_work.LOOSE[:-1])
    done = subprocess.run(
        [sys.executable, "-c", text], env={**os.environ, **environment}, capture_output=True,
        text=True, check=True, timeout=60,
    )  # fmt: skip
    found: list[str] = json.loads(done.stdout)
    return found


def test_the_noise_of_the_library_is_one_unit_in_the_last_place(tmp_path: Path) -> None:
    library, reason = cpus.noise_library(tmp_path)
    if not library:  # said in one line, and the path is not run
        assert reason
        assert "\n" not in reason
        return
    quiet = bits({})
    for seed in ("1", "2"):
        noisy = bits({"LD_PRELOAD": library, "MAZZIERE_NOISE": seed})
        steps = steps_between(quiet, noisy)
        assert set(steps) == {-1, 0, 1}
        assert steps.count(0) < len(steps) / 2
        assert noisy == bits({"LD_PRELOAD": library, "MAZZIERE_NOISE": seed})


def test_noise_in_python(monkeypatch: pytest.MonkeyPatch) -> None:
    import numpy as np

    for name in cpu_work.LOOSE:
        monkeypatch.setattr(math, name, getattr(math, name))  # taken back at the end
    for name in cpu_work.LOOSE_IN_NUMPY:
        monkeypatch.setattr(np, name, getattr(np, name))
    quiet = [math.exp(n / 7) for n in range(1, 50)], np.log(np.arange(3.0, 50.0))
    cpu_work.add_noise(1)
    noisy = [math.exp(n / 7) for n in range(1, 50)], np.log(np.arange(3.0, 50.0))
    for one, two in zip(quiet, noisy, strict=True):
        steps = steps_between([float(x).hex() for x in one], [float(x).hex() for x in two])
        assert set(steps) == {-1, 1}


def test_matches_and_ratings_do_not_hear_the_noise(tmp_path: Path) -> None:
    """The mechanism on a small scale, uncompiled: the same command with and without noise."""
    words = ["-c", SMALL]
    environment = {"MAZZIERE_JIT": "0", "MAZZIERE_CACHE_DIR": str(tmp_path)}
    quiet = cpus.run([*words, "arena"], environment)
    noisy = cpus.run([*words, "--noise", "1", "arena"], environment)
    assert quiet.returncode == noisy.returncode == 0, noisy.stderr
    assert quiet.stdout == noisy.stdout
    assert "deal_shares" in quiet.stdout


def test_the_tests_of_every_path_exist() -> None:
    for test in cpus.TESTS:
        file, _, name = test.partition("::")
        assert (cpus.ROOT / file).is_file(), test
        assert f"def {name}" in (cpus.ROOT / file).read_text(), test


def test_a_difference_is_named() -> None:
    alone = cpus.Outcome(cpus.PATHS[0], results={"solve": '{\n "share": 0.5\n}', "arena": "x"})
    other = cpus.Outcome(cpus.PATHS[1], results={"solve": '{\n "share": 0.499\n}', "arena": "x"})
    cpus.compare(other, alone)
    assert other.problems == ["""solve: line 2: '"share": 0.5' is '"share": 0.499'"""]
    assert "solve: line 2" in other.line
    same = cpus.Outcome(cpus.PATHS[1], results=dict(alone.results))
    cpus.compare(same, alone)
    assert "same (2 results" in same.line
    assert cpus.first_difference("a\nb", "a") == "line 2: 'b' is '(end)'"


def test_paths_that_are_not_there_say_so_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    nowhere = cpus.Route("nowhere", needs="noise-library")
    outcome = cpus.take(nowhere, ("", "there is no C compiler"), {}, Path("unused"), [], False)
    assert outcome.line == "nowhere          not run: there is no C compiler"
    monkeypatch.setattr("platform.machine", lambda: "arm64")
    glibc = next(path for path in cpus.PATHS if path.shows == "glibc")
    assert cpus.completed(glibc, ("", ""))[1] == "for Linux on x86-64 only"


def test_a_setting_that_changes_nothing_is_not_run() -> None:
    alone = json.loads(cpus.run(["-m", "tools.cpu_work", "--probe"], {}).stdout)
    idle = cpus.Route("idle", {"NUMBA_CPU_NAME": ""}, shows="numba")
    assert cpus.probed(idle, idle.environment, alone) == (
        "the setting changes nothing here (numba: host)"
    )
    generic = cpus.Route("generic", {"NUMBA_CPU_NAME": "generic"}, shows="numba")
    assert cpus.probed(generic, generic.environment, alone) == ""


def test_kernels_that_openblas_replaces_by_others_are_not_run() -> None:
    alone = json.loads(cpus.run(["-m", "tools.cpu_work", "--probe"], {}).stdout)
    own = alone["blas"]
    absent = cpus.Route("absent", shows="blas", cores=("Pentium",))
    said = f"OpenBLAS takes the kernels of {own or '?'} instead"
    assert cpus.probed(absent, {}, alone) == said
    same = cpus.Route("same", shows="blas", cores=(own,))
    assert cpus.probed(same, {}, alone) == f"the setting changes nothing here (blas: {own})"
    assert cpus.probed(same, {}, alone | {"blas": "Pentium"}) == ""


def test_every_path_but_the_first_shows_that_it_is_taken() -> None:
    """The exceptions differ by what this tool itself does: more processes."""
    silent = [path.name for path in cpus.PATHS if not path.shows]
    assert silent == ["alone", "threads-4"]
    assert all(path.cores for path in cpus.PATHS if path.shows == "blas")


def test_tests_run_under_the_noise() -> None:
    """A test that calls `math.exp` sees another result."""
    quiet, noisy = (
        cpus.run(["-m", "tools.cpu_work", *noise, "--tests", "tests/tools/sample_of_noise.py"], {})
        for noise in ([], ["--noise", "1"])
    )
    assert (quiet.returncode, noisy.returncode) == (0, 1), noisy.stdout
    assert "1 failed" in noisy.stdout


def test_times_are_no_results() -> None:
    text = json.dumps({"seconds": 1.5, "proof": {"gain": 0.5, "seconds": 2}, "file": "x"})
    assert json.loads(cpu_work.without_times(text)) == {"proof": {"gain": 0.5}}


def test_calls_of_compiled_code() -> None:
    lines = "movabsq $exp, %rax", "callq *%rax", "callq memset", "movb $1, %bl", "cmpb %al, %cl"
    own = (
        "callq _ZN8mazziere4bots",
        "callq cfunc._ZN8mazziere",
        "callq numba_unpickle",
        "callq PyErr_Clear",
    )
    text = "".join(f"\t{line}\n" for line in (*lines, *own))
    assert cpu_work.symbols_in(text) == {"exp", "memset"}


def test_bad_usage(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cpus.main(["nowhere"])
    assert "there is no path 'nowhere'" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        cpu_work.main(["nothing"])
    assert "there is no work 'nothing'" in capsys.readouterr().err

"""`.ci/run`: the machine, the tools and the seeds come first."""

import os
import subprocess
from pathlib import Path

import pytest

RUN = Path(__file__).resolve().parents[2] / ".ci" / "run"


@pytest.mark.parametrize("seed", ["", "7"])
def test_the_machine_is_printed_before_the_set_up(tmp_path: Path, seed: str) -> None:
    """A program named make stands for the set-up and the tests, which take minutes."""
    make = tmp_path / "make"
    make.write_text(
        '#!/bin/sh\n[ "$1" = --version ] && echo "make 0" || echo "make $* $SEED $CI"\n'
    )
    make.chmod(0o755)
    kept = {name: value for name, value in os.environ.items() if name != "SEED"}
    env = {**kept, "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"}
    if seed:
        env["SEED"] = seed
    done = subprocess.run([RUN], env=env, capture_output=True, text=True, timeout=60, check=True)
    *facts, last = done.stdout.splitlines()
    found = {line[:16].strip(): line[17:] for line in facts}
    assert {"CPU", "cores", "system", "python3", "node", "SEED", "PYTHONHASHSEED"} <= set(found)
    assert all(found.values())
    assert found["make"] == "make 0"
    assert found["python3"].startswith("Python 3")
    assert found["SEED"] == found["PYTHONHASHSEED"] == (seed or "1")
    assert last == f"make test {seed or 1} true"

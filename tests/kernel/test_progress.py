"""The progress of a compilation."""

from pathlib import Path

import pytest

from mazziere.kernel import progress
from mazziere.kernel.jit import Linker, jit
from mazziere.kernel.progress import note_progress, read_progress, watch


@jit
def double(number: int) -> int:
    return 2 * number


@jit
def triple(number: int) -> int:
    return 3 * number


@jit
def both(number: int) -> int:
    return double(number) + triple(number)


def test_every_compiled_function_is_reported(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(progress, "PAUSE_S", 0.0)
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    shares: list[float] = []
    with watch(shares.append):
        entry = Linker("compiled", f"progress-{tmp_path.name}", {}).entry(both)
        assert shares == [], "linking compiles nothing"
        assert entry(7) == 35
    assert len(shares) == 4
    assert shares == sorted(shares)
    assert shares[-1] == 1.0
    assert all(0 < share < 1 for share in shares[:-1])
    with watch(shares.append):
        assert entry(8) == 40
    assert len(shares) == 4, "nothing is compiled a second time, so nothing is reported"


def test_other_processes_read_it_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "bots-dieci.progress"
    assert read_progress(path) == 0.0
    note_progress(path, 0.25)
    assert read_progress(path) == 0.25
    path.write_text("nonsense")
    assert read_progress(path) == 0.0
    note_progress(tmp_path / "none" / "x.progress", 0.5)
    assert read_progress(tmp_path / "none" / "x.progress") == 0.0

"""Stored values are either complete and correct, or absent."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from mazziere.games.yooloo.solved import patterns, store
from mazziere.games.yooloo.solved.solution import Solution

VALUES = np.random.default_rng(1).normal(size=patterns.values_in(patterns.index(False)))
SOLUTION = Solution("a", VALUES, 1e-12)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MAZZIERE_CACHE_DIR", str(tmp_path / "cache"))
    return tmp_path / "cache"


def test_what_is_saved_is_loaded(folder: Path) -> None:
    assert store.load("a") is None
    path = store.save(SOLUTION)
    assert path.parent == folder
    found = store.load("a")
    assert found is not None
    assert (found.variant, found.gap) == ("a", 1e-12)
    assert found.values.tobytes() == VALUES.tobytes()
    assert [file.name for file in folder.iterdir()] == [path.name]


def shorter(data: bytes) -> bytes:
    return data[:-8]


def longer(data: bytes) -> bytes:
    return data + bytes(8)


def one_bit(data: bytes) -> bytes:
    return data[:-3] + bytes([data[-3] ^ 1]) + data[-2:]


def older(data: bytes) -> bytes:
    return data.replace(b"values/1", b"values/0")


def of_the_other_variant(data: bytes) -> bytes:
    return data.replace(b'"variant": "a"', b'"variant": "b"')


def no_json(data: bytes) -> bytes:
    return b"{" + data


def a_list(data: bytes) -> bytes:
    return b"[]\n" + data


@pytest.mark.parametrize(
    "damage", [shorter, longer, one_bit, older, of_the_other_variant, no_json, a_list]
)
def test_other_or_damaged_values_are_none(damage: Callable[[bytes], bytes]) -> None:
    path = store.save(SOLUTION)
    data = path.read_bytes()
    path.write_bytes(damage(data))
    assert path.read_bytes() != data
    assert store.load("a") is None
    store.save(SOLUTION)
    assert store.load("a") is not None


def test_a_file_that_cannot_be_put_in_place_leaves_nothing_behind(folder: Path) -> None:
    store.path_of("a").mkdir(parents=True)  # a folder where the file should be
    with pytest.raises(OSError):  # noqa: PT011 - each system has its own
        store.save(SOLUTION)
    assert [file.name for file in folder.iterdir()] == [store.path_of("a").name]
    assert store.load("a") is None

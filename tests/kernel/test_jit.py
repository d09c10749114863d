"""Marking and linking: one source, plain and compiled, in one process."""

from types import FunctionType
from typing import Any

import numpy as np
import pytest

from mazziere.kernel.bits import count, lowest, nth
from mazziere.kernel.cache import cache_folder, source_hash, use_cache
from mazziere.kernel.jit import VIEWS, ConstantTable, Linker, Mode, hook, jit

use_cache()
SQUARES = ConstantTable(i * i for i in range(10))


class Rule:
    def rule(self, value: int) -> int:
        raise AssertionError("a hook is never called itself")


rule = hook(Rule.rule)


@jit
def double(value: int) -> int:
    return 2 * value


@jit
def triple(value: int) -> int:
    return 3 * value


@jit
def total(row: Any, size: int) -> int:
    result = 0
    for i in range(size):
        result += rule(row[i]) + SQUARES[i]
    return result


@jit
def bits_of(bits: int) -> int:
    return lowest(bits) + 100 * count(bits) + 10_000 * nth(bits, 1)


@jit
def seen(value: int) -> int:
    if VIEWS:
        return value
    return -1


MODES: tuple[Mode, ...] = ("plain", "compiled", "checked")


@pytest.mark.parametrize("mode", MODES)
def test_a_switch_is_off_where_the_linker_leaves_it_out(mode: Mode) -> None:
    assert Linker(mode, "test_on", {}).entry(seen)(7) == 7
    assert Linker(mode, "test_off", {}, without=VIEWS).entry(seen)(7) == -1


@pytest.mark.parametrize("mode", MODES)
def test_hooks_are_bound_per_game(mode: Mode) -> None:
    row = np.array([1, 2, 3], np.int8)
    wanted = {"double": 12 + 5, "triple": 18 + 5}
    for function in (double, triple):
        linked = Linker(mode, f"test_{function.__name__}", {"rule": function}).entry(total)
        given = memoryview(row) if mode == "plain" else row
        assert linked(given, 3) == wanted[function.__name__]


@pytest.mark.parametrize("mode", MODES)
def test_bits(mode: Mode) -> None:
    linked = Linker(mode, "test_bits", {}).entry(bits_of)
    assert linked(0b1011000) == 3 + 100 * 3 + 10_000 * 4
    assert linked(1 << 57 | 1) == 0 + 100 * 2 + 10_000 * 57


def test_a_plain_link_is_a_function_to_step_through() -> None:
    linked = Linker("plain", "test", {"rule": double}).entry(total)
    assert isinstance(linked, FunctionType)
    assert linked.__code__ is total.__code__
    inner: Any = linked.__globals__["rule"]
    assert isinstance(inner, FunctionType)
    assert inner.__code__ is double.__code__


def test_bounds_are_checked_on_request() -> None:
    row = np.array([1], np.int8)
    linked = Linker("checked", "test_bounds", {"rule": double}).entry(total)
    with pytest.raises(IndexError):
        linked(row, 2)


def test_the_cache_folder_follows_every_source(tmp_path: Any, monkeypatch: Any) -> None:
    monkeypatch.setenv("MAZZIERE_CACHE_DIR", str(tmp_path))
    assert cache_folder() == tmp_path / f"engine-{source_hash()}"
    package = tmp_path / "mazziere"
    for part in ("kernel", "games"):
        (package / part).mkdir(parents=True)
    one, other = package / "games" / "one.py", package / "kernel" / "other.py"
    one.write_text("x = 1\n")
    other.write_text("y = 1\n")
    monkeypatch.setattr("mazziere.kernel.cache.__file__", str(other))
    before = source_hash()
    assert source_hash() == before
    one.write_text("x = 2\n")
    changed = source_hash()
    other.write_text("y = 2\n")
    assert len({before, changed, source_hash()}) == 3


def test_without_a_writable_folder_the_cache_is_temporary(tmp_path: Any, monkeypatch: Any) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    monkeypatch.setenv("MAZZIERE_CACHE_DIR", str(blocked))
    folder = cache_folder()
    assert folder.is_dir()
    assert tmp_path not in folder.parents

"""Records: layout, and the same memory seen by uncompiled code."""

from typing import Annotated

import numpy as np
import pytest

from mazziere.games import find, shelf
from mazziere.kernel.engine import engine
from mazziere.kernel.state import (
    CACHE_LINE,
    I1,
    I2,
    U1,
    Grid,
    Header,
    Ints,
    Plain,
    RecordBuffer,
    aligned,
    cells,
    dtype_of,
    fields_of,
)


class Small(Header):
    """A record with one field of each kind."""

    turn: I1
    top: U1
    debt: I2
    row: Annotated[Ints, cells("i1", 3)]
    grid: Annotated[Grid, cells("i8", 2, 4)]


def test_fields_are_declared_once() -> None:
    fields = fields_of(Small)
    assert list(fields)[:3] == ["rules", "players", "phase"]
    assert fields["turn"] == ("i1", ())
    assert fields["grid"] == ("i8", (2, 4))


def test_a_field_without_a_kind_is_an_error() -> None:
    class Wrong(Header):
        turn: int

    with pytest.raises(TypeError, match=r"Wrong\.turn"):
        fields_of(Wrong)


def test_records_fill_whole_cache_lines() -> None:
    dtype = dtype_of(Small)
    assert dtype.itemsize % CACHE_LINE == 0
    records = aligned(3, dtype)
    assert records.ctypes.data % CACHE_LINE == 0
    assert not records.view(np.uint8).any()


def test_plain_fields_are_python_integers_over_the_same_memory() -> None:
    records = aligned(2, dtype_of(Small))
    s = Plain(records)[1]
    s.turn = -3
    s.row[2] = 7
    s.grid[1, 3] = 1 << 57
    assert type(s.turn) is int
    assert type(s.row[2]) is int
    assert 1 << s.row[2] << 40 == 1 << 47  # widens, as compiled code does
    assert records["turn"].tolist() == [0, -3]
    assert records["grid"][1, 1, 3] == 1 << 57
    records["turn"][1] = 5
    assert s.turn == 5


def test_a_snapshot_reads_the_record_that_was_written() -> None:
    records = aligned(1, dtype_of(Small))
    s = Plain(records)[0]
    s.players, s.turn, s.top, s.debt = 4, -3, 200, -300
    s.row[2], s.grid[1, 3] = 7, 1 << 57
    snapshot = RecordBuffer(records.dtype)
    snapshot.write(records.tobytes())
    read = [snapshot.number(name) for name in ("rules", "players", "turn", "top", "debt")]
    assert read == [0, 4, -3, 200, -300]
    assert snapshot.row("row") == [0, 0, 7]
    assert snapshot.row("grid") == [[0] * 4, [0, 0, 0, 1 << 57]]


def test_a_value_that_does_not_fit_is_an_error() -> None:
    s = Plain(aligned(1, dtype_of(Small)))[0]
    for field, value in (("turn", 128), ("top", -1), ("debt", 1 << 15)):
        with pytest.raises((ValueError, OverflowError)):
            setattr(s, field, value)
    with pytest.raises((ValueError, OverflowError)):
        s.row[0] = 200


def test_a_misspelt_field_is_an_error() -> None:
    s = Plain(aligned(1, dtype_of(Small)))[0]
    with pytest.raises(AttributeError):
        s.trun = 1


def test_plain_records_are_copied_by_assignment() -> None:
    records = aligned(2, dtype_of(Small))
    plain = Plain(records)
    plain[0].turn = 4
    plain[1] = plain[0]
    plain[0].turn = 2
    assert len(plain) == 2
    assert records["turn"].tolist() == [2, 4]


@pytest.mark.parametrize("game", shelf())
def test_a_copy_has_nothing_between_its_fields(game: str) -> None:
    states = engine(find(game), "plain").new(2, {})
    dirty = np.frombuffer(bytes([170]) * states.itemsize, states.dtype).copy()
    for name in dirty.dtype.names or ():
        dirty[name] = states[name]
    copies = [engine(find(game), "plain").copy(given, 0) for given in (states, dirty)]
    assert copies[0].tobytes() == copies[1].tobytes()
    assert all(np.array_equal(copies[1][name], states[name]) for name in states.dtype.names or ())

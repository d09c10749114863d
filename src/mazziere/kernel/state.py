"""States as flat records: fields declared once, in an annotated class.

    class State(Header):
        turn: I1                                  # the seat on turn
        hand: Annotated[Grid, cells("i1", 10, 15)]  # copies of each card, secret

From it `dtype_of` derives the record that compiled code works on (padded to whole cache lines, so
that two threads never share one), and `Plain` gives the same memory to uncompiled code with fields
that are Python integers: arithmetic is the same as in compiled code, where small integers widen,
and a value that does not fit its field is an error instead of a silent wrap.
"""

from functools import cache
from typing import Annotated, Any, Protocol, get_args, get_origin, get_type_hints

import numpy as np
from numpy.typing import NDArray

I1 = Annotated[int, "i1"]
U1 = Annotated[int, "u1"]
I2 = Annotated[int, "i2"]
I4 = Annotated[int, "i4"]
I8 = Annotated[int, "i8"]

CACHE_LINE = 64

States = NDArray[np.void]
"""An array of state records."""


class Ints(Protocol):
    """A row of integers, whoever holds it: a record's field, an array, a memoryview."""

    def __getitem__(self, index: int, /) -> int: ...
    def __setitem__(self, index: int, value: int, /) -> None: ...
    def __len__(self) -> int: ...


class Grid(Protocol):
    """Rows of integers, indexed `grid[row, column]`."""

    def __getitem__(self, index: tuple[int, int], /) -> int: ...
    def __setitem__(self, index: tuple[int, int], value: int, /) -> None: ...
    def __len__(self) -> int: ...


def cells(kind: str, *shape: int) -> tuple[str, tuple[int, ...]]:
    """Describe an array field: the kind of its integers and its shape."""
    return kind, shape


class Floats(Protocol):
    """A row of floating-point numbers."""

    def __getitem__(self, index: int, /) -> float: ...
    def __setitem__(self, index: int, value: float, /) -> None: ...
    def __len__(self) -> int: ...


class Header:
    """The fields that every state begins with."""

    rules: I1  # version of the game's rules
    players: I1  # seats at the table
    phase: I1  # what is to happen next; each game names its own


def fields_of(declaration: type) -> dict[str, tuple[str, tuple[int, ...]]]:
    """Read name → (kind, shape) from an annotated class; a scalar has shape ()."""
    fields: dict[str, tuple[str, tuple[int, ...]]] = {}
    for name, hint in get_type_hints(declaration, include_extras=True).items():
        if get_origin(hint) is not Annotated:
            raise TypeError(f"{declaration.__name__}.{name}: not an Annotated field")
        how = get_args(hint)[1]
        fields[name] = (how, ()) if isinstance(how, str) else how
    return fields


@cache
def dtype_of(declaration: type) -> np.dtype[Any]:
    """Derive the record's dtype: C layout, padded to whole cache lines."""
    return packed([(name, kind, shape) for name, (kind, shape) in fields_of(declaration).items()])


def packed(parts: list[tuple[str, Any, tuple[int, ...]]]) -> np.dtype[Any]:
    """Lay fields out like a C struct and round its size up to whole cache lines."""
    fields_wanted: Any = parts
    natural = np.dtype(fields_wanted, align=True)
    assert natural.names is not None and natural.fields is not None
    fields = [natural.fields[name] for name in natural.names]
    layout: Any = {
        "names": list(natural.names),
        "formats": [field[0] for field in fields],
        "offsets": [field[1] for field in fields],
        "itemsize": -(-natural.itemsize // CACHE_LINE) * CACHE_LINE,
    }
    return np.dtype((np.record, np.dtype(layout, align=True)))


def aligned(count: int, dtype: np.dtype[Any]) -> NDArray[Any]:
    """Return `count` zeroed records that begin on a cache line."""
    room = np.zeros(count * dtype.itemsize + CACHE_LINE, np.uint8)
    offset = -room.ctypes.data % CACHE_LINE
    return room[offset : offset + count * dtype.itemsize].view(dtype)


def field_bytes(dtype: np.dtype[Any]) -> NDArray[np.uint8]:
    """Return a byte for each byte of a record: 255 in its fields, 0 between and behind them."""
    mask = np.zeros(dtype.itemsize, np.uint8)
    for kind, offset, *_ in (dtype.fields or {}).values():
        mask[offset : offset + kind.itemsize] = 255
    return mask


class Plain:
    """An array of records for uncompiled code: `plain[i].turn` is a Python integer."""

    def __init__(self, records: NDArray[Any]) -> None:
        self._records = records
        self._views: dict[int, Any] = {}
        self._type = _view_type(records.dtype)

    def __len__(self) -> int:
        return len(self._records)

    def __getitem__(self, index: int) -> Any:
        if index not in self._views:
            self._views[index] = self._type(self._records, index)
        return self._views[index]

    def __setitem__(self, index: int, view: Any) -> None:
        self._records[index] = view._record[0]


class Sheet:
    """A record that is written over as a whole, to read fields from as Python integers."""

    def __init__(self, dtype: np.dtype[Any]) -> None:
        self.records = aligned(1, dtype)
        self._bytes = memoryview(self.records.view(np.uint8))
        self._fields: dict[str, Any] = {
            name: memoryview(self.records[name][0] if field[0].shape else self.records[name])
            for name, field in (dtype.fields or {}).items()
        }

    def write(self, record: bytes) -> None:
        """Write a whole record over it."""
        self._bytes[:] = record

    def number(self, name: str) -> int:
        """Read a field that is one number."""
        number: int = self._fields[name][0]
        return number

    def row(self, name: str) -> list[Any]:
        """Read a field that is a row, or rows, of numbers."""
        row: list[Any] = self._fields[name].tolist()
        return row


_view_types: dict[np.dtype[Any], type] = {}


def _view_type(dtype: np.dtype[Any]) -> type:
    """Make, once per dtype, the class whose instances show one record."""
    if dtype not in _view_types:
        assert dtype.fields is not None
        members: dict[str, Any] = {}
        rows, nested, scalars = [], [], []
        for name, field in dtype.fields.items():
            if field[0].names is not None:
                nested.append(name)
            elif field[0].shape:
                rows.append(name)
            else:
                scalars.append(name)
                members[name] = _scalar(f"_{name}")
        members["__slots__"] = ("_record", *(f"_{name}" for name in scalars), *rows, *nested)

        def fill(view: Any, records: NDArray[Any], index: int) -> None:
            view._record = records[index : index + 1]
            for name in rows:
                setattr(view, name, memoryview(records[name][index]))
            for name in scalars:
                setattr(view, f"_{name}", memoryview(records[name][index : index + 1]))
            for name in nested:
                setattr(view, name, Plain(records[name][index : index + 1])[0])

        members["__init__"] = fill
        _view_types[dtype] = type("View", (), members)
    return _view_types[dtype]


def _scalar(slot: str) -> property:
    def read(view: Any) -> int:
        value: int = getattr(view, slot)[0]
        return value

    def write(view: Any, value: int) -> None:
        getattr(view, slot)[0] = value

    return property(read, write)

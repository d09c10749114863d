"""States as flat records: fields declared once, in an annotated class.

    class State(Header):
        turn: I1                                    # the seat on turn
        hand: Annotated[Grid, cells("i1", 10, 15)]  # copies of each card, secret

`dtype_of` derives the record for compiled code. It is padded to whole cache lines, so that two
threads never share one. `Plain` shows the same memory to uncompiled code, with fields that are
Python integers. Arithmetic is then the same as in compiled code, where small integers widen. A
value that does not fit its field raises an error instead of wrapping silently.

A size or a nested record that is only known later is declared by a name, and bound by `dtype_of`:

    class Workspace:
        rng: Annotated[Fast, record(Fast)]
        legal: Annotated[Ints, cells("i2", "actions")]

    dtype_of(Workspace, actions=112)
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


Shape = tuple[int | str, ...]


class Ints(Protocol):
    """A row of integers: a field of a record, an array or a memoryview."""

    def __getitem__(self, index: int, /) -> int: ...
    def __setitem__(self, index: int, value: int, /) -> None: ...
    def __len__(self) -> int: ...


class Grid(Protocol):
    """Rows of integers, indexed `grid[row, column]`."""

    def __getitem__(self, index: tuple[int, int], /) -> int: ...
    def __setitem__(self, index: tuple[int, int], value: int, /) -> None: ...
    def __len__(self) -> int: ...


class Floats(Protocol):
    """A row of floating-point numbers."""

    def __getitem__(self, index: int, /) -> float: ...
    def __setitem__(self, index: int, value: float, /) -> None: ...
    def __len__(self) -> int: ...


def cells(kind: str, *shape: int | str) -> tuple[str, Shape]:
    """Describe an array field: the type of its numbers and its shape."""
    return kind, shape


def record(declaration: type | str) -> tuple[type | str, None]:
    """Describe a nested record: its declaration, or the name under which it is bound."""
    return declaration, None


class Header:
    """The fields that every state begins with."""

    rules: I1  # version of the game's rules
    players: I1  # seats at the table
    phase: I1  # the number of the phase; each game names its phases


def fields_of(declaration: type, **bound: Any) -> dict[str, tuple[Any, tuple[int, ...]]]:
    """Read name → (type, shape) from an annotated class; a scalar has shape ()."""
    fields: dict[str, tuple[Any, tuple[int, ...]]] = {}
    for name, hint in get_type_hints(declaration, include_extras=True).items():
        if get_origin(hint) is not Annotated:
            raise TypeError(f"{declaration.__name__}.{name}: not an Annotated field")
        described = get_args(hint)[1]
        if isinstance(described, str):
            fields[name] = described, ()
            continue
        kind, shape = described
        if shape is None:
            fields[name] = (bound[kind] if isinstance(kind, str) else _nested(kind)), ()
        else:
            fields[name] = kind, tuple(bound[n] if isinstance(n, str) else n for n in shape)
    return fields


@cache
def dtype_of(declaration: type, **bound: Any) -> np.dtype[Any]:
    """Derive the dtype of a record: C layout, padded to whole cache lines.

    `bound` gives the sizes and nested dtypes that the declaration leaves open.
    """
    fields = fields_of(declaration, **bound)
    return packed([(name, kind, shape) for name, (kind, shape) in fields.items()])


def _nested(declaration: type) -> np.dtype[Any]:
    """Derive the dtype of a record inside another one, without padding at its end."""
    fields: Any = [(name, kind, shape) for name, (kind, shape) in fields_of(declaration).items()]
    return np.dtype((np.record, fields))


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
    """Return a mask over the bytes of a record: 255 in its fields, 0 in the padding."""
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


class RecordBuffer:
    """One record that is overwritten as a whole, with fields that read as Python integers."""

    def __init__(self, dtype: np.dtype[Any]) -> None:
        self.records = aligned(1, dtype)
        self._bytes = memoryview(self.records.view(np.uint8))
        self._fields: dict[str, Any] = {
            name: memoryview(self.records[name][0] if field[0].shape else self.records[name])
            for name, field in (dtype.fields or {}).items()
        }

    def write(self, record: bytes) -> None:
        """Overwrite the record."""
        self._bytes[:] = record

    def number(self, name: str) -> int:
        """Read a scalar field."""
        number: int = self._fields[name][0]
        return number

    def row(self, name: str) -> list[Any]:
        """Read an array field as a list, or as a list of lists."""
        row: list[Any] = self._fields[name].tolist()
        return row


_view_types: dict[np.dtype[Any], type] = {}


def _view_type(dtype: np.dtype[Any]) -> type:
    """Return the class whose instances show one record; made once per dtype."""
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

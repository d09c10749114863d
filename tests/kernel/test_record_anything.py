"""Records: any input gives a record or one line with the fault."""

import copy
import json
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from mazziere.games import find, shelf
from mazziere.kernel.record import RecordError, parse, read, verify
from tests.kernel.records import readable, short

SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 12),
    st.integers(),
    st.floats(allow_nan=False),
    st.text(max_size=4),
    st.sampled_from(["keep", "swap", "draw", "accept", "block", "cat", "r7", "deck", "dealer"]),
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=5,
)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return all places inside a JSON value."""
    found = [path] if path else []
    inner = value.items() if isinstance(value, dict) else enumerate(value)
    for key, part in inner if isinstance(value, (dict, list)) else ():
        found += places(part, (*path, key)) if isinstance(part, (dict, list)) else [(*path, key)]
    return found


def changed(value: Any, path: tuple[Any, ...], how: str, other: Any) -> Any:
    """Return a copy of a JSON value with one place changed."""
    whole = copy.deepcopy(value)
    inner = whole
    for key in path[:-1]:
        inner = inner[key]
    if how == "replace":
        inner[path[-1]] = other
    elif how == "remove":
        del inner[path[-1]]
    elif isinstance(inner, list):
        inner.insert(path[-1], copy.deepcopy(inner[path[-1]]))
    else:
        inner[str(other)] = inner[path[-1]]
    return whole


def only_record_errors(data: bytes) -> None:
    line = ""
    try:
        verify(read(data, find))
    except RecordError as error:
        line = str(error)
    assert line.isprintable()
    assert len(line) < 400


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data(), st.sampled_from(shelf()))
def test_a_changed_record_gives_a_record_error_or_none(data: st.DataObject, name: str) -> None:
    whole = short(name)
    for _ in range(data.draw(st.integers(1, 3))):
        path = data.draw(st.sampled_from(places(whole)))
        how = data.draw(st.sampled_from(["replace", "replace", "remove", "repeat"]))
        whole = changed(whole, path, how, data.draw(VALUES))
    only_record_errors(json.dumps(whole).encode())


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=60), st.integers(0, 1500), st.integers(0, 40))
def test_changed_bytes_give_a_record_error_or_none(junk: bytes, place: int, length: int) -> None:
    data = json.dumps(short("dieci")).encode()
    only_record_errors(data[:place] + junk + data[place + length :])


@settings(max_examples=100, deadline=None)
@given(VALUES)
@example([])
def test_any_json_gives_a_record_error(value: Any) -> None:
    with pytest.raises(RecordError):
        readable(value)


def test_parse_reads_what_the_standard_allows() -> None:
    assert parse(b' {"a": [1, -0.5e3, "\\u00e9", null, true]} ') == {
        "a": [1, -500.0, "é", None, True]
    }

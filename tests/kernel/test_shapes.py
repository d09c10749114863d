"""Strict checks of JSON values against declared types."""

from typing import Annotated, Any

import msgspec
import pytest

from mazziere.kernel.shapes import BadShape, convert


class Inner(msgspec.Struct, forbid_unknown_fields=True):
    numbers: list[int]


class Outer(msgspec.Struct):
    name: Annotated[str, msgspec.Meta(min_length=1)]
    inner: list[Inner] = []
    by_key: dict[str, list[str]] = {}


def test_a_value_of_the_right_shape() -> None:
    found = convert({"name": "a", "inner": [{"numbers": [10**40]}], "more": None}, Outer)
    assert found == Outer("a", [Inner([10**40])])


@pytest.mark.parametrize(
    ("value", "path", "wanted"),
    [
        (None, (), "an object"),
        ([], (), "an object"),
        ({"name": 5}, ("name",), "a text"),
        ({"name": ""}, ("name",), "a text"),
        ({"name": None}, ("name",), "a text"),
        ({"name": "a", "inner": {}}, ("inner",), "a list"),
        ({"name": "a", "inner": [5]}, ("inner", 0), "an object"),
        ({"name": "a", "inner": [{"numbers": [1, True]}]}, ("inner", 0, "numbers", 1), "a whole"),
        ({"name": "a", "inner": [{"numbers": [1.0]}]}, ("inner", 0, "numbers", 0), "a whole"),
        ({"name": "a", "by_key": {"k": ["x", 5]}}, ("by_key",), "a text"),
    ],
)
def test_the_place_and_the_type_of_a_fault(value: Any, path: Any, wanted: str) -> None:
    with pytest.raises(BadShape) as caught:
        convert(value, Outer)
    assert caught.value.path == path
    assert caught.value.wanted.startswith(wanted)
    assert not caught.value.missing


def test_missing_and_unknown_fields() -> None:
    with pytest.raises(BadShape) as caught:
        convert({}, Outer)
    assert (caught.value.path, caught.value.missing) == ((), "name")
    with pytest.raises(BadShape) as caught:
        convert({"name": "a", "inner": [{"numbers": [], "more": 1}]}, Outer)
    assert (caught.value.path, caught.value.is_unknown) == (("inner", 0), True)

"""Hypothesis strategies for frames: almost valid ones, any JSON, any text, any bytes."""

import json
from typing import Any

from hypothesis import strategies as st

scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20)
values = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=20), inner, max_size=4)
    ),
    max_leaves=8,
)
kinds = st.sampled_from(("hello", "move", "pledge", "mix", "say", "hint", "ping", "dance"))
numbers = st.integers(-2, 12) | st.integers()
likely: dict[str, st.SearchStrategy[Any]] = {
    "version": st.just(1) | numbers,
    "last": st.none() | numbers,
    "id": st.text(max_size=70) | numbers,
    "seat": numbers,
    "moves": st.lists(
        st.sampled_from(("keep", "swap", "accept", "block", "draw")) | st.text(), max_size=6
    ),
    "expect": numbers,
    "pledge": st.text("0123456789abcdef", min_size=64, max_size=64) | st.text(),
    "part": st.text("0123456789abcdef", min_size=64, max_size=64) | st.text(),
    "text": st.text(),
}
nearly = st.builds(
    lambda kind, parts: json.dumps({"type": kind, **parts}),
    kinds,
    st.fixed_dictionaries({}, optional={name: v | values for name, v in likely.items()}),
)
frames = nearly | values.map(json.dumps) | st.text(max_size=200) | st.binary(max_size=300)

"""A test that fails only under noise in Python; `test_cpus` runs it."""

import math


def test_exp_is_a_builtin_function() -> None:
    assert type(math.exp) is type(math.sqrt)

"""Exponentials and logarithms that have the same bits on every machine.

IEEE 754 fixes the result of +, −, ×, ÷ and √ to the last bit. It does not fix `exp`, `log` and
`pow`: C libraries, NumPy and processors differ there in the last bit, and a search that compares
two such numbers then chooses another move. The functions here use the fixed operations only, in an
order that is part of their definition. Compiled code keeps that order: Numba fuses no
multiplication with an addition unless `fastmath` allows it, and nothing here does.

The functions of one number are for marked code. Those named `each` are the same for NumPy arrays,
bit for bit. Their relative error is below 1e-15, or for a logarithm near 0 the absolute one.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from mazziere.kernel.jit import jit

LN_2 = 0.6931471805599453
LN_2_HIGH = 0.693147180369123816490  # the first 33 binary digits of ln 2: products with n are exact
LN_2_LOW = 1.90821492927058770002e-10  # the rest
LN_10 = 2.302585092994046
EXP_LIMIT = 40.0
"""`exp` clamps its argument to ± this value: e^40 is more than 10^17."""

Floats = NDArray[np.float64]


@jit
def exp(power: float) -> float:
    """Return e^power, for a power between -`EXP_LIMIT` and `EXP_LIMIT`."""
    power = max(-EXP_LIMIT, min(EXP_LIMIT, power))
    n = int(power / LN_2 + (0.5 if power >= 0.0 else -0.5))
    y: float = exp_near_0((power - n * LN_2_HIGH) - n * LN_2_LOW)
    if n >= 0:
        return y * (1 << n)
    return y / (1 << -n)


@jit
def reduced(value: float) -> tuple[float, int]:
    """Write a positive number as x · 2^n with √½ ≤ x ≤ √2; return x and n."""
    n = 0
    while value > 1.4142135623730951:
        value *= 0.5
        n += 1
    while value < 0.7071067811865476:
        value *= 2.0
        n -= 1
    return value, n


@jit
def ln(value: float) -> float:
    """Return the natural logarithm of a positive number."""
    value, n = reduced(value)
    near: float = ln_near_1(value)
    return n * LN_2_HIGH + (near + n * LN_2_LOW)


@jit
def log2(value: float) -> float:
    """Return the logarithm of a positive number to the base 2; exact for powers of 2."""
    value, n = reduced(value)
    near: float = ln_near_1(value)
    return n + near / LN_2


@jit
def exp_near_0(power: Any) -> Any:
    """Return e^power for |power| ≤ 0.35: the terms of its series up to power^13."""
    y = 1.0 + power / 13.0
    y = 1.0 + power * y / 12.0
    y = 1.0 + power * y / 11.0
    y = 1.0 + power * y / 10.0
    y = 1.0 + power * y / 9.0
    y = 1.0 + power * y / 8.0
    y = 1.0 + power * y / 7.0
    y = 1.0 + power * y / 6.0
    y = 1.0 + power * y / 5.0
    y = 1.0 + power * y / 4.0
    y = 1.0 + power * y / 3.0
    y = 1.0 + power * y / 2.0
    return 1.0 + power * y


@jit
def ln_near_1(value: Any) -> Any:
    """Return ln x for √½ ≤ x ≤ √2: 2 artanh s with s = (x - 1) / (x + 1), up to s^21."""
    s = (value - 1.0) / (value + 1.0)
    z = s * s
    y = 1.0 / 19.0 + z / 21.0
    y = 1.0 / 17.0 + z * y
    y = 1.0 / 15.0 + z * y
    y = 1.0 / 13.0 + z * y
    y = 1.0 / 11.0 + z * y
    y = 1.0 / 9.0 + z * y
    y = 1.0 / 7.0 + z * y
    y = 1.0 / 5.0 + z * y
    y = 1.0 / 3.0 + z * y
    return 2.0 * s + 2.0 * s * (z * y)


def exp_each(values: Floats) -> Floats:
    """Return e^x of each number."""
    x = np.maximum(-EXP_LIMIT, np.minimum(EXP_LIMIT, values))
    n = np.trunc(x / LN_2 + np.where(x >= 0.0, 0.5, -0.5))
    y = exp_near_0((x - n * LN_2_HIGH) - n * LN_2_LOW)
    return np.asarray(np.ldexp(y, n.astype(np.int64)))


def ln_each(values: Floats) -> Floats:
    """Return the natural logarithm of each number, all of them positive."""
    m, n = np.frexp(values)  # m from 0.5 to 1
    is_small = m < 0.7071067811865476
    m, n = np.where(is_small, 2.0 * m, m), np.where(is_small, n - 1, n)
    return np.asarray(n * LN_2_HIGH + (ln_near_1(m) + n * LN_2_LOW))

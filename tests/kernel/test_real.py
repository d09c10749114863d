"""Exponentials and logarithms of fixed bits: against correctly rounded decimals, in every form."""

from collections.abc import Callable
from decimal import Decimal, localcontext
from random import Random

import numpy as np
import pytest

from mazziere.kernel import real
from mazziere.kernel.jit import Linker

RANDOM = Random(1)
EXPONENTS = [RANDOM.uniform(-40, 40) for _ in range(2000)] + [0.0, -0.0, 1.0, 40.0, -40.0, 1e-20]
NUMBERS = [
    *(RANDOM.uniform(0, 2) for _ in range(1000)),
    *(1 + RANDOM.uniform(-1e-6, 1e-6) for _ in range(300)),
    *(10 ** RANDOM.uniform(-30, 30) for _ in range(500)),
    *map(float, range(1, 700)),
]


def exactly(function: Callable[[Decimal], Decimal], value: float) -> Decimal:
    with localcontext() as context:
        context.prec = 40
        return function(Decimal(value))


def test_exp_is_accurate() -> None:
    for x in EXPONENTS:
        wanted = exactly(Decimal.exp, x)
        assert abs(Decimal(real.exp(x)) / wanted - 1) < Decimal("1e-15")
    assert real.exp(0.0) == 1


def test_beyond_its_limit_exp_stays() -> None:
    assert real.exp(1e300) == real.exp(real.EXP_LIMIT) > 1e17
    assert real.exp(-1e300) == real.exp(-real.EXP_LIMIT) < 1e-17


def test_ln_is_accurate() -> None:
    for x in NUMBERS:
        wanted = exactly(Decimal.ln, x)
        assert abs(Decimal(real.ln(x)) - wanted) < Decimal("3e-16") * max(Decimal(1), abs(wanted))
    assert real.ln(1.0) == 0
    assert (real.ln(2.0), real.ln(10.0)) == (real.LN_2, real.LN_10)


def test_log2_is_accurate_and_exact_for_powers() -> None:
    for n in range(-60, 61):
        assert real.log2(2.0**n) == n
    with localcontext() as context:
        context.prec = 40
        for x in NUMBERS:
            wanted = Decimal(x).ln() / Decimal(2).ln()
            assert abs(Decimal(real.log2(x)) - wanted) < Decimal("3e-16") * max(
                Decimal(1), abs(wanted)
            )


def test_arrays_have_the_same_bits() -> None:
    assert real.exp_each(np.array(EXPONENTS)).tolist() == [real.exp(x) for x in EXPONENTS]
    assert real.ln_each(np.array(NUMBERS)).tolist() == [real.ln(x) for x in NUMBERS]
    assert real.exp_each(np.array([-1e300, 1e300])).tolist() == [real.exp(-40), real.exp(40)]


@pytest.mark.slow
def test_compiled_code_has_the_same_bits() -> None:
    compiled = Linker("compiled", "test", {})
    for function, values in ((real.exp, EXPONENTS), (real.ln, NUMBERS), (real.log2, NUMBERS)):
        fast = compiled.entry(function)
        assert [fast(x) for x in values] == [function(x) for x in values]

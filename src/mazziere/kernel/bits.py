"""Sets of up to 62 small numbers as the bits of an integer."""

from mazziere.kernel.jit import jit, native


@native("lowest")
def lowest(bits: int) -> int:
    """Return the lowest member of a set that is not empty."""
    return (bits & -bits).bit_length() - 1


@native("count")
def count(bits: int) -> int:
    """Return how many members a set has."""
    return bits.bit_count()


@jit
def nth(bits: int, rank: int) -> int:
    """Return the member that has `rank` smaller ones."""
    while rank > 0:
        bits &= bits - 1
        rank -= 1
    return lowest(bits)

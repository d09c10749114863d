"""Two machine instructions that Numba has no name for."""

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic


@intrinsic
def lowest(typing_context: Any, bits: Any) -> Any:
    """Count trailing zeros."""

    def build(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), build


@intrinsic
def count(typing_context: Any, bits: Any) -> Any:
    """Count the bits that are set."""

    def build(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), build

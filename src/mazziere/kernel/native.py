"""Machine instructions that Numba has no name for, and a generator on 32-bit words."""

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

_WORD, _FIELD = ir.IntType(32), ir.IntType(64)


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


@intrinsic
def next_word(typing_context: Any, rng: Any) -> Any:
    """Advance a generator, as `kernel.rng.next_word` does with masks."""

    def build(_context: Any, builder: Any, signature: Any, args: Any) -> Any:
        offset = signature.args[0].offset("word")
        first = cgutils.get_record_member(builder, args[0], offset, _FIELD)
        fields = [builder.gep(first, [ir.Constant(_WORD, i)]) for i in range(4)]
        result, *words = _advanced(builder, [builder.load(field) for field in fields])
        for field, word in zip(fields, words, strict=True):
            builder.store(word, field)
        return result

    return types.int64(rng), build


@intrinsic
def next_state(typing_context: Any, first: Any, second: Any, third: Any, fourth: Any) -> Any:
    """Compute a number and the next state, as `kernel.rng.next_state` does with masks."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return context.make_tuple(builder, signature.return_type, _advanced(builder, args))

    return types.UniTuple(types.int64, 5)(*[types.int64] * 4), build


def _advanced(builder: Any, words: Any) -> list[Any]:
    """Emit one step of xoshiro128++; return the number and the next four words."""
    a, b, c, d = (builder.trunc(word, _WORD) for word in words)
    result = builder.add(_rotated(builder, builder.add(a, d), 7), a)
    shifted = builder.shl(b, ir.Constant(_WORD, 9))
    c = builder.xor(c, a)
    d = builder.xor(d, b)
    b = builder.xor(b, c)
    a = builder.xor(a, d)
    c = builder.xor(c, shifted)
    return [builder.zext(word, _FIELD) for word in (result, a, b, c, _rotated(builder, d, 11))]


def _rotated(builder: Any, word: Any, bits: int) -> Any:
    left = builder.shl(word, ir.Constant(_WORD, bits))
    return builder.or_(left, builder.lshr(word, ir.Constant(_WORD, 32 - bits)))

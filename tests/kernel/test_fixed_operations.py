"""Matches and measurements use only operations that give the same bits on every machine.

IEEE 754 fixes +, −, ×, ÷ and √. Everything else that makes floats is searched for in the sources: a
new use fails here until it is replaced (`kernel.real`, `math.fsum`) or listed with its reason.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import mazziere
from mazziere.kernel.jit import jit

SOURCES = Path(mazziere.__file__).parent
PARTS = ("kernel", "games", "bots", "lab")
FIXED_IN_MATH = {
    "ceil", "comb", "factorial", "floor", "fsum", "inf", "lcm", "nextafter", "pi", "sqrt",
}  # fmt: skip
LOOSE_IN_NUMPY = {
    "exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "logaddexp", "power", "float_power",
    "sin", "cos", "tan", "tanh", "hypot", "cbrt", "dot", "vdot", "inner", "matmul", "einsum",
    "tensordot", "linalg", "mean", "average", "std", "var", "fft", "convolve", "trapezoid",
}  # fmt: skip
EXCEPTIONS = {
    # Only whole numbers:
    ("games/yooloo/solved/stacks.py", "@"): "the signs of cards times their points",
    ("games/yooloo/solved/solution.py", ".sum"): "counts of games",
    ("lab/arena.py", ".sum"): "counts, and scores as floats",
    ("lab/bench.py", ".sum"): "moves",
    ("lab/sim.py", ".sum"): "moves and scores",
    # Only a first approximation; `games.yooloo.solved.exact` computes the stored digits:
    ("games/yooloo/solved/many.py", "@"): "limits of linear programs",
    ("games/yooloo/solved/many.py", "np.linalg"): "steps of Newton's method",
    ("games/yooloo/solved/many.py", ".sum"): "scales them; counts",
    ("games/yooloo/solved/programs.py", "scipy"): "linear programs and assignments",
    # Rounded to digits that are certain:
    ("games/yooloo/solved/stacks.py", ".sum"): "weights, and how likely results are",
    ("lab/student.py", "math.atan"): "Student's quantiles",
}


def uses(tree: ast.AST) -> Iterator[str]:
    """Name each operation whose last bit is not fixed."""
    for node in ast.walk(tree):
        match node:
            case ast.BinOp(op=ast.MatMult()):
                yield "@"
            case ast.BinOp(op=ast.Pow(), left=left, right=right):
                if not (is_whole(left) and is_whole(right)):
                    yield "**"
            case ast.AugAssign(op=ast.Pow() | ast.MatMult()):
                yield "** or @"
            case ast.Attribute(value=ast.Name(id="math"), attr=name):
                if name not in FIXED_IN_MATH:
                    yield f"math.{name}"
            case ast.Attribute(value=ast.Name(id="np"), attr=name):
                if name in LOOSE_IN_NUMPY:
                    yield f"np.{name}"
            case ast.Attribute(attr="sum" | "mean" | "std" | "var" | "dot" as name):
                yield f".{name}"
            case ast.ImportFrom(module="math", names=names):
                yield from (f"math.{name.name}" for name in names if name.name not in FIXED_IN_MATH)
            case ast.ImportFrom(module=str(module)) if module.startswith("scipy"):
                yield "scipy"
            case ast.keyword(arg="fastmath"):
                yield "fastmath"
            case ast.Call(func=ast.Name(id="pow")):
                yield "pow"


def is_whole(node: ast.expr) -> bool:
    """Return whether an operand is surely a whole number."""
    match node:
        case ast.Constant(value=int()):
            return True
        case ast.Call(func=ast.Name(id="comb")):
            return True
        case ast.Name(id="length"):  # of a word of cards
            return True
    return False


def test_nothing_else_makes_floats() -> None:
    found = set()
    for part in PARTS:
        for path in sorted((SOURCES / part).rglob("*.py")):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            found |= {(path.relative_to(SOURCES).as_posix(), use) for use in uses(tree)}
    assert found == EXCEPTIONS.keys()


def test_marked_code_has_no_exceptions() -> None:
    marked = 0
    for part in PARTS:
        for path in sorted((SOURCES / part).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.FunctionDef) and any(
                    isinstance(mark, ast.Name) and mark.id in (jit.__name__, "glue")
                    for mark in node.decorator_list
                ):
                    marked += 1
                    assert list(uses(node)) == [], f"{path.name}: {node.name}"
    assert marked > 400


def test_planted_uses_are_found() -> None:
    planted = """
import math
from math import exp, sqrt
from scipy.special import stdtrit
x = math.log(2) + math.sqrt(2) + np.exp(1) + (a @ b) + y ** 2 + 2 ** 10 + z.mean()
f = njit(fastmath=True)
"""
    assert sorted(uses(ast.parse(planted))) == [
        "**", ".mean", "@", "fastmath", "math.exp", "math.log", "np.exp", "scipy",
    ]  # fmt: skip

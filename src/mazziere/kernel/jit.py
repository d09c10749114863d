"""Marking functions for compilation, and linking them plain or compiled.

`jit` only marks. A game is *linked* when it is built: every marked function is copied into a
namespace of its own in which the names of other marked functions mean the linked copies. So the
same source runs as machine code and line by line, and one process can hold both. Two rules for
marked code follow: call other marked functions by their bare names, and keep no closures.
"""

from collections.abc import Callable, Mapping
from importlib import import_module
from types import FunctionType
from typing import Any, Literal, TypeVar, cast

import numpy as np

Mode = Literal["plain", "compiled", "checked"]
"""Line by line; machine code; machine code with bounds checks."""

Function = TypeVar("Function", bound=Callable[..., Any])

_MARK = "__mazziere__"
_JIT, _GLUE, _HOOK = "jit", "glue", "hook"
_HOT = ("actors", "legal", "below", "next_word")  # called in every step: inlined by LLVM


def jit(function: Function) -> Function:
    """Mark a function as part of the compiled engine."""
    setattr(function, _MARK, _JIT)
    return function


def glue(function: Function) -> Function:
    """Mark a function with one caller, to be copied into it: one less to compile on its own."""
    setattr(function, _MARK, _GLUE)
    return function


def hook(function: Function) -> Function:
    """Mark a name that linking replaces by the game's own function."""
    setattr(function, _MARK, _HOOK)
    return function


def native(name: str) -> Callable[[Function], Function]:
    """Mark a function that has a machine instruction of its own in `kernel.native`."""

    def mark(function: Function) -> Function:
        setattr(function, _MARK, name)
        return function

    return mark


class Table(tuple[int, ...]):
    """A constant table of numbers: an array in compiled code."""


class Linker:
    """Links marked functions in one mode, with the hooks bound to one game's functions."""

    def __init__(self, mode: Mode, owner: str, hooks: Mapping[str, Callable[..., Any]]) -> None:
        self._mode = mode
        self._owner = owner
        self._hooks = hooks
        self._linked: dict[tuple[Callable[..., Any], bool], Callable[..., Any]] = {}

    def entry(self, function: Function) -> Function:
        """Return the linked copy of a marked function that Python calls."""
        return cast(Function, self._link(function, is_entry=True))

    def _link(self, function: Callable[..., Any], is_entry: bool) -> Callable[..., Any]:
        key = function, is_entry
        if key not in self._linked:
            self._copy(function, is_entry)
        return self._linked[key]

    def _copy(self, function: Callable[..., Any], is_entry: bool) -> None:
        key = function, is_entry
        mark = getattr(function, _MARK)
        if mark == _HOOK:
            self._linked[key] = self._link(self._hooks[function.__name__], is_entry)
            return
        if mark not in (_JIT, _GLUE) and self._mode != "plain":
            self._linked[key] = getattr(import_module("mazziere.kernel.native"), mark)
            return
        source = cast(FunctionType, function)
        namespace = dict(source.__globals__)
        copy = FunctionType(source.__code__, namespace, source.__name__, source.__defaults__)
        copy.__module__ = source.__module__
        copy.__qualname__ = f"{self._mode}.{self._owner}.{source.__qualname__}"  # in the cache
        self._linked[key] = self._built(copy, is_entry, is_glue=mark == _GLUE)
        for name in source.__code__.co_names:
            value = namespace.get(name)
            if callable(value) and hasattr(value, _MARK):
                namespace[name] = self._link(value, is_entry=False)
            elif isinstance(value, Table) and self._mode != "plain":
                namespace[name] = np.array(value, np.int64)

    def _built(self, copy: FunctionType, is_entry: bool, is_glue: bool) -> Callable[..., Any]:
        """Wrap for compilation at the first call; only entries are cached and callable."""
        if self._mode == "plain":
            return copy
        from numba import njit

        compiler: Any = njit  # its stubs do not know all options
        options: dict[str, Any] = {
            "nogil": True,
            "boundscheck": self._mode == "checked",
            "_nrt": False,  # records are borrowed: no counting of references
        }
        if is_entry:
            dispatcher = compiler(cache=True, **options)(copy)
        else:
            if is_glue:
                options["inline"] = "always"
            if copy.__name__ in _HOT:
                options["forceinline"] = True
            dispatcher = compiler(no_cpython_wrapper=True, no_cfunc_wrapper=True, **options)(copy)
            _widen(dispatcher)
        return cast(Callable[..., Any], dispatcher)


def _widen(dispatcher: Any) -> None:
    """Compile a function once for all kinds of integers: callers convert to 64 bits."""
    from numba import types

    inherited = dispatcher.get_call_template

    def get_call_template(args: Any, kws: Any) -> Any:
        wide = tuple(types.int64 if isinstance(arg, types.Integer) else arg for arg in args)
        return inherited(wide, kws)

    dispatcher.get_call_template = get_call_template

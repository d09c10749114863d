"""Marking functions for compilation, and linking them plain or compiled.

`jit` only marks. A game is *linked* when its engine is built: every marked function is copied into
a namespace of its own, in which the names of other marked functions refer to the linked copies. So
the same source runs as machine code and line by line, and one process can hold both. Two rules
follow for marked code: call other marked functions by their bare names, and use no closures.
"""

from collections.abc import Callable, Mapping
from importlib import import_module
from types import FunctionType
from typing import Any, Concatenate, Literal, ParamSpec, TypeVar, cast

import numpy as np

from mazziere.kernel.progress import count_linked

Mode = Literal["plain", "compiled", "checked"]
"""Python; machine code; machine code with bounds checks."""

Function = TypeVar("Function", bound=Callable[..., Any])
P = ParamSpec("P")
T = TypeVar("T")

_MARK = "__mazziere__"
_JIT, _GLUE, _HOOK = "jit", "glue", "hook"
_HOT = ("actors", "legal", "below", "draw_member")  # inlined: called in every step


def jit(function: Function) -> Function:
    """Mark a function as part of the compiled engine."""
    setattr(function, _MARK, _JIT)
    return function


def glue(function: Function) -> Function:
    """Mark a function with one caller, to be inlined there: it is not compiled on its own."""
    setattr(function, _MARK, _GLUE)
    return function


def hook(method: Callable[Concatenate[Any, P], T]) -> Callable[P, T]:
    """Return a placeholder for a function of a protocol; linking binds it to the game's own."""

    def placeholder(*args: P.args, **kwargs: P.kwargs) -> T:
        raise TypeError(f"{method.__name__} is called before linking")

    placeholder.__name__ = method.__name__
    setattr(placeholder, _MARK, _HOOK)
    return placeholder


def native(name: str) -> Callable[[Function], Function]:
    """Mark a function that `kernel.native` replaces by a machine instruction."""

    def mark(function: Function) -> Function:
        setattr(function, _MARK, name)
        return function

    return mark


class ConstantTable(tuple[int, ...]):
    """A constant table of integers: an array in compiled code."""


class Switch(int):
    """A constant 1; code that is linked without it has 0 instead, and loses the branches."""


VIEWS = Switch(1)
"""Whether views are needed; a playout that returns only results tracks no knowledge."""


class Linker:
    """Links marked functions in one mode, with the hooks bound to one game's functions.

    Hooks that `parent` binds are taken from it, so that both linkers compile them only once. The
    switch `without` is 0 here; functions that do not depend on it are the parent's, too.
    """

    def __init__(
        self,
        mode: Mode,
        owner: str,
        hooks: Mapping[str, Callable[..., Any]],
        parent: "Linker | None" = None,
        without: Switch | None = None,
    ) -> None:
        self._mode = mode
        self._without = without
        self._owner = owner
        self._hooks = hooks
        self._parent = parent
        self._linked: dict[tuple[Callable[..., Any], bool], Callable[..., Any]] = {}

    def entry(self, function: Function) -> Function:
        """Return the linked copy of a marked function that Python calls."""
        return cast(Function, self._link(function, is_entry=True))

    def _link(self, function: Callable[..., Any], is_entry: bool) -> Callable[..., Any]:
        key = function, is_entry
        if key not in self._linked:
            parent = self._parent if self._without is not None else None
            if parent is not None and not self._depends_on_switch(function, set()):
                return parent._link(function, is_entry)
            self._copy(function, is_entry)
        return self._linked[key]

    def _depends_on_switch(
        self, function: Callable[..., Any], seen: set[Callable[..., Any]]
    ) -> bool:
        """Tell whether a function, or one that it calls, reads a switch that is off."""
        if getattr(function, _MARK) == _HOOK:
            function = self._hooks[function.__name__]
        if function in seen:
            return False
        seen.add(function)
        source = cast(FunctionType, function)
        values = [source.__globals__.get(name) for name in source.__code__.co_names]
        return any(value is self._without for value in values) or any(
            self._depends_on_switch(value, seen)
            for value in values
            if callable(value) and hasattr(value, _MARK)
        )

    def _copy(self, function: Callable[..., Any], is_entry: bool) -> None:
        key = function, is_entry
        mark = getattr(function, _MARK)
        if mark == _HOOK:
            self._linked[key] = self._bound(function.__name__, is_entry)
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
            elif isinstance(value, ConstantTable) and self._mode != "plain":
                namespace[name] = np.array(value, np.int64)
            elif isinstance(value, Switch):
                namespace[name] = 0 if value is self._without else 1

    def _bound(self, hook: str, is_entry: bool) -> Callable[..., Any]:
        """Link the function that a hook is bound to, here or in the parent."""
        if hook not in self._hooks and self._parent is not None:
            return self._parent._bound(hook, is_entry)
        return self._link(self._hooks[hook], is_entry)

    def _built(self, copy: FunctionType, is_entry: bool, is_glue: bool) -> Callable[..., Any]:
        """Wrap a copy for compilation at its first call; Python can call entries only."""
        if self._mode == "plain":
            return copy
        from numba import njit

        from mazziere.kernel.compilers import EntryCompiler, InnerCompiler

        count_linked()
        compiler: Any = njit  # its stubs do not know all options
        options: dict[str, Any] = {
            "nogil": True,
            "boundscheck": self._mode == "checked",
            "_nrt": False,  # records are borrowed: no counting of references
        }
        if is_entry:
            dispatcher = compiler(cache=True, pipeline_class=EntryCompiler, **options)(copy)
        else:
            if is_glue:
                options["inline"] = "always"
            if copy.__name__ in _HOT:
                options["forceinline"] = True
            options |= {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
            dispatcher = compiler(pipeline_class=InnerCompiler, **options)(copy)
            _widen(dispatcher)
        return cast(Callable[..., Any], dispatcher)


def _widen(dispatcher: Any) -> None:
    """Compile a function once for all integer types: callers convert to 64 bits."""
    from numba import types

    inherited = dispatcher.get_call_template

    def get_call_template(args: Any, kws: Any) -> Any:
        wide = tuple(types.int64 if isinstance(arg, types.Integer) else arg for arg in args)
        return inherited(wide, kws)

    dispatcher.get_call_template = get_call_template

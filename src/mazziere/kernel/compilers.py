"""Two variants of Numba's compiler that do less work.

Numba optimizes every function with all the functions it calls, and generates machine code for each.
Most functions here are called by compiled code only. The functions that Python calls link copies of
them, so these copies are optimized again and the machine code of the originals is never used.

- *Inner* functions are therefore neither optimized nor turned into machine code on their own.
- *Entries*, which Python calls, are optimized once. Numba's extra pass before that removes
  reference counts, and our code has none.
- *Calls* leave the memory for the result as it is. Numba clears it at the start of the caller, once
  for each call in its source: a function with many branches clears much more than it uses.

This takes two thirds of the default time; `kernel.frontend` saves a quarter of the rest.
"""

from typing import Any, ClassVar

from llvmlite import ir
from numba.core.callconv import CPUCallConv, excinfo_t
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.cpu import CPUContext

from mazziere.kernel.frontend import Typing, all_passes


class _EntryLibrary(JITCodeLibrary):
    """A library that Python calls."""

    def _optimize_final_module(self) -> None:
        passes, builder = self._codegen._module_pass_manager()
        passes.run(self._final_module, builder)


class _NoEnvironment:
    """The part of Numba's code generator that a library without machine code must not reach."""

    def set_env(self, name: str, environment: Any) -> None:
        """Set nothing: there is no address to set."""


class _InnerLibrary(JITCodeLibrary):
    """A library that other libraries link, and that nobody calls."""

    codegen = _NoEnvironment()

    def _optimize_final_module(self) -> None:
        """Do nothing: the entry optimizes its copy."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """Return 0: the function has no address."""
        self._ensure_finalized()
        return 0


def _slot(builder: Any, kind: Any) -> Any:
    """Allocate memory on the stack of the current function, without clearing it."""
    with builder.goto_entry_block():
        return builder.alloca(kind)


class _CallConvention(CPUCallConv):
    """Numba's calls, without clearing the memory for results and errors.

    The callee writes the result, or else an error; the caller reads only what was written.
    """

    def call_function(
        self, builder: Any, callee: Any, resty: Any, argtys: Any, args: Any, attrs: Any = None
    ) -> Any:
        """Emit a call; return its status and its result."""
        result = _slot(builder, self.get_return_type(resty).pointee)
        error = _slot(builder, ir.PointerType(excinfo_t))
        given = self._get_arg_packer(argtys).as_arguments(builder, args)
        code = builder.call(callee, [result, error, *given], attrs=tuple(attrs or ()))
        status = self._get_return_status(builder, code, builder.load(error))
        value = self.context.get_returned_value(builder, resty, builder.load(result))
        return status, value


class _Context(CPUContext):
    """Numba's code generation with these calls."""

    @property
    def call_conv(self) -> Any:
        return _CallConvention(self)


class EntryCompiler(Compiler):
    """Numba's compiler, for functions that Python calls."""

    library: ClassVar[type[JITCodeLibrary]] = _EntryLibrary

    def define_pipelines(self) -> list[Any]:
        """Return the passes, and give them a library of this kind."""
        state = self.state
        state.targetctx = _like(_Context, state.targetctx)
        state.typingctx = _like(Typing, state.typingctx)
        if state.library is None:
            library = self.library(state.targetctx.codegen(), state.func_id.func_qualname)
            library.enable_object_caching()
            state.library = library
        return [all_passes(state)]


_contexts: dict[Any, Any] = {}


def _like(kind: Any, context: Any) -> Any:
    """Return the one context of this kind that shares all values with a context of Numba."""
    key = kind, id(context)
    if key not in _contexts:
        made = object.__new__(kind)
        made.__dict__ = vars(context)
        _contexts[key] = made
    return context if isinstance(context, kind) else _contexts[key]


class InnerCompiler(EntryCompiler):
    """Numba's compiler, for functions that only compiled code calls."""

    library = _InnerLibrary

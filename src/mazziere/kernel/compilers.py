"""Two variants of Numba's compiler that do less work for the same machine code.

Numba optimizes every function with all the functions it calls, and generates machine code for each.
Most functions here are called by compiled code only. The functions that Python calls link copies of
them, so these copies are optimized again and the machine code of the originals is never used.

- *Inner* functions are therefore neither optimized nor turned into machine code on their own.
- *Entries*, which Python calls, are optimized once. Numba's extra pass before that removes
  reference counts, and our code has none.

This takes two thirds of the usual time, and playouts are as fast.
"""

from typing import Any, ClassVar

from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler


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


class EntryCompiler(Compiler):
    """Numba's compiler, for functions that Python calls."""

    library: ClassVar[type[JITCodeLibrary]] = _EntryLibrary

    def define_pipelines(self) -> Any:
        """Give the usual passes a library of this kind."""
        state = self.state
        if state.library is None:
            library = self.library(state.targetctx.codegen(), state.func_id.func_qualname)
            library.enable_object_caching()
            state.library = library
        return super().define_pipelines()


class InnerCompiler(EntryCompiler):
    """Numba's compiler, for functions that only compiled code calls."""

    library = _InnerLibrary

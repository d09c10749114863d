"""A shorter frontend for Numba: the passes that marked code needs, and typing with a memo.

Most of the time of a compilation is spent in Python, before LLVM. Marked code uses few features of
the language, so that much of this work can be left out:

- Passes for closures, `with` blocks, literals, strings and array expressions are not run.
- Numba runs an analysis after each pass. Here it runs once, before the types are inferred.
- Numba copies a function twice before it inlines it. Here every inlined function is read anew and
  belongs to its caller, so that nothing is copied.
- The type of an operation on numbers is looked up once and then remembered. Numba tries every
  definition of an operator again for each use.
"""

from typing import Any, ClassVar

from numba.core import ir, types
from numba.core.compiler import DefaultPassBuilder
from numba.core.compiler_machinery import FunctionPass, PassManager, register_pass
from numba.core.inline_closurecall import InlineWorker
from numba.core.postproc import PostProcessor
from numba.core.typed_passes import (
    DumpParforDiagnostics,
    InlineOverloads,
    NopythonRewrites,
    NoPythonSupportedFeatureValidation,
)
from numba.core.typing.context import Context
from numba.core.untyped_passes import (
    FindLiterallyCalls,
    InlineClosureLikes,
    InlineInlinables,
    LiteralPropagationSubPipelinePass,
    LiteralUnroll,
    MakeFunctionToJitFunction,
    RewriteDynamicRaises,
    RewriteSemanticConstants,
    WithLifting,
)

_UNUSED = (
    DumpParforDiagnostics,
    FindLiterallyCalls,
    InlineClosureLikes,
    InlineOverloads,
    LiteralPropagationSubPipelinePass,
    LiteralUnroll,
    MakeFunctionToJitFunction,
    NoPythonSupportedFeatureValidation,
    NopythonRewrites,
    RewriteDynamicRaises,
    RewriteSemanticConstants,
    WithLifting,
)


class _Passes(PassManager):
    """Passes that run one after the other, without an analysis and events in between."""

    def _runPass(  # noqa: N802
        self, index: int, pss: Any, internal_state: Any
    ) -> None:
        pss.analysis = self._analysis
        pss.run_initialization(internal_state)
        pss.run_pass(internal_state)
        pss.run_finalizer(internal_state)


class _OwnedBlock(ir.Block):
    """A block of a function that is inlined once: its copy is the block itself."""

    def __deepcopy__(self, memo: Any) -> "_OwnedBlock":
        return self


class _Inliner(InlineWorker):
    """Numba's inliner, without copies."""

    def run_untyped_passes(self, func: Any, enable_ssa: bool = False) -> Any:
        self._compiler_pipeline = untyped_passes
        function = super().run_untyped_passes(func, enable_ssa)
        for block in function.blocks.values():
            block.__class__ = _OwnedBlock
        return function


@register_pass(mutates_CFG=True, analysis_only=False)
class _InlineGlue(InlineInlinables):
    """Numba's pass that inlines marked glue, with this inliner."""

    _name = "inline_glue"

    def _do_work(
        self, state: Any, work_list: Any, block: Any, index: int, expr: Any, inline_worker: Any
    ) -> Any:
        inliner = _Inliner(
            state.typingctx, state.targetctx, state.locals, state.pipeline, state.flags, None
        )
        return super()._do_work(state, work_list, block, index, expr, inliner)


@register_pass(mutates_CFG=True, analysis_only=False)
class _Analyse(FunctionPass):
    """The analysis that typing and lowering rely on."""

    _name = "analyse"

    def __init__(self) -> None:
        FunctionPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        PostProcessor(state.func_ir).run()
        return True


def untyped_passes(state: Any, name: str = "untyped") -> PassManager:
    """Return the passes before the types are known."""
    passes = _Passes(name)
    for given, description in DefaultPassBuilder.define_untyped_pipeline(state).passes:
        if given is InlineInlinables:
            passes.add_pass(_InlineGlue, description)
        elif given not in _UNUSED:
            passes.add_pass(given, description)
    passes.finalize()
    return passes


def all_passes(state: Any) -> PassManager:
    """Return all passes from bytecode to machine code."""
    passes = _Passes("nopython")
    passes.passes.extend(untyped_passes(state).passes)
    passes.add_pass(_Analyse, "analyse")
    for build in (
        DefaultPassBuilder.define_typed_pipeline,
        DefaultPassBuilder.define_nopython_lowering_pipeline,
    ):
        kept = [given for given in build(state).passes if given[0] not in _UNUSED]
        passes.passes.extend(kept)
    passes.finalize()
    return passes


class Typing(Context):
    """Numba's typing context, which remembers the types of operations on numbers."""

    _known: ClassVar[dict[Any, Any]] = {}

    def resolve_function_type(self, func: Any, args: Any, kws: Any) -> Any:
        """Return the signature of a call with these types of arguments."""
        if kws or not all(isinstance(arg, types.Number | types.Boolean) for arg in args):
            return super().resolve_function_type(func, args, kws)
        function = self._lookup_global(func) or func
        if type(function) is not types.Function:
            return super().resolve_function_type(func, args, kws)
        key = id(function), tuple(args)
        if key not in self._known:
            self._known[key] = super().resolve_function_type(func, args, kws), function
        return self._known[key][0]

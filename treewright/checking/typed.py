"""The types that Numba infers for a function, without compiling it: every expression, every call."""

import dataclasses
import inspect
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

from numba import from_dtype, types
from numba.core import compiler, ir
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import AnalysisPass, register_pass
from numba.core.dispatcher import Dispatcher
from numba.core.registry import cpu_target
from numba.core.typed_passes import NopythonTypeInference

from treewright.checking import places
from treewright.core.component import VerbType
from treewright.core.game import Game
from treewright.core.stream import Stream

Finished: Any = vars(compiler)["_EarlyPipelineCompletion"]


@dataclasses.dataclass(frozen=True)
class Typed:
    """A function as Numba understands it for some types of arguments."""

    function: Callable[..., Any]
    body: Any
    """Numba's intermediate form of it."""
    types: dict[str, Any]
    calls: dict[Any, Any]
    returns: Any

    def statements(self) -> Iterator[Any]:
        for block in self.body.blocks.values():
            yield from block.body

    def type_of(self, variable: Any) -> Any:
        return self.types.get(variable.name)

    def definition(self, variable: Any) -> Any:
        """What a variable is assigned, if that is one thing."""
        try:
            return self.body.get_definition(variable)
        except KeyError:
            return None

    def place(self, location: Any) -> str:
        return places.shown(location.filename, location.line)


@register_pass(mutates_CFG=False, analysis_only=True)
class _Stop(AnalysisPass):  # type: ignore[misc]
    _name = "treewright_typed"

    def __init__(self) -> None:
        AnalysisPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        raise Finished(state)


class _UpToTypes(CompilerBase):  # type: ignore[misc]
    """Numba's own passes, as far as the types."""

    def define_pipelines(self) -> list[Any]:
        passes = DefaultPassBuilder.define_untyped_pipeline(self.state, "nopython")
        passes.add_pass(NopythonTypeInference, "nopython frontend")
        passes.add_pass(_Stop, "types are known")
        passes.finalize()
        return [passes]


@lru_cache(64)
def typed(function: Callable[..., Any], arguments: tuple[Any, ...]) -> Typed:
    """The types in a plain function for these types of arguments."""
    flags = compiler.Flags()
    cpu_target.options.parse_as_flags(flags, {"nopython": True, "nogil": True})
    state = compiler.compile_extra(cpu_target.typing_context, cpu_target.target_context, function, arguments, None,
                                   flags, {}, pipeline_class=_UpToTypes)
    return Typed(function, state.func_ir, dict(state.typemap), dict(state.calltypes), state.return_type)


def in_reach(function: Callable[..., Any], arguments: tuple[Any, ...]) -> Iterator[Typed]:
    """A function and the rules' own functions that it calls, however deep, each with the types it is called with."""
    pending, met = [(function, arguments)], set()
    while pending:
        one = pending.pop()
        if one in met or places.is_foreign(one[0].__code__.co_filename):
            continue
        met.add(one)
        known = typed(*one)
        yield known
        pending.extend(_called(known))


def _called(known: Typed) -> Iterator[tuple[Callable[..., Any], tuple[Any, ...]]]:
    for statement in known.statements():
        call = statement.value if isinstance(statement, ir.Assign) else None
        if not isinstance(call, ir.Expr) or call.op != "call" or known.calls.get(call) is None:
            continue
        called, arguments = known.type_of(call.func), tuple(known.calls[call].args)
        if isinstance(called, VerbType):
            yield called.function.py_func, (called.this, *arguments)
        elif isinstance(called, types.Dispatcher) and isinstance(called.dispatcher, Dispatcher):
            yield called.dispatcher.py_func, arguments
        elif isinstance(called, types.Function) and inspect.isfunction(called.typing_key):
            yield called.typing_key, arguments


def verb_types(game: Game) -> dict[str, tuple[Any, ...]]:
    """The types that each verb of the contract is called with in a search."""
    this, state, number = game._numba_type_, from_dtype(game.state), types.int64
    actions, odds = types.Array(types.int32, 1, "C"), types.Array(types.float64, 1, "C")
    states, rng = types.Array(state, 1, "C"), Stream(0)._numba_type_
    after = {"start": (state, rng), "legal": (state, actions), "play": (state, number),
             "outcomes": (state, actions, odds), "any_action": (state, actions, rng), "copy": (states, number, state),
             "wins": (state, number), "key": (state,), "observe": (state, number, state),
             "planes": (state, number, types.Array(types.float32, 3, "C"))}
    return {verb: (this, *rest) for verb, rest in after.items()}

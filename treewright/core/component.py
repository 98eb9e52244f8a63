"""Components: plain Python classes whose methods run natively inside the search loop.

A component is a class with annotated fields (numbers, arrays, other components), plain class constants, and
methods. Those methods that its kind declares, and those marked `@verb`, are its *verbs*: Numba compiles them, each
with its own entry in the cache, specialised on the class of every component they are given. So nothing is
dispatched at run time, constants are folded, and a default verb that does nothing costs nothing.

    fields      numbers travel by value (a verb cannot change them), arrays by reference (it can)
    constants   class attributes that are numbers; part of the compiled code
    the rest    strings, methods that are no verbs: plain Python, unseen by compiled code
"""

import ast
import copy
import dataclasses
import hashlib
import importlib
import inspect
import json
import re
import textwrap
import types as python_types
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any, ClassVar, TypeVar, dataclass_transform

import numpy as np
from numba import typeof, types
from numba.core import cgutils, typing
from numba.core.datamodel.registry import register_default
from numba.core.dispatcher import Dispatcher
from numba.core.imputils import impl_ret_borrowed
from numba.core.typing.templates import AttributeTemplate
from numba.extending import NativeValue, infer_getattr, lower_getattr_generic, models, register_model, unbox

from treewright.core import sources
from treewright.core.compiling import dispatcher, widened
from treewright.core.errors import Refused, nearest

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")
NUMBERS = (bool, int, float)


def verb(method: F) -> F:
    """Mark a method of a component as compiled, so that its verbs may call it."""
    method.__is_verb__ = True  # type: ignore[attr-defined]
    return method


def declares(cls: type[T]) -> type[T]:
    """Mark a class as a kind of component: its public methods are the verbs of that kind, with these parameters."""
    own = {name: method for name, method in vars(cls).items()
           if inspect.isfunction(method) and not name.startswith("_") and name not in PYTHON_ONLY}
    cls.__declared__ = {**_declared(cls), **own}  # type: ignore[attr-defined]
    _compile_verbs(cls)
    return cls


def _declared(cls: type) -> dict[str, Callable[..., Any]]:
    """The verbs of every kind that the class is of."""
    return {
        name: method for base in reversed(cls.__mro__) for name, method in vars(base).get("__declared__", {}).items()
    }


def python_only(method: F) -> F:
    """Mark a method of a kind as plain Python: it is no verb and is never compiled."""
    PYTHON_ONLY.add(method.__name__)
    return method


PYTHON_ONLY: set[str] = set()


@dataclass_transform(field_specifiers=(dataclasses.field,))
class Component:
    """The base of everything that takes part in a search."""

    __fields__: ClassVar[tuple[str, ...]] = ()
    __facts__: ClassVar[tuple[str, ...]] = ()
    """Names that are constants of the class, or fields where an instance sets its own."""
    __makes_itself__: ClassVar[bool] = False
    """Has this class, or one that it extends, an `__init__` written by hand?"""
    __verbs__: ClassVar[dict[str, Any]] = {}
    __declared__: ClassVar[dict[str, Callable[..., Any]]] = {}

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.__makes_itself__ = cls.__makes_itself__ or "__init__" in vars(cls)
        dataclasses.dataclass(eq=False, repr=False, init=not cls.__makes_itself__)(cls)
        cls.__fields__ = tuple(field.name for field in dataclasses.fields(cls))  # type: ignore[arg-type]
        _refuse_other_parameters(cls)
        _refuse_assigned_numbers(cls)
        _compile_verbs(cls)

    def __post_init__(self) -> None:
        """Numbers take the type that the class declares for them (a count given as 3 for a float becomes 3.0)."""
        for field in dataclasses.fields(self):  # type: ignore[arg-type]
            value = self.__dict__.get(field.name)
            wanted = (
                field.type
                if isinstance(field.type, type)
                else {"float": float, "int": int, "bool": bool}.get(str(field.type))
            )
            if wanted is float and isinstance(value, int | np.integer | np.floating) and not isinstance(value, bool):
                setattr(self, field.name, float(value))
            elif wanted in NUMBERS and value is not None and not isinstance(value, wanted):
                if wanted is int and isinstance(value, np.integer):
                    setattr(self, field.name, int(value))
                    continue
                raise Refused(f"{type(self).__name__}: {field.name} must be {_article(wanted)}, not {value!r}")

    def __setattr__(self, name: str, value: Any) -> None:
        cls = type(self)
        if name not in cls.__fields__ + cls.__facts__ and isinstance(getattr(cls, name, None), NUMBERS):
            raise Refused(f"{cls.__name__}.{name} is a constant of the class, folded into compiled code; "
                          f"annotate it ({name}: {type(value).__name__}) to make it a field")
        self.__dict__.pop("_numba_type_", None)
        object.__setattr__(self, name, value)

    @cached_property
    def _numba_type_(self) -> "ComponentType":
        """Numba asks for this at every call, twice; working it out takes a while, so it is kept until a field
        changes."""
        cls = type(self)
        own_facts = tuple(name for name in cls.__facts__ if name in self.__dict__)
        values = ((name, getattr(self, name, None)) for name in cls.__fields__ + own_facts)
        fields = tuple(
            (name, typeof(value)) for name, value in values if value is not None and not isinstance(value, str)
        )
        return ComponentType(cls.__module__, cls.__qualname__, fingerprint(cls), fields)

    @property
    def name(self) -> str:
        """How the class is called in expressions: `connect_four` for ConnectFour, `kayles.py:Kayles` for a user's
        own."""
        spelt = vars(type(self)).get("__spelt__")
        return str(spelt) if spelt else snake(type(self).__name__)

    def __str__(self) -> str:
        """The component as an expression: its name, and the parameters that are not what they are by default."""
        made = {field.name: field.default_factory for field in dataclasses.fields(self)  # type: ignore[arg-type]
                if field.default_factory is not dataclasses.MISSING}
        given = []
        for name, parameter in inspect.signature(type(self)).parameters.items():
            default = made[name]() if name in made else parameter.default
            value = getattr(self, name, default)
            if not _alike(value, default):
                given.append(f"{name}={spell(value)}")
        return f"{self.name}({', '.join(given)})" if given else self.name

    __repr__ = __str__

    def __deepcopy__(self, memo: dict[int, Any]) -> "Component":
        twin = object.__new__(type(self))
        memo[id(self)] = twin
        twin.__dict__.update(
            {name: copy.deepcopy(value, memo) for name, value in self.__dict__.items() if name != "_numba_type_"}
        )
        return twin

    def fit(self, game: Any) -> None:
        """Make the arrays whose sizes depend on the game. Called once on a fresh copy, before the first search."""

    def face(self, game: Any, position: Any, rng: Any) -> None:
        """A search of `position`, an array of one state, is about to begin: fill in what depends on it, forget what
        should not outlast a move. Plain Python, called before every search."""


def snake(name: str) -> str:
    """`connect_four` for ConnectFour, `uct` for UCT."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


def spell(value: Any) -> str:
    """A value as the language of expressions writes it: words bare, other text in quotes."""
    if isinstance(value, str):
        return value if value.isidentifier() else json.dumps(value)
    if isinstance(value, np.ndarray):
        return str(value.tolist())
    return str(value)


def _alike(value: Any, default: Any) -> bool:
    if isinstance(value, Component):
        return type(value) is type(default) and str(value) == str(default)
    if isinstance(value, np.ndarray):
        return isinstance(default, np.ndarray) and np.array_equal(value, default)
    return bool(value == default)


def fitted(parts: T, game: Any) -> T:
    """A copy of some components (what they share stays shared), with every one of them fitted to the game."""
    made = copy.deepcopy(parts, {id(game): game})
    for part in within(made, {id(game)}):
        part.fit(game)
    return made


def facing(parts: Any, game: Any, position: Any, rng: Any) -> None:
    """Tell all components that a search of this position begins."""
    for part in facing_parts(parts, game):
        part.face(game, position, rng)


def facing_parts(parts: Any, game: Any) -> tuple[Component, ...]:
    """Those that do something when they are told so: `within` takes longer than they do."""
    return tuple(part for part in within(parts, {id(game)}) if type(part).face is not Component.face)


def within(parts: Any, met: set[int]) -> Iterator[Component]:
    """Every component of some once, the inner ones first; without those that were `met`."""
    if id(parts) in met:
        return
    met.add(id(parts))
    if isinstance(parts, Component):
        for value in list(parts.__dict__.values()):
            yield from within(value, met)
        yield parts
    elif isinstance(parts, tuple | list):
        for one in parts:
            yield from within(one, met)


# ---------------------------------------------------------------- what Numba knows of a component


class ComponentType(types.Type):  # type: ignore[misc]
    """The compile-time identity of a component: its class, the sources behind it, its fields' types."""

    def __init__(self, module: str, qualname: str, digest: str, fields: tuple[tuple[str, Any], ...]):
        self.module, self.qualname, self.digest, self.fields = module, qualname, digest, fields
        super().__init__(f"{module}.{qualname}@{digest}{fields}")

    @property
    def python_class(self) -> Any:
        found: Any = importlib.import_module(self.module)
        for part in self.qualname.split("."):
            found = getattr(found, part)
        return found

    @property
    def key(self) -> Any:
        return self.name


@register_model(ComponentType)
class _ComponentModel(models.StructModel):  # type: ignore[misc]
    """A struct of the fields. Its arrays are borrowed: the Python object outlives the call, so nobody counts references
    (counting them atomically, at every call of a verb, would take a third of the time of a search)."""

    def __init__(self, manager: Any, component: ComponentType):
        super().__init__(manager, component, list(component.fields))

    def traverse_models(self) -> list[Any]:
        return []

    def traverse_types(self) -> list[Any]:
        return []

    def traverse(self, builder: Any) -> list[Any]:
        return []


class VerbType(types.BoundFunction):  # type: ignore[misc]
    """`component.verb`: a bound function whose implementation is the verb's own compiled function."""

    def __init__(self, this: ComponentType, name: str, function: Dispatcher):
        self.this, self.verb, self.function = this, name, function
        types.Opaque.__init__(self, f"{this.name}.{name}")

    @property
    def key(self) -> Any:
        return self.name

    def copy(self, this: Any) -> "VerbType":
        return VerbType(this, self.verb, self.function)

    def get_call_type(self, context: Any, args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        taken = (self.this, *(widened(arg) for arg in args))
        _, folded = self.function._compiler.fold_argument_types(
            taken, {name: widened(arg) for name, arg in kws.items()}
        )
        self.function.compile(tuple(folded))
        result = self.function.overloads[tuple(folded)].signature.return_type
        return typing.signature(result, *folded[1:], recvr=self.this)

    def get_call_signatures(self) -> Any:
        return self.function.nopython_signatures, True

    def get_impl_key(self, sig: Any) -> Any:
        return self.function.get_overload(sig.as_function().args)


@register_default(VerbType)  # type: ignore[untyped-decorator]
def _verb_model(manager: Any, verb_type: VerbType) -> Any:
    return manager[verb_type.this]


@unbox(ComponentType)  # type: ignore[untyped-decorator]
def _unbox_component(typ: ComponentType, obj: Any, c: Any) -> NativeValue:
    struct = cgutils.create_struct_proxy(typ)(c.context, c.builder)
    taken = []
    for name, field in typ.fields:
        attribute = c.pyapi.object_getattr_string(obj, name)
        native = c.unbox(field, attribute)
        setattr(struct, name, native.value)
        taken.append((field, native))
        c.pyapi.decref(attribute)

    def give_back() -> None:
        for field, native in taken:
            if native.cleanup is not None:
                native.cleanup()
            c.context.nrt.decref(c.builder, field, native.value)

    return NativeValue(
        struct._getvalue(), is_error=cgutils.is_not_null(c.builder, c.pyapi.err_occurred()), cleanup=give_back
    )


@infer_getattr
class _ComponentAttributes(AttributeTemplate):  # type: ignore[misc]
    key = ComponentType

    def generic_resolve(self, typ: ComponentType, attr: str) -> Any:
        fields = dict(typ.fields)
        if attr in fields:
            return fields[attr]
        function = typ.python_class.__verbs__.get(attr)
        if function is not None:
            return VerbType(typ, attr, function)
        constant = getattr(typ.python_class, attr, None)
        return typeof(constant) if isinstance(constant, NUMBERS) else None


@lower_getattr_generic(ComponentType)  # type: ignore[untyped-decorator]
def _lower_getattr(context: Any, builder: Any, typ: ComponentType, value: Any, attr: str) -> Any:
    fields = dict(typ.fields)
    if attr not in fields:
        constant = getattr(typ.python_class, attr)
        return context.get_constant_generic(builder, typeof(constant), constant)
    field = getattr(cgutils.create_struct_proxy(typ)(context, builder, value=value), attr)
    if isinstance(fields[attr], types.Array):
        array = cgutils.create_struct_proxy(fields[attr])(context, builder, value=field)
        array.meminfo = cgutils.get_null_value(array.meminfo.type)
        field = array._getvalue()
    return impl_ret_borrowed(context, builder, fields[attr], field)


# ---------------------------------------------------------------- what is settled when the class is made


def _compile_verbs(cls: type) -> None:
    inherited: dict[str, Any] = {}
    for base in reversed(cls.__mro__[1:]):
        inherited.update(vars(base).get("__verbs__", {}))
    declared = _declared(cls)
    own = {name: dispatcher(method, cls.__module__, f"{cls.__qualname__}.{name}") for name, method in vars(cls).items()
           if inspect.isfunction(method) and (name in declared or hasattr(method, "__is_verb__"))}
    cls.__verbs__ = {**inherited, **own}  # type: ignore[attr-defined]


def _refuse_other_parameters(cls: type) -> None:
    declared = _declared(cls)
    for name, method in vars(cls).items():
        if inspect.isfunction(method) and name in declared:
            wanted, given = (list(inspect.signature(f).parameters) for f in (declared[name], method))
            if wanted != given:
                raise Refused(f"{where(method)}: {cls.__name__}.{name}({', '.join(given)}) must be "
                              f"{name}({', '.join(wanted)})")


def _refuse_assigned_numbers(cls: type) -> None:
    """`self.count += 1` in a verb changes a copy; say so when the class is made."""
    declared = _declared(cls)
    for name, method in vars(cls).items():
        if not inspect.isfunction(method) or not (name in declared or hasattr(method, "__is_verb__")):
            continue
        if "STORE_ATTR" not in _operations(method):
            continue
        try:
            tree = ast.parse(textwrap.dedent(inspect.getsource(method)))
        except (OSError, SyntaxError):
            continue
        for node in ast.walk(tree):
            if (isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
                    and isinstance(node.value, ast.Name) and node.value.id == "self"):
                line = method.__code__.co_firstlineno + node.lineno - 1
                raise Refused(
                    f"{method.__code__.co_filename}:{line}: {cls.__name__}.{name} assigns self.{node.attr}, but a verb "
                    f"has only a copy of a component's numbers; keep what changes in an array (self.{node.attr}[0])"
                )


def _operations(method: Callable[..., Any]) -> set[str]:
    import dis
    return {instruction.opname for instruction in dis.get_instructions(method)}


def where(method: Callable[..., Any]) -> str:
    """`kayles.py:12` for a method: its file and first line."""
    code = inspect.unwrap(method).__code__
    return f"{code.co_filename}:{code.co_firstlineno}"


def _article(kind: type) -> str:
    return {"int": "a whole number", "float": "a number", "bool": "True or False"}[kind.__name__]


_fingerprints: dict[type, str] = {}


def fingerprint(cls: type) -> str:
    """A digest of all that a component's compiled verbs are made from: sources, constants, frozen globals."""
    if cls not in _fingerprints:
        lineage = [base for base in cls.__mro__ if issubclass(base, Component)]
        modules = sorted({base.__module__ for base in lineage})
        constants = sorted((name, repr(getattr(cls, name))) for base in lineage for name, value in vars(base).items()
                           if isinstance(value, NUMBERS) and not name.startswith("_"))
        digest = hashlib.blake2b(digest_size=8)
        digest.update(repr([sources.fingerprint(module) for module in modules if module != "__main__"]).encode())
        digest.update(repr(constants).encode())
        for name, function in sorted(cls.__verbs__.items()):  # type: ignore[attr-defined]
            digest.update(name.encode())
            _freeze(function.py_func, digest, set())
        _fingerprints[cls] = digest.hexdigest()
    return _fingerprints[cls]


def _freeze(function: Any, digest: Any, met: set[Any]) -> None:
    """Numba freezes global arrays and numbers into the code, wherever their values came from (a data file, say)."""
    if function in met:
        return
    met.add(function)
    for name in sorted(_names(function.__code__)):
        value = function.__globals__.get(name)
        if isinstance(value, np.ndarray):
            digest.update(name.encode() + str(value.dtype).encode() + value.tobytes())
        elif isinstance(value, int | float | str | tuple):
            digest.update(f"{name}={value!r}".encode())
        elif isinstance(value, Dispatcher):
            _freeze(value.py_func, digest, met)


def _names(code: python_types.CodeType) -> set[str]:
    inner = (constant for constant in code.co_consts if isinstance(constant, python_types.CodeType))
    return set(code.co_names).union(*(_names(one) for one in inner))


def parameter_names(cls: type) -> tuple[str, ...]:
    """The names by which a component is made: `("c", "urgency")`."""
    return tuple(inspect.signature(cls).parameters)


def refuse_unknown(cls: type, given: dict[str, Any]) -> None:
    """A misspelt parameter gets the nearest right one."""
    for name in given:
        if name not in parameter_names(cls):
            raise Refused(f"{cls.__name__} has no parameter {name}{nearest(name, parameter_names(cls))}")

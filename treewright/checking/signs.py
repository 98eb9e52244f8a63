"""Where a uint64 meets a signed integer.

Compiled, `uint64 | int64` is an int64: from then on the top bit is a sign, so that a shift to the right, a
comparison or a division goes wrong for boards that use it. Comparing the two, taking the larger, or giving one
variable both kinds makes float64 of them, which has 53 bits. Plain Python refuses some of these and does something
else in others. A number written out is a signed integer too; it does no harm in a shift, behind `&`, or (below 2**53)
in a comparison.
"""

import operator
from collections.abc import Callable, Iterator
from typing import Any

from numba import types
from numba.core import ir

from treewright.checking.typed import Typed, in_reach
from treewright.core.component import NUMBERS, ComponentType

COMPARISONS = {operator.lt, operator.le, operator.gt, operator.ge, operator.eq, operator.ne}
SIGNS = {operator.add: "+", operator.sub: "-", operator.mul: "*", operator.floordiv: "//", operator.mod: "%",
         operator.pow: "**", operator.truediv: "/", operator.and_: "&", operator.or_: "|", operator.xor: "^",
         operator.lt: "<", operator.le: "<=", operator.gt: ">", operator.ge: ">=", operator.eq: "==", operator.ne: "!=",
         operator.iadd: "+=", operator.isub: "-=", operator.imul: "*=", operator.ifloordiv: "//=", operator.imod: "%=",
         operator.iand: "&=", operator.ior: "|=", operator.ixor: "^=", operator.ipow: "**="}
EXACT_IN_FLOAT = 2**53

Met = tuple[str, str]
"""A place and a sentence."""


def mixed(function: Callable[..., Any], arguments: tuple[Any, ...]) -> list[Met]:
    """Every place, in a function and in the rules' own functions that it calls, where the two kinds meet."""
    found: dict[Met, None] = {}
    for known in in_reach(function, arguments):
        found.update(dict.fromkeys(_in_one(known)))
    return list(found)


def _in_one(known: Typed) -> Iterator[Met]:
    returned = []
    for statement in known.statements():
        if isinstance(statement, ir.Assign) and isinstance(statement.value, ir.Expr):
            value = statement.value
            if value.op in ("binop", "inplace_binop"):
                yield from _in_operation(known, statement, value)
            elif value.op == "call":
                yield from _in_call(known, statement, value)
            elif value.op == "phi":
                yield from _in_variable(known, statement, value)
            elif value.op == "cast":
                returned.append((known.type_of(value.value), statement.loc))
    if _both([kind for kind, _ in returned]) and not _is_unsigned(known.returns):
        place = next(location for kind, location in returned if _is_signed(kind))
        name = known.function.__name__
        yield known.place(place), f"{name} returns a signed integer here and a uint64 elsewhere; {ADVICE}"


def _in_operation(known: Typed, statement: Any, value: Any) -> Iterator[Met]:
    kinds = [known.type_of(value.lhs), known.type_of(value.rhs)]
    result = known.type_of(statement.target)
    if not _both(kinds) or _is_unsigned(result):
        return
    signed = value.rhs if _is_unsigned(kinds[0]) else value.lhs
    number = _number(known, signed)
    sign = SIGNS.get(value.fn, "an operation")
    plain_sign = sign.removesuffix("=") if value.op == "inplace_binop" else sign
    if number is not None and number >= 0 and plain_sign == "&":
        return
    if value.fn in COMPARISONS:
        if number is None or not 0 <= number < EXACT_IN_FLOAT:
            yield known.place(value.loc), (f"a uint64 and a signed integer are compared by {sign}, as float64 of 53 "
                                           f"bits; {_advice(number)}")
        return
    yield known.place(value.loc), (f"a uint64 met a signed integer at {sign}, and the result is {_kind(result)}; "
                                   f"{_advice(number)}")


def _in_call(known: Typed, statement: Any, value: Any) -> Iterator[Met]:
    """`max`, `min` and their like: one of their arguments comes out, as another kind of number."""
    called, result = known.type_of(value.func), known.type_of(statement.target)
    if isinstance(called, types.Function) and called.typing_key in (max, min, divmod, pow):
        if _both([known.type_of(one) for one in value.args]) and not _is_unsigned(result):
            name = called.typing_key.__name__
            yield known.place(value.loc), (f"{name} of a uint64 and a signed integer is {_kind(result)}; {ADVICE}")


def _in_variable(known: Typed, statement: Any, value: Any) -> Iterator[Met]:
    """A variable that is given a uint64 on one way and a signed integer on another."""
    given = [one for one in value.incoming_values if isinstance(one, ir.Var)]
    kinds = [known.type_of(one) for one in given]
    result = known.type_of(statement.target)
    if _both(kinds) and not _is_unsigned(result):
        signed = next(one for one, kind in zip(given, kinds, strict=True) if _is_signed(kind))
        name = statement.target.unversioned_name
        yield known.place(signed.loc), (f"{name} is a signed integer here and a uint64 elsewhere, so it becomes "
                                        f"{_kind(result)}; {_advice(_number(known, signed))}")


ADVICE = "write np.uint64(...) around the signed one"


def _advice(number: int | None) -> str:
    return ADVICE if number is None or number < 0 else f"write np.uint64({number})"


def _both(kinds: list[Any]) -> bool:
    return any(_is_unsigned(kind) for kind in kinds) and any(_is_signed(kind) for kind in kinds)


def _is_unsigned(kind: Any) -> bool:
    return types.unliteral(kind) == types.uint64 if kind is not None else False


def _is_signed(kind: Any) -> bool:
    kind = types.unliteral(kind) if kind is not None else None
    return isinstance(kind, types.Integer) and bool(kind.signed)


def _kind(kind: Any) -> str:
    kind = types.unliteral(kind)
    if kind == types.int64:
        return "an int64, whose top bit is a sign"
    return f"a {kind} of 53 bits" if kind == types.float64 else f"a {kind}"


def _number(known: Typed, variable: Any) -> int | None:
    """The value of a variable that is written out, or a constant of a module or a class."""
    kind = known.type_of(variable)
    if isinstance(kind, types.IntegerLiteral):
        return int(kind.literal_value)
    meant = known.definition(variable)
    if isinstance(meant, ir.Const | ir.Global | ir.FreeVar) and isinstance(meant.value, int):
        return meant.value
    if isinstance(meant, ir.Expr) and meant.op == "getattr":
        owner = known.type_of(meant.value)
        if isinstance(owner, ComponentType) and meant.attr not in dict(owner.fields):
            constant = getattr(owner.python_class, meant.attr, None)
            return constant if isinstance(constant, NUMBERS) and isinstance(constant, int) else None
    return None

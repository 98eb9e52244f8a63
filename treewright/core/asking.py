"""Compiled code asks the interpreter: it calls a Python function by its address, with whole numbers only.

A verb that cannot be compiled, because its rules live in another library, is a verb that asks. Numba's own way back
(`objmode`) wraps every value and looks the function up at each call; here a call takes the interpreter's lock, makes
the numbers, calls, and lets the lock go. What the function raises ends the compiled code, and is raised by it.

Whoever asks must hold the function for as long: its address is `id(function)`, a number like any other.
"""

import ctypes
from typing import Any

from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload


def ask(function: int, *numbers: int) -> int:
    """The answer, a whole number, of the function at that address; the same in plain Python and in compiled code."""
    return int(ctypes.cast(int(function), ctypes.py_object).value(*map(int, numbers)))


@overload(ask)  # type: ignore[untyped-decorator]
def _ask(function: Any, *numbers: Any) -> Any:
    def asked(function: Any, *numbers: Any) -> Any:
        return _asked(function, numbers)

    return asked


@intrinsic  # type: ignore[untyped-decorator]
def _asked(typingctx: Any, function: Any, numbers: Any) -> Any:
    """The same in machine code: one object for each number, one call, one number back."""
    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        python = context.get_python_api(builder)
        lock = python.gil_ensure()
        given = [python.long_from_longlong(context.cast(builder, number, kind, types.int64))
                 for number, kind in zip(cgutils.unpack_tuple(builder, args[1]), numbers)]
        answer = python.call_function_objargs(builder.inttoptr(args[0], python.pyobj), given)
        for one in given:
            python.decref(one)
        with builder.if_then(cgutils.is_null(builder, answer), likely=False):
            python.gil_release(lock)
            context.call_conv.return_exc(builder)
        number = python.long_as_longlong(answer)
        python.decref(answer)
        python.gil_release(lock)
        return number

    return types.int64(function, numbers), build

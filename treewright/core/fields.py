"""A state's fields as numbers in a row: what a game that writes no planes of its own shows to a network.

First whose look it is, then every field as the record lays it out, without the spare bytes: a number as it is in single
precision, an array element by element, and an unsigned word of 64 bits, which holds a set, bit by bit.
"""

from typing import Any

import numpy as np
from numba import types
from numba.core.errors import TypingError
from numba.extending import overload

from treewright.core.record import SPARE

WORD = 64


def shown_fields(state: np.dtype[Any]) -> list[tuple[str, np.dtype[Any], tuple[int, ...]]]:
    """Name, type and shape of each field that is shown."""
    fields: dict[str, Any] = dict(state.fields or {})
    return [(name, fields[name][0].base, fields[name][0].shape) for name in state.names or ()
            if not name.startswith(SPARE)]


def count_numbers(state: np.dtype[Any]) -> int:
    """How many numbers `write_fields` writes of such a state."""
    return 1 + sum(_width(base) * int(np.prod(shape)) for _, base, shape in shown_fields(state))


def _width(base: np.dtype[Any]) -> int:
    return WORD if base == np.uint64 else 1


def write_fields(s: Any, player: int, out: np.ndarray) -> None:
    """Write them into out[k, 0, 0]."""
    out[0, 0, 0], k = player, 1
    for name, base, _ in shown_fields(s.dtype):
        for value in np.asarray(getattr(s, name), base).ravel():
            for bit in range(_width(base)):
                out[k, 0, 0] = value >> np.uint64(bit) & np.uint64(1) if base == np.uint64 else value
                k += 1


@overload(write_fields)  # type: ignore[untyped-decorator]
def _compiled_fields(s: Any, player: Any, out: Any) -> Any:
    """The same, written out field by field for the layout of the record: compiled code cannot ask for it."""
    if not isinstance(s, types.Record):
        raise TypingError(f"a state is a record, not {s}")
    lines, k = ["def write(s: Any, player: Any, out: Any) -> Any:", "    out[0, 0, 0] = player"], 1
    for name, base, shape in shown_fields(s.dtype):
        indices = [f"i{axis}" for axis in range(len(shape))]
        place, indent = "0", "    "
        for index, size in zip(indices, shape, strict=True):
            lines.append(f"{indent}for {index} in range({size}):")
            place, indent = f"({place}) * {size} + {index}", indent + "    "
        value = f"s.{name}[{', '.join(indices)}]" if indices else f"s.{name}"
        if base == np.uint64:
            lines += [f"{indent}for bit in range({WORD}):",
                      f"{indent}    out[{k} + ({place}) * {WORD} + bit, 0, 0] = {value} >> word(bit) & word(1)"]
        else:
            lines.append(f"{indent}out[{k} + {place}, 0, 0] = {value}")
        k += _width(base) * int(np.prod(shape))
    made: dict[str, Any] = {"word": np.uint64, "Any": Any}
    exec("\n".join(lines), made)
    return made["write"]

"""Sets of up to 192 cells as three words, for boards that are too large for one.

Word k of a set holds the cells 64 k to 64 k + 63. Functions that read a set know its number of words from the type of
the state; the words beyond are constants, and vanish when compiled: a board of one word pays for one word.
"""

import numpy as np
from numba.extending import register_jitable

from treewright.games.bits import lowest

u = np.uint64
Cells = tuple[np.uint64, np.uint64, np.uint64]
NO_CELL = u(0)


@register_jitable
def read(sets: np.ndarray, i: int) -> Cells:
    """Row i of a state's field of shape (sets, words)."""
    words = sets.shape[1]
    return sets[i, 0], sets[i, 1] if words > 1 else NO_CELL, sets[i, 2] if words > 2 else NO_CELL


@register_jitable
def write(sets: np.ndarray, i: int, cells: Cells) -> None:
    words = sets.shape[1]
    sets[i, 0] = cells[0]
    if words > 1:
        sets[i, 1] = cells[1]
    if words > 2:
        sets[i, 2] = cells[2]


@register_jitable
def look_up(table: np.ndarray, i: np.uint64, words: np.uint64) -> Cells:
    """Set number i of a table in which sets follow each other word by word."""
    at = i * words
    return table[at], table[at + u(1)] if words > u(1) else NO_CELL, table[at + u(2)] if words > u(2) else NO_CELL


@register_jitable
def union(a: Cells, b: Cells) -> Cells:
    return a[0] | b[0], a[1] | b[1], a[2] | b[2]


@register_jitable
def common(a: Cells, b: Cells) -> Cells:
    return a[0] & b[0], a[1] & b[1], a[2] & b[2]


@register_jitable
def without(a: Cells, b: Cells) -> Cells:
    return a[0] & ~b[0], a[1] & ~b[1], a[2] & ~b[2]


@register_jitable
def some(cells: Cells) -> bool:
    """Is there a cell in it?"""
    return (cells[0] | cells[1] | cells[2]) != NO_CELL


@register_jitable
def first(cells: Cells) -> np.uint64:
    """The lowest cell of a set that is not empty."""
    if cells[0]:
        return lowest(cells[0])
    if cells[1]:
        return u(64) + lowest(cells[1])
    return u(128) + lowest(cells[2])


@register_jitable
def rest(cells: Cells) -> Cells:
    """All but the lowest cell of a set that is not empty."""
    if cells[0]:
        return cells[0] & (cells[0] - u(1)), cells[1], cells[2]
    if cells[1]:
        return cells[0], cells[1] & (cells[1] - u(1)), cells[2]
    return cells[0], cells[1], cells[2] & (cells[2] - u(1))


def table(sets: list[list[int]], words: int) -> np.ndarray:
    """uint64[len(sets) * words]: lists of cells as a table for `look_up`."""
    numbers = [sum(1 << cell for cell in cells) for cells in sets]
    return np.array([number >> 64 * k & (1 << 64) - 1 for number in numbers for k in range(words)], np.uint64)


def number(sets: np.ndarray, i: int) -> int:
    """Row i of a field of sets as one whole number, for plain Python."""
    return sum(int(word) << 64 * k for k, word in enumerate(sets[i]))

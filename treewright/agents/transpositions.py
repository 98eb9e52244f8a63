"""A table of what alpha-beta knows of positions that it has met before (Greenblatt, Eastlake & Crocker 1967).

Values are stored as what the player to move still *gains*, the score so far left out, so that lines which
come to the same position with different scores share an entry. A slot has two entries (Breuker, Uiterwijk &
van den Herik 1996, "twobig"): the first for what was searched deepest, the second for what came last.
"""

from typing import Any

import numpy as np

from treewright.core.compiling import compiled
from treewright.core.component import Component, declares
from treewright.core.errors import Refused

u = np.uint64
ENTRY = np.dtype([("check", "u8"), ("gain", "f8"), ("action", "i4"), ("depth", "i2"), ("bound", "i1"),
                  ("proven", "i1")], align=True)
AT_MOST, AT_LEAST, EXACTLY = 1, 2, 3
"""What a stored gain says of the true one; 0 marks an empty entry."""


@declares
class Table(Component):
    """The entries, two by two; their number is a power of two, or zero where nothing is to be remembered."""

    entries: np.ndarray


def new_table(megabytes: float) -> Table:
    """The largest table that fits."""
    if isinstance(megabytes, bool) or not isinstance(megabytes, int | float) or not 0 <= megabytes < np.inf:
        raise Refused(f"memory must be a number of megabytes, 0 for no table, not {megabytes!r}")
    most = int(megabytes * 1e6 / ENTRY.itemsize)
    return Table(np.zeros(1 << (most.bit_length() - 1) if most >= 2 else 0, ENTRY))


@compiled
def slot_of(table: Table, a: np.uint64) -> np.int64:
    """The first of the two entries where a position may stand."""
    return np.int64(a & u(table.entries.size - 2))


@compiled
def find(table: Table, a: np.uint64, b: np.uint64) -> int:
    """The entry of a position, given its fingerprint; -1 if there is none."""
    if table.entries.size == 0:
        return -1
    slot = slot_of(table, a)
    for i in range(slot, slot + 2):
        if table.entries[i].check == b and table.entries[i].bound != 0:
            return i
    return -1


@compiled
def answers(entry: Any, depth: int, alpha: float, beta: float) -> bool:
    """Does the entry settle a search to this depth with this window?

    What was searched to another depth does not count, though deeper may be better: so the table saves time
    and changes no value, unless it holds what is proven, which is better than any search to this depth."""
    if entry.depth != depth and not entry.proven:
        return False
    if entry.bound == AT_LEAST:
        return bool(entry.gain >= beta)
    return bool(entry.bound == EXACTLY or entry.gain <= alpha)


@compiled
def store(table: Table, a: np.uint64, b: np.uint64, gain: float, bound: int, depth: int, action: int,
          proven: bool) -> None:
    """Remember what was found of a position; what it pushes out of the first entry moves to the second."""
    if table.entries.size == 0:
        return
    entries, slot = table.entries, slot_of(table, a)
    if entries[slot].check != b:
        if depth < entries[slot].depth:
            slot += 1
        else:
            entries[slot + 1] = entries[slot]
    entry: Any = entries[slot]
    entry.check, entry.gain, entry.action = b, gain, action
    entry.depth, entry.bound, entry.proven = depth, bound, proven

"""A memory of solved positions that grows: from a position's fingerprint to what player 0 still gains from
there.

An open-addressed hash table with linear probing (Knuth, The Art of Computer Programming, 6.4, algorithm L).
"""

import numpy as np

from treewright.core.compiling import compiled
from treewright.core.component import Component, declares

u = np.uint64
ENTRY = np.dtype([("a", "u8"), ("b", "u8"), ("gain", "f8")], align=True)
SMALLEST = 1 << 12
COUNT = 0


@declares
class Memo(Component):
    """Entries, a power of two of them; the empty ones are all zero."""

    entries: np.ndarray
    used: np.ndarray
    """int64[1]: how many entries are taken."""


def new_memo(capacity: int = SMALLEST) -> Memo:
    return Memo(np.zeros(capacity, ENTRY), np.zeros(1, np.int64))


def most_entries(megabytes: float) -> int:
    """The largest capacity that fits into the memory."""
    return max(SMALLEST, 1 << (int(megabytes * 1e6 / ENTRY.itemsize).bit_length() - 1))


@compiled
def place_of(memo: Memo, a: np.uint64, b: np.uint64) -> np.int64:
    """Where a position stands, or would."""
    last = memo.entries.size - 1
    i = np.int64(a & u(last))
    while memo.entries[i].b != 0 and (memo.entries[i].a != a or memo.entries[i].b != b):
        i = (i + 1) & last
    return i


@compiled
def known_gain(memo: Memo, a: np.uint64, b: np.uint64) -> float:
    """What is remembered of a position; not a number where nothing is."""
    entry = memo.entries[place_of(memo, a, b)]
    return entry.gain if entry.b != 0 else np.nan


@compiled
def is_full(memo: Memo) -> bool:
    """Are three entries of four taken?"""
    return 4 * (memo.used[COUNT] + 1) > 3 * memo.entries.size


@compiled
def remember(memo: Memo, a: np.uint64, b: np.uint64, gain: float) -> bool:
    """Note a position that is not yet known; False, and nothing noted, when the memo is full."""
    if is_full(memo):
        return False
    i = place_of(memo, a, b)
    memo.entries[i].a, memo.entries[i].b, memo.entries[i].gain = a, b, gain
    memo.used[COUNT] += 1
    return True


@compiled
def pour(memo: Memo, larger: Memo, stop: np.ndarray) -> bool:
    """Copy every entry into a larger memo; False if told to stop before the end."""
    for i in range(memo.entries.size):
        entry = memo.entries[i]
        if stop[0]:
            return False
        if entry.b != 0:
            remember(larger, entry.a, entry.b, entry.gain)
    return True

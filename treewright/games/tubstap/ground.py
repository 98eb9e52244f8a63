"""Sets of up to 256 tiles as four words, and the step from a set to what lies beside it.

Word k of a set holds the tiles 64 k to 64 k + 63. As in `games.cells`, functions that read a set know its number of
words from the type of the state; the words beyond are constants, and vanish when compiled.
"""

import numpy as np
from numba.extending import register_jitable

from treewright.games.bits import lowest, ones

u = np.uint64
Tiles = tuple[np.uint64, np.uint64, np.uint64, np.uint64]
NONE = u(0)
MOST_TILES = 256


def words_for(tiles: int) -> int:
    """One, two or four words: games of like size share compiled code."""
    return 1 if tiles <= 64 else 2 if tiles <= 128 else 4


@register_jitable
def nowhere() -> Tiles:
    return u(0), u(0), u(0), u(0)


@register_jitable
def read(sets: np.ndarray, i: int) -> Tiles:
    """Row i of a state's field of shape (sets, words)."""
    words = sets.shape[1]
    return (sets[i, 0], sets[i, 1] if words > 1 else NONE,
            sets[i, 2] if words > 2 else NONE, sets[i, 3] if words > 3 else NONE)


@register_jitable
def look_up(table: np.ndarray, i: np.uint64, words: np.uint64) -> Tiles:
    """Set number i of a table in which sets follow each other word by word."""
    at = i * words
    return (table[at], table[at + u(1)] if words > u(1) else NONE,
            table[at + u(2)] if words > u(2) else NONE, table[at + u(3)] if words > u(3) else NONE)


@register_jitable
def union(a: Tiles, b: Tiles) -> Tiles:
    return a[0] | b[0], a[1] | b[1], a[2] | b[2], a[3] | b[3]


@register_jitable
def common(a: Tiles, b: Tiles) -> Tiles:
    return a[0] & b[0], a[1] & b[1], a[2] & b[2], a[3] & b[3]


@register_jitable
def without(a: Tiles, b: Tiles) -> Tiles:
    return a[0] & ~b[0], a[1] & ~b[1], a[2] & ~b[2], a[3] & ~b[3]


@register_jitable
def count(a: Tiles) -> np.uint64:
    return ones(a[0]) + ones(a[1]) + ones(a[2]) + ones(a[3])


@register_jitable
def has(a: Tiles, tile: np.uint64) -> bool:
    return a[np.int64(tile >> u(6))] >> (tile & u(63)) & u(1) != u(0)


@register_jitable
def single(tile: np.uint64) -> Tiles:
    """The set of one tile."""
    bit, word = u(1) << (tile & u(63)), tile >> u(6)
    return (bit if word == u(0) else u(0), bit if word == u(1) else u(0),
            bit if word == u(2) else u(0), bit if word == u(3) else u(0))


@register_jitable
def rises(a: Tiles, n: np.uint64) -> Tiles:
    """Every tile n numbers higher, where 0 < n < 64."""
    m = u(64) - n
    return a[0] << n, a[1] << n | a[0] >> m, a[2] << n | a[1] >> m, a[3] << n | a[2] >> m


@register_jitable
def falls(a: Tiles, n: np.uint64) -> Tiles:
    """Every tile n numbers lower, where 0 < n < 64."""
    m = u(64) - n
    return a[0] >> n | a[1] << m, a[1] >> n | a[2] << m, a[2] >> n | a[3] << m, a[3] >> n


@register_jitable
def around(a: Tiles, width: np.uint64, not_first: Tiles, not_last: Tiles) -> Tiles:
    """What lies beside the tiles of a set, on a board whose rows follow each other; below the last row, too, where no
    terrain will be."""
    one = u(1)
    return union(union(rises(common(a, not_last), one), falls(common(a, not_first), one)),
                 union(rises(a, width), falls(a, width)))


@register_jitable
def nth(a: Tiles, n: np.uint64) -> np.uint64:
    """The tile that has n others of the set below it."""
    base, word = u(0), a[0]
    for k in range(1, 4):
        below = ones(word)
        if n < below:
            break
        n, base, word = n - below, u(64 * k), a[k]
    while n > u(0):
        word &= word - u(1)
        n -= u(1)
    return base + lowest(word)


def table(sets: list[list[int]], words: int) -> np.ndarray:
    """uint64[len(sets) * words]: lists of tiles as a table for `look_up`."""
    numbers = [sum(1 << tile for tile in tiles) for tiles in sets]
    return np.array([number >> 64 * k & (1 << 64) - 1 for number in numbers for k in range(words)], np.uint64)

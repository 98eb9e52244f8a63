"""Sets of cells as bits, beside Python's own whole numbers and sets; compiled and not."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from treewright.core.compiling import compiled
from treewright.games.bits import lowest, ones
from treewright.games.cells import common, first, look_up, number, read, rest, some, table, union, without, write

WORDS = st.integers(0, 2**64 - 1)


@compiled
def both_counts(word):
    return ones(word), lowest(word)


@settings(deadline=None)
@given(WORDS)
def test_bits_are_counted_and_the_lowest_is_found(word):
    expected = (bin(word).count("1"), (word & -word).bit_length() - 1 if word else 64)
    assert both_counts(np.uint64(word)) == expected
    with np.errstate(over="ignore"):
        assert (ones(np.uint64(word)), lowest(np.uint64(word))) == expected


@settings(deadline=None)
@given(st.integers(1, 3), st.data())
def test_cells_are_sets(words, data):
    cells = st.sets(st.integers(0, 64 * words - 1))
    one, other = data.draw(cells), data.draw(cells)
    rows = table([sorted(one), sorted(other)], words)
    a, b = look_up(rows, np.uint64(0), np.uint64(words)), look_up(rows, np.uint64(1), np.uint64(words))

    def as_set(made):
        whole = sum(int(word) << 64 * k for k, word in enumerate(made))
        return {cell for cell in range(192) if whole >> cell & 1}

    assert as_set(a) == one
    assert as_set(union(a, b)) == one | other
    assert as_set(common(a, b)) == one & other
    assert as_set(without(a, b)) == one - other
    assert bool(some(a)) == bool(one)
    if one:
        with np.errstate(over="ignore"):
            assert first(a) == min(one)
            assert as_set(rest(a)) == one - {min(one)}
    field = np.zeros((2, words), np.uint64)
    write(field, 1, a)
    assert read(field, 1) == a
    assert number(field, 1) == sum(1 << cell for cell in one)

"""State records have no byte without a name."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from treewright.core.record import holes, record, view

KINDS = st.sampled_from(
    ["u1", "i1", "i2", "u2", "i4", "f4", "u8", "f8", ("u8", 2), ("i1", 3), ("f4", 2), ("i2", (2, 3))]
)


@given(st.lists(KINDS, min_size=1, max_size=8))
def test_whatever_the_fields_no_byte_is_unnamed(kinds):
    made = record(**{f"field{k}": kind for k, kind in enumerate(kinds)})
    assert holes(made) == []
    assert made.itemsize % max(made[name].base.alignment for name in made.names) == 0


def test_holes_names_the_bytes_that_numpy_leaves():
    assert holes(np.dtype([("a", "i1"), ("b", "i4"), ("c", "i1")], align=True)) == ["bytes 1 to 3", "bytes 9 to 11"]


def test_a_view_has_the_fields_as_attributes_and_writes_through():
    states = np.zeros(3, record(stones=("u8", 2), to_move="i1"))
    view(states, 1).stones[0] = 7
    view(states, 1).to_move = 1
    assert states["stones"][1, 0] == 7
    assert states["to_move"].tolist() == [0, 1, 0]


def test_fields_keep_their_shape():
    assert record(score=("f4", 3))["score"].shape == (3,)
    with pytest.raises(TypeError):
        record(score="no such type")

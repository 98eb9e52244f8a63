"""Lists merged into one order: the paper's example, what follows and what does not, contradictions."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from treewright.core.errors import Refused
from treewright.playout.merging import merged, tally

A, B, C, D, E, F = range(6)


def test_the_papers_example():
    """a and d are in no list together: transitivity decides. So it does for c and e, c and f, b and e, b and f."""
    lists = [[A, B, C], [D, E, F], [A, E, F], [B, C, D]]
    together = {frozenset(pair) for one in lists for pair in itertools.combinations(one, 2)}
    assert {A, D} not in together
    assert len(together) == 15 - 5
    found = merged(lists, 6)
    assert list(found.order) == [A, B, C, D, E, F]
    assert (found.undecided, found.overruled, found.proven) == (0, 0, True)


def test_the_first_run_alone_decides_nothing_between_its_groups():
    assert merged([[A, B, C], [D, E, F]], 6).undecided == 3 * 3


def test_one_more_list_that_joins_the_groups_is_enough():
    assert merged([[A, B, C], [D, E, F], [C, D]], 6).undecided == 0
    assert merged([[A, B, C], [D, E, F], [B, D]], 6).undecided == 3    # c stands before or behind d, e and f


def test_a_circle_is_cut_where_it_overrules_the_fewest_votes():
    found = merged([[A, B], [A, B], [B, C], [B, C], [C, A]], 3)
    assert list(found.order) == [A, B, C]
    assert (found.undecided, found.overruled, found.proven) == (0, 1, True)


def test_a_chain_that_goes_round_decides_nothing_of_those_that_never_met():
    """a b c d a: a and c are in no list together, and neither follows the other."""
    found = merged([[A, B], [B, C], [C, D], [D, A]], 4)
    assert (found.undecided, found.overruled) == (2, 1)


def test_as_many_votes_on_either_side_are_no_majority():
    found = merged([[A, B], [B, A], [B, C]], 3)
    assert (found.undecided, found.overruled) == (1, 0)
    assert list(found.order).index(B) < list(found.order).index(C)


def test_what_no_list_names_stands_by_number():
    found = merged([[E, B]], 6)
    assert list(found.order) == [A, C, D, E, B, F]
    assert found.undecided == 15 - 1
    assert list(merged([], 3).order) == [A, B, C]


@settings(deadline=None)
@given(st.permutations(range(7)), st.lists(st.sets(st.integers(0, 6), min_size=1), max_size=8))
def test_lists_that_agree_are_never_overruled(truth, groups):
    """All that is decided is as it is in the truth, and it is what follows from the lists."""
    lists = [[action for action in truth if action in group] for group in groups]
    found = merged(lists, 7)
    place = {action: k for k, action in enumerate(truth)}
    behind = {(a, b): any(place[a] < place[b] and {a, b} <= group for group in groups)
              for a, b in itertools.product(range(7), repeat=2)}
    for middle, a, b in itertools.product(range(7), repeat=3):
        behind[a, b] |= behind[a, middle] and behind[middle, b]
    order = list(found.order)
    assert all(order.index(a) < order.index(b) for (a, b), is_behind in behind.items() if is_behind)
    assert found.undecided == 21 - sum(behind.values())
    assert (found.overruled, found.proven) == (0, True)
    if not found.undecided:
        assert order == list(truth)


@settings(deadline=None)
@given(st.lists(st.permutations(range(5)), min_size=1, max_size=5))
def test_of_whole_orders_the_merged_one_overrules_the_fewest_votes(lists):
    """Kemeny's rule, by brute force."""
    votes, met = tally(lists, 5)
    assert met.all()

    def overruled(order):
        return sum(max(votes[b, a], 0) for a, b in itertools.combinations(order, 2))

    found = merged(lists, 5)
    assert found.overruled == overruled(found.order) == min(map(overruled, itertools.permutations(range(5))))
    assert found.undecided == 0


def test_the_same_lists_in_another_sequence_get_the_same_order():
    rng = np.random.default_rng(1)
    lists = [rng.permutation(30)[:15] for _ in range(9)]
    assert list(merged(lists, 30).order) == list(merged(lists[::-1], 30).order)


@pytest.mark.parametrize(("lists", "says"), [
    ([[0, 1], [0, 9]], "the actions are 0 to 4, but list 2 names 9"),
    ([[0, 0]], "list 1 must name each action once"),
    ([[0, 1], []], "list 2 must be a list of action numbers"),
])
def test_lists_that_are_none_are_refused(lists, says):
    with pytest.raises(Refused, match=says):
        merged(lists, 5)

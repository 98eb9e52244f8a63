"""L* step by step: the three updates of equation 25 beside their definition, who joined, what the steps lose."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from treewright.playout.differences import new_differences
from treewright.playout.linear_ordering import cost, exact, from_scratch
from treewright.playout.order import first_of, new_order


def three_updates(order, better, worse):
    """The paper's L_A, L_B and L_C, as lists."""
    rest_a = [action for action in order if action != worse]
    rest_b = [action for action in order if action != better]
    behind, before = rest_a.index(better) + 1, rest_b.index(worse)
    return [[*rest_a[:behind], worse, *rest_a[behind:]], [*rest_b[:before], better, *rest_b[before:]], list(order)]


def known(n, values):
    """D from the numbers above the diagonal."""
    differences = new_differences(n, 1)
    for (a, b), value in zip(itertools.combinations(range(n), 2), values, strict=True):
        if value:
            differences.note(a, b, float(value))
    return differences


def is_sound(order):
    """Are the list and the places the same thing?"""
    n = len(order.listed)
    return sorted(order.listed) == list(range(n)) and list(order.listed[order.place]) == list(range(n))


@settings(deadline=None)
@given(st.lists(st.integers(-5, 5), min_size=15, max_size=15), st.permutations(range(6)))
def test_the_cheapest_of_three_updates_is_made(values, start):
    """Whichever pair the difference of which has grown, from whichever order. What costs the same is left alone, and of
    the two moves the first is preferred."""
    differences = known(6, values)
    square = differences.matrix(6)
    for better, worse in itertools.permutations(range(6), 2):
        order = new_order(6)
        order.arrange(start)
        order.prefer(better, worse, differences)
        assert is_sound(order)
        if square[better, worse] <= 0 or start.index(better) < start.index(worse):
            assert list(order.listed) == list(start)
            continue
        updates = three_updates(start, better, worse)
        costs = [cost(update, square) for update in updates]
        wanted = updates[2] if costs[2] == min(costs) else updates[int(costs[1] < costs[0])]
        assert list(order.listed) == wanted


def test_a_cost_worked_by_hand():
    """The order is 0 1 2 3, and 3 is 4 better than 0. Behind 3, 0 would be behind 1 and 2 as well, than which it is 3
    and 2 better: dearer by 1. Before 0, 3 is before 1 and 2, which are as good: cheaper by 4."""
    differences = known(4, [3, 2, -4, 0, 0, 0])
    order = new_order(4)
    order.prefer(3, 0, differences)
    assert list(order.listed) == [3, 0, 1, 2]
    updates = three_updates(range(4), 3, 0)
    assert [cost(update, differences.matrix(4)) for update in updates] == [5, 0, 4]


@settings(deadline=None)
@given(st.permutations(range(7)), st.lists(st.integers(0, 6), max_size=20))
def test_who_joins_stands_behind_those_who_did(start, joining):
    order = new_order(7)
    order.arrange(start)
    for action in joining:
        order.meet(action)
    assert is_sound(order)
    assert list(order.listed[:order.met[0]]) == list(dict.fromkeys(joining))


@settings(deadline=None)
@given(st.permutations(range(7)), st.integers(0, 6), st.integers(0, 6))
def test_a_move_leaves_the_others_in_their_order(start, source, target):
    order = new_order(7)
    order.arrange(start)
    order.move(source, target)
    rest = [action for action in start if action != start[source]]
    assert is_sound(order)
    assert list(order.listed) == [*rest[:target], start[source], *rest[target:]]


def test_the_first_of_some_actions():
    order = new_order(5)
    order.arrange([3, 1, 4, 0, 2])
    assert first_of(order.place, np.array([0, 2, 4, 1], np.int32), 3) == 4
    assert first_of(order.place, np.array([0, 2, 4, 1], np.int32), 4) == 1


def grown(n, seed, samples):
    """D and L* after so many noisy comparisons of n actions of different worth."""
    rng = np.random.default_rng(seed)
    worth, differences, order = rng.normal(size=n), new_differences(n, 1), new_order(n)
    for _ in range(samples):
        a, b = (int(one) for one in rng.choice(n, 2, replace=False))
        by = differences.note(a, b, worth[a] - worth[b] + 2 * rng.normal())
        if by > 0:
            order.prefer(a, b, differences)
        elif by < 0:
            order.prefer(b, a, differences)
    return differences.matrix(n), order


def test_sorted_again_from_scratch_lies_between_the_steps_and_the_best():
    """In the mean, and nearly always. Both are rules of thumb, so neither is better in every case; no order is better
    than the best."""
    kept, scratch = [], []
    for seed in range(40):
        square, order = grown(12, seed, 300)
        least = exact(square).cost
        kept.append(cost(order.listed, square) - least)
        scratch.append(cost(from_scratch(square), square) - least)
    assert min(kept + scratch) > -1e-9
    assert np.mean(scratch) < np.mean(kept) / 2
    assert np.mean(np.array(scratch) <= np.array(kept) + 1e-9) >= 0.9


@pytest.mark.parametrize("seed", range(5))
def test_without_noise_the_steps_find_the_best_order(seed):
    """Each pair is compared again and again, and D is never wrong."""
    rng = np.random.default_rng(seed)
    worth, differences, order = rng.permutation(8), new_differences(8, 1), new_order(8)
    for a, b in list(itertools.permutations(range(8), 2)) * 3:
        differences.note(a, b, float(worth[a] - worth[b]))
        order.prefer(*((a, b) if worth[a] > worth[b] else (b, a)), differences)
    assert list(worth[order.listed]) == sorted(worth, reverse=True)

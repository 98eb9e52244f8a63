"""The interval of a score, by properties, by simulation, and by the table of Student's distribution."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from treewright.arena.intervals import Interval, score_interval

POINTS = (0.0, 0.25, 0.5, 0.75, 1.0)
pairs = st.lists(st.sampled_from(POINTS), max_size=200)
some_pairs = st.lists(st.sampled_from(POINTS), min_size=1, max_size=200)


@given(pairs)
def test_the_interval_lies_between_nothing_and_one_and_holds_the_mean(points):
    interval = score_interval(points)
    assert 0 <= interval.low <= interval.mean <= interval.high <= 1


@given(some_pairs)
def test_the_mean_is_that_of_the_pairs(points):
    assert score_interval(points).mean == pytest.approx(math.fsum(points) / len(points))


@given(pairs)
def test_the_other_agent_has_the_mirrored_interval(points):
    mine, theirs = score_interval(points), score_interval([1 - point for point in points])
    expected = (1 - mine.high, 1 - mine.mean, 1 - mine.low)
    assert (theirs.low, theirs.mean, theirs.high) == pytest.approx(expected)


@given(some_pairs, st.randoms())
def test_the_order_of_the_pairs_does_not_matter(points, random):
    shuffled = points.copy()
    random.shuffle(shuffled)
    assert score_interval(shuffled) == score_interval(points)


@given(some_pairs, st.floats(0.5, 0.94))
def test_more_confidence_is_wider(points, less):
    wide, narrow = score_interval(points), score_interval(points, less)
    assert wide.low <= narrow.low <= narrow.high <= wide.high


@given(some_pairs, st.integers(2, 5))
def test_more_of_the_same_is_narrower(points, times):
    once, often = score_interval(points), score_interval(points * times)
    assert often.high - often.low <= once.high - once.low + 1e-9


@given(st.sampled_from(POINTS), st.integers(1, 500))
def test_nothing_is_certain(point, count):
    """Also after many equal pairs."""
    interval = score_interval([point] * count)
    assert interval.high > interval.low
    assert interval.low < 1
    assert interval.high > 0


def test_without_games_nothing_is_known():
    assert score_interval([]) == Interval(0.5, 0.0, 1.0)


def test_a_worked_example():
    """Nine pairs, and one won and one lost: the mean is 6/11, and 2.228 belongs to ten degrees of freedom."""
    points = [0.5, 1.0, 0.5, 0.75, 0.25, 0.5, 1.0, 0.0, 0.5]
    widened = [*points, 0.0, 1.0]
    half = 2.228139 * np.std(widened, ddof=1) / math.sqrt(11)
    interval = score_interval(points)
    assert (interval.low, interval.high) == pytest.approx((6 / 11 - half, 6 / 11 + half), abs=1e-6)
    assert str(interval) == f"0.556 [{interval.low:.3f}, {interval.high:.3f}]"


@pytest.mark.parametrize("odds", [(0.25, 0, 0.5, 0, 0.25), (0.02, 0.03, 0.15, 0.2, 0.6), (0, 0, 0.9, 0, 0.1)])
@pytest.mark.parametrize("count", [10, 50])
def test_it_holds_the_truth_as_often_as_it_says(odds, count):
    rng, truth = np.random.default_rng(1), float(np.dot(odds, POINTS))
    drawn = rng.choice(POINTS, size=(2000, count), p=odds)
    held = [interval.low <= truth <= interval.high for interval in map(score_interval, drawn)]
    assert np.mean(held) > 0.94

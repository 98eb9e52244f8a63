"""The bootstrap of a mean: the same values, the same interval; as wide as it says; fast enough to be shown live."""

import math
import time

import numpy as np
import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st

from treewright.arena.bootstrap import mean_interval
from treewright.arena.intervals import Interval

values = st.lists(st.integers(-20, 20).map(lambda points: points / 2), min_size=1, max_size=60)


@given(values, st.randoms())
def test_the_same_values_give_the_same_interval_in_any_order(margins, random):
    shuffled = margins.copy()
    random.shuffle(shuffled)
    assert mean_interval(margins) == mean_interval(shuffled)


@given(values)
def test_turned_values_give_the_turned_interval(margins):
    mine, theirs = mean_interval(margins), mean_interval([-margin for margin in margins])
    assert (theirs.mean, theirs.low, theirs.high) == (-mine.mean, -mine.high, -mine.low)


@given(values)
def test_it_holds_the_mean_and_lies_between_the_values_that_it_saw(margins):
    interval = mean_interval(margins)
    assert interval.mean == pytest.approx(np.mean(margins))
    assert interval.low <= interval.mean <= interval.high
    if len(set(margins)) > 1:
        assert min(margins) <= interval.low
        assert interval.high <= max(margins)


@pytest.mark.parametrize("margins", [[], [3.0], [2.0] * 50])
def test_values_that_do_not_differ_say_nothing_of_their_spread(margins):
    assert mean_interval(margins) == Interval(margins[0] if margins else 0.0, -math.inf, math.inf)


@pytest.mark.parametrize("draw", [np.random.Generator.standard_normal, np.random.Generator.standard_exponential])
@pytest.mark.parametrize("count", [12, 50, 2000])
def test_it_agrees_with_scipy(draw, count):
    """Its BCa method, asked for the level that is as far out as Student's distribution and n / (n - 1) say. Of more
    than 64 values ours draws groups. Both stray at random, ours by 0.08 standard errors of the mean."""
    margins = draw(np.random.default_rng(7), count)
    reach = math.sqrt(count / (count - 1)) * scipy.stats.t.ppf(0.975, count - 1)
    theirs = scipy.stats.bootstrap((margins,), np.mean, confidence_level=1 - 2 * scipy.stats.norm.cdf(-reach),
                                   n_resamples=20_000, batch=1000, rng=np.random.default_rng(8)).confidence_interval
    ours = mean_interval(margins)
    error = np.std(margins) / math.sqrt(count)
    assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high), abs=0.25 * error)


MARGINS = {
    "points": (lambda rng, n: np.round(2 * rng.normal(1, 3, n)) / 2, 1.0),
    "wins and draws": (lambda rng, n: rng.choice([-2.0, -1, 0, 1, 2], n, p=[0.1, 0.1, 0.2, 0.2, 0.4]), 0.7),
    "skewed": (lambda rng, n: rng.exponential(1, n), 1.0),
}


@pytest.mark.parametrize(("kind", "count"), [("points", 15), ("wins and draws", 15), ("wins and draws", 100),
                                             ("skewed", 50)])
def test_it_holds_the_truth_as_often_as_it_says(kind, count):
    """400 samples: four standard errors of 0.95 are 0.044."""
    draw, truth = MARGINS[kind]
    rng = np.random.default_rng(count)
    intervals = [mean_interval(draw(rng, count)) for _ in range(400)]
    share = np.mean([interval.low <= truth <= interval.high for interval in intervals])
    assert 0.906 <= share <= 0.99


@pytest.mark.parametrize("draw", [lambda rng: rng.normal(size=100_000), lambda rng: rng.integers(-40, 40, 100_000) / 2])
def test_a_hundred_thousand_pairs_take_less_than_a_twentieth_of_a_second(draw):
    margins, seconds = draw(np.random.default_rng(0)), []
    for _ in range(10):
        begun = time.perf_counter()
        mean_interval(margins)
        seconds.append(time.perf_counter() - begun)
    assert min(seconds) < 0.05

"""The interval of a score, by properties, by simulation, and by the table of Student's distribution."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import stdtrit
from scipy.stats import binom, multinomial

from treewright.arena.intervals import MANY, Interval, interval_of_counts, pair_counts, score_interval, student
from treewright.arena.simulated import coverage, pair_odds

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


def test_all_three_numbers_are_written_in_one_format():
    assert f"{Interval(12.34, -math.inf, 56.78):+.0f}" == "+12 [-inf, +57]"
    assert f"{Interval(0.5, 0.25, 1.0)}" == str(Interval(0.5, 0.25, 1.0)) == "0.500 [0.250, 1.000]"


@given(pairs)
def test_counts_are_as_good_as_pairs(points):
    assert interval_of_counts(pair_counts(points)) == score_interval(points)
    assert sum(pair_counts(points)) == len(points)


def test_what_no_pair_can_be_worth_is_no_pair():
    with pytest.raises(ValueError, match="not in tuple"):
        score_interval([0.5, 0.3])


# ---------------------------------------------------------------- does it hold the truth as often as it says?

CORRELATIONS = {
    "mixed": {},
    "seats and starts decide": {"seat": 1.0, "start": 1.5, "shared": 0.0},
    "both games alike": {"seat": 0.0, "start": 0.0, "shared": 1.5},
}
"""How the two games of a pair hang together; see `simulated`."""

SCORES = {0.0: (0.5, 0.65, 0.9), 0.3: (0.5, 0.65, 0.84), 0.9: (0.5, 0.52, 0.54)}
"""By the share of draws; the last ones are nearly as high as a score can be with so many."""

MATCHES = 4000
ERROR = 4 * math.sqrt(0.95 * 0.05 / MATCHES)
"""Four standard errors of a share of 0.95 among MATCHES: 0.0138. One true 0.95 in 30,000 strays farther to one side."""

HIGHEST = {(20, False): 1.0, (100, False): 0.98, (400, False): 0.97,
           (20, True): 1.0, (100, True): 0.9995, (400, True): 0.98}
"""The largest coverage allowed, by games and by whether most games are drawn. The pair won and the pair lost that are
added weigh most where there are few pairs and where pairs hardly differ."""


@pytest.mark.parametrize("games", [20, 100, 400])
@pytest.mark.parametrize("draws", SCORES)
@pytest.mark.parametrize("correlation", CORRELATIONS)
def test_it_holds_the_truth_as_often_as_it_says(correlation, draws, games):
    for seed, score in enumerate(SCORES[draws]):
        odds = pair_odds(score, draws, **CORRELATIONS[correlation])
        share = coverage(odds, games // 2, MATCHES, seed)
        assert 0.95 - ERROR <= share <= HIGHEST[games, draws > 0.5] + ERROR, (score, share)


@pytest.mark.parametrize(("score", "draws"), [(0.5, 0.0), (0.65, 0.3), (0.9, 0.0), (0.52, 0.9)])
def test_a_match_that_ends_when_its_interval_is_narrow_keeps_its_promise(score, draws):
    """500 matches, ended after 16 pairs or more when the interval reaches 0.08 to either side; four standard errors of
    0.95 are 0.039. Who is ahead does not matter to that rule."""
    odds, held = pair_odds(score, draws), 0
    paths = np.random.default_rng(9).choice(5, size=(500, 200), p=odds)
    for counts in np.cumsum(np.eye(5, dtype=int)[paths], axis=1)[:, 15:].tolist():
        interval = next(found for found in map(interval_of_counts, counts) if found.high - found.low <= 0.16)
        held += interval.low <= score <= interval.high
    assert held / 500 >= 0.95 - 0.039


def test_with_ten_pairs_it_holds_the_truth_by_the_exact_odds():
    """All 1001 results of ten pairs, weighted by their odds: no simulation, no error."""
    results = [np.diff([-1, *bars, 14]) - 1 for bars in itertools.combinations(range(14), 4)]
    intervals = [interval_of_counts(counts) for counts in np.array(results).tolist()]
    for (draws, scores), correlation in itertools.product(SCORES.items(), CORRELATIONS.values()):
        for score in scores:
            odds = pair_odds(score, draws, **correlation)
            held = [interval.low <= score <= interval.high for interval in intervals]
            assert multinomial(10, odds).pmf(results) @ held > 0.97


@pytest.mark.parametrize("worth", [(0.0, 1.0), (0.5, 1.0), (0.5, 0.75), (0.0, 0.75)])
@pytest.mark.parametrize("count", [5, 10, 50, 200])
def test_at_its_worst_it_holds_the_truth_in_93_of_100_matches(worth, count):
    """By exact odds, where pairs have two results only, such as when both games of a pair always end alike."""
    seen = np.arange(count + 1)
    intervals = [score_interval([worth[0]] * (count - k) + [worth[1]] * k) for k in seen.tolist()]
    for odds in np.linspace(0.01, 0.99, 99):
        truth = worth[0] * (1 - odds) + worth[1] * odds
        held = [interval.low <= truth <= interval.high for interval in intervals]
        assert binom(count, odds).pmf(seen) @ held > 0.93


@pytest.mark.parametrize("freedom", [MANY, 800, 10**4, 10**6])
@pytest.mark.parametrize("probability", [0.5, 0.6, 0.9, 0.975, 0.9995])
def test_students_quantile_is_that_of_the_library(freedom, probability):
    assert student(freedom, probability) == pytest.approx(float(stdtrit(freedom, probability)), rel=1e-9, abs=1e-9)

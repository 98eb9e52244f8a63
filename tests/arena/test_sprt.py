"""SPRT: the likelihood ratio by other means, published runs, the error rates by simulation, and what is refused."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import minimize

from treewright.arena.elo import score_of
from treewright.arena.intervals import PAIR_POINTS
from treewright.arena.simulated import decisions, pair_odds
from treewright.arena.sprt import Sprt
from treewright.core.errors import Refused

counts_of_pairs = st.lists(st.integers(0, 300), min_size=5, max_size=5).filter(any)

# ---------------------------------------------------------------- the likelihood ratio


def likeliest(counts, score):
    """The largest log-likelihood of any odds with this mean, found by a general optimiser."""
    seen = np.where(np.array(counts) > 0, counts, 1e-3)
    shares = seen / seen.sum()
    even = np.full(5, 0.2)
    found = minimize(
        lambda odds: -shares @ np.log(odds), even, jac=lambda odds: -shares / odds, method="SLSQP",
        bounds=[(1e-9, 1)] * 5, options={"maxiter": 1000, "ftol": 1e-14},
        constraints=[{"type": "eq", "fun": lambda odds: odds.sum() - 1},
                     {"type": "eq", "fun": lambda odds: odds @ PAIR_POINTS - score}])
    assert found.success
    return -seen.sum() * found.fun


@pytest.mark.parametrize("counts", [(3, 7, 20, 12, 8), (40, 1, 2, 5, 90), (2, 30, 200, 35, 1), (5, 0, 9, 0, 6)])
@pytest.mark.parametrize(("elo0", "elo1"), [(0, 30), (-50, 50), (100, 150)])
def test_it_is_the_ratio_of_the_largest_likelihoods(counts, elo0, elo1):
    expected = likeliest(counts, score_of(elo1)) - likeliest(counts, score_of(elo0))
    assert Sprt(elo0, elo1).llr(counts) == pytest.approx(expected, abs=2e-3)


@pytest.mark.parametrize(("llr", "elo0", "elo1", "counts"), [
    (2.95, -1.5, 0.5, (243, 1665, 3339, 1762, 281)),            # pull request 2598, short time control
    (2.63, -1.5, 0.5, (444, 5546, 17841, 5604, 428)),           # and long
    (2.94, -0.5, 1.5, (133, 1751, 5094, 1849, 165)),            # 2950
    (2.95, 0.25, 1.75, (149, 4748, 32785, 5063, 159)),
    (2.96, -0.5, 1.5, (17, 253, 1042, 337, 39)),                # 2971
    (2.93, 0.25, 1.75, (11, 407, 3238, 513, 11)),
    (2.96, -0.25, 1.25, (491, 7345, 29693, 7670, 465)),         # 3098
    (2.97, 0.25, 1.25, (53, 2220, 21459, 2445, 47)),
    (2.94, -0.25, 1.25, (253, 4282, 17604, 4431, 286)),         # 3209
    (2.97, 0.25, 1.25, (58, 3302, 33130, 3518, 84)),
])
def test_it_is_what_fishtest_printed(llr, elo0, elo1, counts):
    """Tests of Stockfish of the year 2020, when its bounds were in logistic Elo as ours are."""
    assert Sprt(elo0, elo1).llr(counts) == pytest.approx(llr, abs=0.006)


@given(counts_of_pairs, st.floats(-200, 150), st.floats(1, 50))
def test_the_mirrored_match_has_the_mirrored_ratio(counts, elo0, gap):
    there, back = Sprt(elo0, elo0 + gap), Sprt(-elo0 - gap, -elo0)
    assert back.llr(counts[::-1]) == pytest.approx(-there.llr(counts), abs=1e-6)


@given(counts_of_pairs, st.integers(2, 9))
def test_the_same_results_again_count_again(counts, times):
    counts = [count + 1 for count in counts]
    sprt = Sprt(0, 30)
    assert sprt.llr([times * count for count in counts]) == pytest.approx(times * sprt.llr(counts), abs=1e-6)


def test_many_matches_at_once_are_the_matches_one_by_one():
    counts = np.random.default_rng(0).integers(0, 50, (7, 3, 5))
    sprt = Sprt(-10, 40)
    one_by_one = [[sprt.llr(match) for match in row] for row in counts]
    assert sprt.llrs(counts) == pytest.approx(np.array(one_by_one))


@pytest.mark.parametrize("place", range(5))
def test_results_that_are_all_alike_are_no_trouble(place):
    counts = [0] * 5
    counts[place] = 1_000_000
    llr = Sprt(0, 30).llr(counts)
    assert math.isfinite(llr)
    assert (llr > 0) == (place > 2)


# ---------------------------------------------------------------- when it stops, and what it says


def test_the_bounds_are_walds():
    assert Sprt(0, 30).bounds == pytest.approx((-2.944, 2.944), abs=1e-3)
    assert Sprt(0, 30, alpha=0.01, beta=0.1).bounds == pytest.approx((math.log(0.1 / 0.99), math.log(90)))


def test_it_goes_on_until_a_bound_is_reached():
    sprt = Sprt(0, 30)
    assert sprt.verdict([0] * 5) is None
    assert sprt.verdict([10, 0, 20, 0, 12]) is None
    assert sprt.verdict([100, 0, 200, 0, 200]) == "H1"
    assert sprt.verdict([150, 0, 200, 0, 150]) == "H0"


def test_the_sentence_says_what_may_be_concluded_and_how_sure_it_is():
    sprt = Sprt(0, 30, alpha=0.05, beta=0.1)
    assert sprt.sentence([100, 0, 200, 0, 200], "rave") == (
        "H1 accepted after 1000 games: rave is more than 0 Elo stronger (were it 0 or less, at most about 5% of such "
        "matches would say so)")
    assert sprt.sentence([150, 0, 200, 0, 150]) == (
        "H0 accepted after 1000 games: the first agent is less than 30 Elo stronger (were it 30 or more, at most "
        "about 10% of such matches would say so)")
    assert sprt.sentence([0] * 5) == (
        "not decided after 0 games: the log-likelihood ratio is 0.00, and -2.25 would accept H0 (0 Elo), 2.89 H1 "
        "(30 Elo)")


# ---------------------------------------------------------------- its error rates

MATCHES = 2000
ERROR = 4 * math.sqrt(0.05 * 0.95 / MATCHES)
"""Four standard errors of a share of 0.05 among MATCHES: 0.0195."""


@pytest.mark.parametrize(("draws", "sprt"), [(0.0, Sprt(0, 60)), (0.3, Sprt(-30, 30)), (0.9, Sprt(0, 30))], ids=str)
def test_it_errs_no_more_often_than_it_says(draws, sprt):
    for elo, wrong in ((sprt.elo0, True), (sprt.elo1, False)):
        accepted, pairs = decisions(sprt, pair_odds(score_of(elo), draws), MATCHES, seed=1)
        assert np.mean(accepted == wrong) <= 0.05 + ERROR
        assert pairs.min() > 5


def test_unequal_error_rates_are_kept_apart():
    sprt = Sprt(0, 80, alpha=0.01, beta=0.2)
    accepted, _ = decisions(sprt, pair_odds(score_of(0), 0.2), MATCHES, seed=2)
    assert accepted.mean() <= 0.01 + 4 * math.sqrt(0.01 * 0.99 / MATCHES)
    accepted, _ = decisions(sprt, pair_odds(score_of(80), 0.2), MATCHES, seed=3)
    assert 0.1 < 1 - accepted.mean() <= 0.2 + 4 * math.sqrt(0.2 * 0.8 / MATCHES)


@pytest.mark.parametrize("elo", [-20, 0, 30, 60, 90])
def test_the_outlook_is_about_what_happens(elo):
    """Within a tenth and a few pairs: it leaves out that the last pair overshoots the bound."""
    sprt, odds = Sprt(0, 60), pair_odds(score_of(elo), 0.1)
    accepted, pairs = decisions(sprt, odds, 1000, seed=4)
    likely, expected = sprt.outlook(odds)
    assert accepted.mean() == pytest.approx(likely, abs=0.05)
    assert pairs.mean() == pytest.approx(expected, rel=0.12, abs=5)


@given(counts_of_pairs.filter(lambda counts: sum(count > 0 for count in counts) > 1))
def test_the_outlook_is_a_probability_and_a_number_of_pairs(counts):
    likely, expected = Sprt(0, 30).outlook(counts)
    assert 0 <= likely <= 1
    assert expected > 0


def test_pairs_that_are_all_alike_give_no_outlook():
    with pytest.raises(Refused, match="all pairs are alike"):
        Sprt(0, 30).outlook([0, 0, 12, 0, 0])


# ---------------------------------------------------------------- how it is written


def test_it_is_read_as_it_is_written():
    assert Sprt.parse("elo0=0,elo1=30") == Sprt(0, 30)
    assert Sprt.parse(" elo1 = 5.5, beta=0.1, elo0=-5,alpha=0.01,") == Sprt(-5, 5.5, 0.01, 0.1)
    assert str(Sprt(0, 30)) == "elo0=0,elo1=30,alpha=0.05,beta=0.05"
    assert Sprt.parse(str(Sprt(-2.5, 30, 0.01))) == Sprt(-2.5, 30, 0.01)


@pytest.mark.parametrize(("text", "complaint"), [
    ("", "an SPRT needs elo0 and elo1: write elo0=0,elo1=30"),
    ("elo0=0", "an SPRT needs elo1: write elo0=0,elo1=30"),
    ("elo0=30,elo1=0", "elo0 must be less than elo1, not 30 and 0"),
    ("elo0=5,elo1=5", "elo0 must be less than elo1"),
    ("elo0=0,elo1=5000", "elo0 and elo1 must be from -1000 to 1000, not 0 and 5000"),
    ("elo0=0,elo1=30,alpha=0.5", "alpha must be between 0 and 0.5, not 0.5"),
    ("elo0=0,elo1=30,beta=0", "beta must be between 0 and 0.5, not 0"),
    ("elo0=0,elo1=30,alhpa=0.1", "an SPRT has no alhpa; did you mean alpha?"),
    ("elo0=0,elo1=30,games=4", "an SPRT has no games; there are alpha, beta, elo0, elo1"),
    ("elo0=0,elo1=30,elo1=40", "elo1 is given twice"),
    ("elo0=0,elo1", "elo1 needs a number of Elo: write elo1=30"),
    ("elo0=0,elo1=30,alpha", "alpha needs a number: write alpha=0.05"),
    ("elo0=0,elo1=much", "elo1 must be a number, not 'much'"),
    ("elo0=0,elo1=nan", "elo1 must be a number, not 'nan'"),
    ("elo0=0,elo1=", "elo1 must be a number, not ''"),
])
def test_what_cannot_be_meant_is_refused_in_a_sentence(text, complaint):
    with pytest.raises(Refused) as refused:
        Sprt.parse(text)
    assert complaint in str(refused.value)

"""Ratings: what they maximise, how sure they say they are, and whether they find strengths that are known."""

import itertools
import math
import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import minimize

from treewright.arena.elo import SCALE, elo_of, score_of
from treewright.arena.intervals import PAIR_POINTS
from treewright.arena.ratings import rate
from treewright.arena.simulated import pair_odds
from treewright.arena.tally import Tally
from treewright.core.errors import Refused

counts_of_pairs = st.lists(st.integers(0, 40), min_size=5, max_size=5).filter(any)


def tallied(**counts):
    """Tallies from names such as a_b=(0, 1, 2, 3, 4)."""
    return {tuple(pairing.split("_")): Tally(list(pairs)) for pairing, pairs in counts.items()}


# ---------------------------------------------------------------- the ratings


@given(counts_of_pairs)
def test_two_agents_get_the_odds_of_their_score_with_half_a_pair_won_and_half_a_pair_lost(counts):
    ratings = rate({("a", "b"): Tally(counts)})
    score = (np.dot(counts, PAIR_POINTS) + 0.5) / (sum(counts) + 1)
    assert ratings.difference("a", "b").mean == pytest.approx(elo_of(score), abs=1e-6)
    assert ratings.elo.sum() == pytest.approx(0, abs=1e-9)


def test_the_interval_of_two_agents_by_hand():
    """The standard error of the mean of the pairs, divided by the slope of the score over the odds' logarithm; 2.086
    belongs to 20 degrees of freedom."""
    widened = np.array([3 + 0.5, 1, 6, 4, 6 + 0.5])
    score = widened @ PAIR_POINTS / 21
    error = math.sqrt(widened @ (PAIR_POINTS - score) ** 2 / 20 / 21)
    interval = rate(tallied(a_b=(3, 1, 6, 4, 6))).difference("a", "b")
    half = 2.085963 * SCALE * error / (score * (1 - score))
    assert (interval.high - interval.mean, interval.mean - interval.low) == pytest.approx((half, half), abs=1e-3)


THREE = {"a_b": (1, 4, 9, 6, 5), "b_c": (0, 1, 3, 2, 8), "a_c": (0, 0, 1, 0, 4)}


def test_they_are_what_a_general_optimiser_finds():
    """With half a pair won and lost for each agent, spread over its opponents as its pairs are."""
    games = {"ab": 25, "bc": 14, "ac": 5}
    shares = {"ab": (25 / 30 + 25 / 39) / 4, "bc": (14 / 39 + 14 / 19) / 4, "ac": (5 / 30 + 5 / 19) / 4}
    points = {key: np.dot(THREE[f"{key[0]}_{key[1]}"], PAIR_POINTS) + shares[key] for key in games}

    def unlikely(elo):
        """Minus the log-likelihood; c is 0."""
        strength = dict(zip("abc", [*elo, 0.0]))
        odds = {key: score_of(strength[key[0]] - strength[key[1]]) for key in games}
        return -sum(points[key] * math.log(odds[key])
                    + (games[key] + 2 * shares[key] - points[key]) * math.log(1 - odds[key]) for key in games)

    found = minimize(unlikely, [0.0, 0.0], method="BFGS", options={"gtol": 1e-9}).x
    ratings = rate(tallied(**THREE))
    assert [ratings.difference("a", "c").mean, ratings.difference("b", "c").mean] == pytest.approx(found, abs=0.01)


def test_a_pairing_may_be_told_from_either_side_and_in_parts():
    whole = rate(tallied(**THREE))
    parts = rate(tallied(b_a=(3, 2, 4, 3, 1), a_b=(0, 1, 5, 4, 2), c_b=(8, 2, 3, 1, 0), a_c=(0, 0, 1, 0, 4)))
    for pairing in itertools.permutations("abc", 2):
        mine, theirs = whole.difference(*pairing), parts.difference(*pairing)
        assert (mine.mean, mine.low, mine.high) == pytest.approx((theirs.mean, theirs.low, theirs.high))


def test_games_against_oneself_weigh_nothing():
    alone = rate(tallied(**THREE, a_a=(3, 3, 9, 3, 3)))
    assert alone.elo == pytest.approx(rate(tallied(**THREE)).elo)


def test_the_best_come_first():
    ratings = rate(tallied(a_b=(9, 0, 5, 0, 1), b_c=(8, 0, 3, 1, 0), c_a=(0, 0, 1, 1, 9)))
    assert ratings.ranked() == ["c", "b", "a"]


def test_an_agent_that_won_everything_is_strong_but_nobody_knows_how_strong():
    """Half a pair lost besides 40 won: a score of 40.5 / 41 against both."""
    ratings = rate(tallied(a_b=(0, 0, 0, 0, 20), b_c=(4, 2, 8, 3, 3), c_a=(20, 0, 0, 0, 0)))
    a, b = ratings.interval("a"), ratings.interval("b")
    against_both = [ratings.difference("a", other).mean for other in "bc"]
    assert np.mean(against_both) == pytest.approx(elo_of(40.5 / 41), rel=0.01)
    assert a.high - a.low > 1.5 * (b.high - b.low)
    assert a.low > b.high


def test_whoever_beat_each_other_in_a_circle_are_equal():
    ratings = rate(tallied(a_b=(0, 0, 2, 0, 8), b_c=(0, 0, 2, 0, 8), c_a=(0, 0, 2, 0, 8)))
    assert ratings.elo == pytest.approx(np.zeros(3), abs=1e-6)


# ---------------------------------------------------------------- how sure they are


def width(**counts):
    interval = rate(tallied(**counts)).difference("a", "b")
    return interval.high - interval.low


def test_pairs_whose_games_end_alike_are_worth_half_as_many_games():
    """A hundred pairs of equal agents: a hundred coins if both games always end alike, two hundred if they are
    independent."""
    assert width(a_b=(50, 0, 0, 0, 50)) == pytest.approx(math.sqrt(2) * width(a_b=(25, 0, 50, 0, 25)), rel=0.01)


def test_draws_are_not_halves_of_coins():
    """Nine games of ten drawn: a tenth of the variance of coins."""
    coins, drawn = width(a_b=(500, 0, 1000, 0, 500)), width(a_b=(5, 180, 1630, 180, 5))
    assert drawn == pytest.approx(math.sqrt(0.1) * coins, rel=0.02)


def test_more_pairs_are_surer():
    assert width(a_b=(50, 50, 200, 50, 90)) == pytest.approx(width(a_b=(5, 5, 20, 5, 9)) / math.sqrt(10), rel=0.05)


def test_a_difference_knows_what_two_ratings_have_in_common():
    """Both a and b beat c now more, now less; what that does to c moves them alike."""
    ratings = rate(tallied(a_b=(5, 5, 200, 5, 5), a_c=(1, 1, 4, 1, 3), b_c=(1, 1, 4, 1, 3)))
    half = {agent: ratings.interval(agent).high - ratings.interval(agent).mean for agent in "ab"}
    difference = ratings.difference("a", "b")
    assert difference.high - difference.mean < 0.5 * (half["a"] + half["b"])


def test_superiority_is_one_half_for_equals_and_grows_with_the_difference():
    ratings = rate(tallied(a_b=(5, 0, 20, 0, 5), b_c=(9, 0, 20, 0, 2)))
    assert ratings.superiority("a", "b") == pytest.approx(0.5)
    assert ratings.superiority("a", "a") == 0.5
    assert 0.9 < ratings.superiority("c", "b") < 0.995
    assert ratings.superiority("b", "c") == pytest.approx(1 - ratings.superiority("c", "b"))
    sure = ratings.superiority("c", "b")
    assert ratings.difference("c", "b", confidence=2 * sure - 1).low == pytest.approx(0, abs=1e-6)


# ---------------------------------------------------------------- agents that did not meet


def test_agents_that_no_games_connect_are_rated_apart():
    ratings = rate(tallied(a_b=(2, 1, 9, 3, 5), c_d=(0, 1, 2, 1, 0), d_e=(5, 1, 2, 1, 1), f_a=(0, 0, 0, 0, 0)))
    assert ratings.groups == (("c", "d", "e"), ("a", "b"), ("f",))
    for group in ratings.groups:
        assert sum(ratings.interval(agent).mean for agent in group) == pytest.approx(0, abs=1e-9)
    assert (ratings.interval("f").low, ratings.interval("f").high) == (-math.inf, math.inf)
    assert "only: c, d, e; a, b; f" in ratings.remarks()[-1]
    with pytest.raises(Refused, match="no games connect a with c, so nothing is known of their difference"):
        ratings.difference("a", "c")


def test_a_group_is_rated_as_if_it_were_alone():
    there, alone = rate(tallied(**THREE, x_y=(9, 0, 1, 0, 0))).interval("a"), rate(tallied(**THREE)).interval("a")
    assert (there.mean, there.low, there.high) == pytest.approx((alone.mean, alone.low, alone.high))


def test_connected_agents_are_not_warned_about():
    assert len(rate(tallied(**THREE)).remarks()) == 1


def test_nobody_played_nobody_is_rated():
    assert rate({}).ranked() == []


def test_an_unknown_agent_gets_the_nearest_name():
    with pytest.raises(Refused, match=r"there is no rating of rvae; did you mean rave\?"):
        rate(tallied(rave_uct=(0, 1, 2, 1, 1))).interval("rvae")


# ---------------------------------------------------------------- do they find what is known?


def round_robins(strengths, pairs, draws, runs, seed):
    """The ratings of many simulated round robins. `draws` is a share of the most draws that a score allows."""
    rng, met = np.random.default_rng(seed), list(itertools.combinations(range(len(strengths)), 2))
    drawn = []
    for i, j in met:
        score = score_of(strengths[i] - strengths[j])
        drawn.append(rng.multinomial(pairs, pair_odds(score, draws * 2 * min(score, 1 - score)), size=runs))
    for run in np.stack(drawn, axis=1).tolist():
        yield rate({(str(i), str(j)): Tally(counts) for (i, j), counts in zip(met, run)})


STRENGTHS = {"near": (-150.0, -50.0, 0.0, 50.0, 150.0), "far": (-400.0, -100.0, 0.0, 200.0, 300.0)}
ROBINS = 400


@pytest.mark.parametrize("pairs", [5, 20, 80])
@pytest.mark.parametrize("draws", [0.0, 0.3, 0.9])
@pytest.mark.parametrize("apart", STRENGTHS)
def test_the_intervals_hold_known_strengths(apart, draws, pairs):
    """400 round robins of five agents. The ratings of one robin hang together, so the error is that of the mean of the
    robins' shares: at most four times 0.11 / sqrt(400) = 0.022. With few pairs the intervals promise too little."""
    strengths = STRENGTHS[apart]
    shares = [np.mean([ratings.interval(str(k)).low <= truth <= ratings.interval(str(k)).high
                       for k, truth in enumerate(strengths)])
              for ratings in round_robins(strengths, pairs, draws, ROBINS, seed=pairs)]
    error = 4 * np.std(shares) / math.sqrt(ROBINS)
    assert error < 0.03
    assert 0.95 - error <= np.mean(shares) <= {5: 0.99, 20: 0.975, 80: 0.965}[pairs] + error


def test_differences_hold_known_differences():
    """400 round robins: four standard errors of 0.95 are 0.044."""
    for draws, (first, second) in ((0.0, (0, 4)), (0.6, (1, 2))):
        strengths = STRENGTHS["near"]
        held = []
        for ratings in round_robins(strengths, 20, draws, ROBINS, seed=5):
            interval = ratings.difference(str(first), str(second))
            held.append(interval.low <= strengths[first] - strengths[second] <= interval.high)
        assert np.mean(held) >= 0.95 - 0.044


def test_sixteen_times_the_games_make_a_fourth_of_the_error():
    """The spread of a root mean square of 400 round robins is about 3 per cent."""
    strengths, errors = STRENGTHS["near"], {}
    for pairs in (10, 160):
        strayed = [ratings.elo - strengths for ratings in round_robins(strengths, pairs, 0.3, ROBINS, seed=6)]
        errors[pairs] = math.sqrt(np.mean(np.square(strayed)))
    assert errors[10] / errors[160] == pytest.approx(4, rel=0.12)


def test_thirty_agents_take_no_time():
    rng = np.random.default_rng(0)
    strengths = rng.normal(0, 200, 30)
    tallies = {}
    for i, j in itertools.combinations(range(30), 2):
        score = score_of(strengths[i] - strengths[j])
        tallies[str(i), str(j)] = Tally(rng.multinomial(50, pair_odds(score, 0.5 * min(score, 1 - score))).tolist())
    begun = time.perf_counter()
    ratings = rate(tallies)
    assert time.perf_counter() - begun < 0.3
    assert np.corrcoef(ratings.elo, strengths)[0, 1] > 0.98

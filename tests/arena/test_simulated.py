"""Simulated pairs have the score, the draws and the correlation that they are asked for."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from treewright.arena.intervals import PAIR_POINTS
from treewright.arena.simulated import coverage, pair_odds
from treewright.core.errors import Refused

ALONE = {"seat": 0.0, "start": 0.0, "shared": 0.0}


def spread(odds):
    return odds @ np.square(PAIR_POINTS) - (odds @ PAIR_POINTS) ** 2


@given(st.floats(0.02, 0.98), st.floats(0, 0.95), st.floats(-2, 2), st.floats(0, 2), st.floats(0, 2))
def test_the_score_is_the_one_asked_for(score, share, seat, start, shared):
    odds = pair_odds(score, share * 2 * min(score, 1 - score), seat=seat, start=start, shared=shared)
    assert odds.min() >= 0
    assert odds.sum() == pytest.approx(1)
    assert odds @ PAIR_POINTS == pytest.approx(score, abs=1e-6)


@given(st.floats(0.05, 0.95), st.floats(0, 0.95))
def test_without_anything_in_common_a_pair_is_two_games(score, share):
    draws = share * 2 * min(score, 1 - score)
    win = score - draws / 2
    one = np.array([1 - draws - win, draws, win])
    assert pair_odds(score, draws, **ALONE) == pytest.approx(np.convolve(one, one), abs=1e-9)


def test_seats_and_starts_make_the_games_of_a_pair_differ_and_shared_luck_makes_them_alike():
    two_games = spread(pair_odds(0.6, 0.2, **ALONE))
    assert spread(pair_odds(0.6, 0.2, **{**ALONE, "seat": 1.0})) < two_games
    assert spread(pair_odds(0.6, 0.2, **{**ALONE, "start": 1.0})) < two_games
    assert spread(pair_odds(0.6, 0.2, **{**ALONE, "shared": 1.0})) > two_games


def test_the_hidden_difference_drawn_at_random_gives_the_same_odds():
    """The model of the module's docstring, played, for a seat that decides much: threshold and skill by hand."""
    rng, pairs = np.random.default_rng(3), 400_000
    u, v = rng.normal(0, 0.7, pairs), rng.normal(0, 0.5, pairs)
    results = np.zeros(pairs, int)
    for sign in (1, -1):
        difference = 0.3 + sign * (0.8 + u) + v + rng.standard_normal(pairs)
        results += (difference > -0.5).astype(int) + (difference > 0.5)
    played = np.bincount(results, minlength=5) / pairs
    wins, losses = (np.mean([np.mean(side) for side in sides]) for sides in _sides(u, v, rng))
    odds = pair_odds(wins + (1 - wins - losses) / 2, 1 - wins - losses, seat=0.8, start=0.7, shared=0.5)
    assert odds == pytest.approx(played, abs=0.006)


def _sides(u, v, rng):
    games = [0.3 + sign * (0.8 + u) + v + rng.standard_normal(len(u)) for sign in (1, -1)]
    return [game > 0.5 for game in games], [game < -0.5 for game in games]


def test_a_score_that_so_many_draws_rule_out_is_refused():
    with pytest.raises(Refused, match=r"no agent scores 0.9 with 0.3 of its games drawn"):
        pair_odds(0.9, 0.3)
    with pytest.raises(Refused, match="no agent scores 1"):
        pair_odds(1.0)


def test_less_confidence_covers_less():
    odds = pair_odds(0.6)
    assert coverage(odds, 100, 2000, confidence=0.5) == pytest.approx(0.5, abs=0.06)

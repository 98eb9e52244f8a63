"""RAVE's order: whose plays count, with which sign, and how often."""

import math

import numpy as np
import pytest

import treewright as tw
from tests.playout.choosing import drawn
from tests.playout.told import learnt
from treewright.core.errors import Refused
from treewright.games.heap_go import HeapGo
from treewright.playout.rave_order import PLAYS, RaveOrder

GAME = HeapGo(6, 1)
"""Two players and six actions, all legal in the beginning."""
a, b, c, d, e, f = range(6)
NEVER = -math.inf


@pytest.mark.parametrize("plays", PLAYS)
def test_figure_1(plays):
    """Six simulations; a and b are played in two each, one of which goes through s_1, to which c and d lead here. "The
    RAVE values are Q(s_0, a) = (18 + 10) / 2 = 14, Q(s_0, b) = (10 + 20) / 2 = 15. So RAVE thinks action b is better
    than action a." (RIDE, which compares both in s_1, thinks a is better, by 18 - 10.)"""
    policy = learnt(RaveOrder(plays), GAME, [
        ([(0, c), (1, d), (0, a)], 18), ([(0, c), (1, d), (0, b)], 10), ([(0, a), (1, d)], 10),
        ([(0, b), (1, d)], 20), ([(0, d), (1, e)], 12), ([(0, e), (1, d)], 14)])
    assert (policy.worth[a], policy.worth[b]) == ((18 + 10) / 2, (10 + 20) / 2) == (14, 15)
    assert policy.listed.index(b) < policy.listed.index(a)


@pytest.mark.parametrize(("plays", "worth"), [
    ("root", [6, NEVER, 6, NEVER]), ("own", [0, -6, 6, NEVER]), ("all", [6, 6, 6, NEVER])])
def test_whose_plays_count_and_with_which_sign(plays, worth):
    policy = learnt(RaveOrder(plays), GAME, [([(0, a), (1, b), (0, c), (1, a)], 6)])
    assert list(policy.worth[:4]) == worth


@pytest.mark.parametrize(("plays", "worth"), [("root", [-6, NEVER]), ("own", [-6, 6]), ("all", [-6, -6])])
def test_the_outcome_is_his_who_moves_first_whoever_that_is(plays, worth):
    policy = learnt(RaveOrder(plays), GAME, [([(1, a), (0, b)], 6)])
    assert list(policy.worth[:2]) == worth


@pytest.mark.parametrize("plays", PLAYS)
def test_what_chance_brings_is_no_action_of_anybody(plays):
    policy = learnt(RaveOrder(plays), GAME, [([(-1, c), (1, a), (-1, a)], 6)])
    assert list(policy.worth[:3]) == [-6, NEVER, NEVER]


@pytest.mark.parametrize(("plays", "samples"), [("root", 2), ("own", 3), ("all", 2)])
def test_an_action_counts_once_in_a_simulation_for_each_player_who_counts(plays, samples):
    policy = learnt(RaveOrder(plays), GAME, [([(0, a), (1, b), (0, a), (1, a)], 6), ([(0, a), (1, b), (0, a)], 3)])
    assert policy.samples[a] == samples
    assert policy.worth[a] == {"root": 4.5, "own": 1.0, "all": 4.5}[plays]


def test_the_order_begins_with_the_best_and_ends_with_what_nobody_played():
    policy = learnt(RaveOrder(), GAME, [([(0, d)], 1), ([(0, b)], -3), ([(0, e)], 2), ([(0, c)], 1)])
    assert policy.listed == [e, c, d, b, a, f]


def test_maxi_plays_the_best_and_one_of_equals():
    policy = learnt(RaveOrder(), GAME, [([(0, d)], 1), ([(0, b)], -3), ([(0, c)], 1)])
    counts = drawn(GAME, policy, GAME.new())
    assert list(np.flatnonzero(counts)) == [c, d]
    assert np.all(np.abs(counts[[c, d]] - 1000) < 120)
    assert drawn(GAME, policy, GAME.position("C D"))[b] == 2000
    assert np.all(drawn(GAME, policy, GAME.position("C D B"))[[a, e, f]] > 500)


def test_rand_plays_like_uniform_and_learns():
    game, plain = tw.connect_four(), tw.uct(simulations=300)
    taught = tw.uct(simulations=300, playout=tw.rave_order(default="rand"))
    assert [row.visits for row in taught.search(game).rows] == [row.visits for row in plain.search(game).rows]
    assert len(set(taught.learnt.worth)) == 7
    assert taught.learnt.samples.max() <= 300


@pytest.mark.parametrize(("keep", "simulations"), [(True, 60), (False, 20)])
def test_what_was_learnt_is_kept_from_move_to_move_or_not(keep, simulations):
    """Five heaps of one counter: the last is taken in every simulation."""
    game, player = tw.heap_go("B1 / B1 / B1 / B1 / B1"), tw.uct(simulations=20, playout=tw.rave_order("own", keep=keep))
    player.begin(game, 0, 1)
    for moves in ([], [0, 1], [0, 1, 2, 3]):
        player.see(game.position(moves))
        player.choose()
    assert player.learnt.clock[0] == simulations
    assert player.learnt.samples[4] == simulations


@pytest.mark.parametrize(("given", "said"), [
    ({"plays": "mine"}, "plays must be one of root, own, all, not 'mine'"),
    ({"default": "best"}, "default must be one of maxi, rand, not 'best'"),
    ({"keep": 3}, "keep must be True or False, not 3")])
def test_words_that_mean_nothing_are_refused(given, said):
    with pytest.raises(Refused, match=said):
        tw.rave_order(**given)

"""Pairwise values: the formula step by step, who is compared with whom, what C and the rate do."""

import math

import numpy as np
import pytest

import treewright as tw
from tests.playout.choosing import drawn
from tests.playout.told import traced
from treewright.core.component import fitted
from treewright.core.errors import Refused
from treewright.games.heap_go import HeapGo
from treewright.playout.pairwise import Pairwise

GAME = HeapGo(6, 1)
"""Six actions, all legal in the beginning."""
a, b, c, d, e, f = range(6)
NODE = np.dtype([("first", "i4"), ("count", "i4"), ("visits", "i4"), ("action", "i4"), ("worth", "f4")])
ROOT, A, B, C, A_B, A_C, A_D = range(7)


class Worths:
    """In place of a selection rule."""

    @staticmethod
    def value(nodes, i):
        return nodes["worth"][i]


def a_tree():
    """A root where a, b and c were tried, worth 4, 1 and 2; below a node where b and c are worth 5 and 3, and d was
    never tried."""
    return np.array([(A, 3, 9, -1, 0), (A_B, 3, 4, a, 4), (0, 0, 2, b, 1), (0, 0, 3, c, 2),
                     (0, 0, 1, b, 5), (0, 0, 2, c, 3), (0, 0, 0, d, 9)], NODE)


def after(policy, *paths, players=(0, 1)):
    """The policy after some simulations down these nodes."""
    policy, nodes = fitted(policy, GAME), a_tree()
    for path in paths:
        trace = traced(GAME, [(player, nodes["action"][at]) for player, at in zip(players, path)], 1)
        trace.depth, trace.path[1:len(path) + 1] = len(path), path
        policy.learn(GAME, Worths(), nodes.view(np.recarray), trace)
    return policy


def test_the_formula_by_hand():
    """Alpha is 1 the first time a is chosen: Q(a) becomes Q(b) + 4 - 1, then Q(c) + 4 - 2. The second time it is
    1 / sqrt(2)."""
    once = after(Pairwise(), [A])
    assert list(once.worth[:3]) == [4 - 2, 0, 0]
    twice, alpha = 2.0, 1 / math.sqrt(2)
    twice -= alpha * (twice - 0 - (4 - 1))
    twice -= alpha * (twice - 0 - (4 - 2))
    assert list(after(Pairwise(), [A], [A]).worth[:3]) == [twice, 0, 0]


def test_another_value_counts_as_it_is_by_then():
    """b is compared with a, whose Q is 2, then with c."""
    assert list(after(Pairwise(), [A], [B]).worth[:3]) == [2, 0 + 1 - 2, 0]
    q_a, slower = 1.75, after(Pairwise(rate=0.5), [A], [B])
    assert list(slower.worth[:3]) == [q_a, 0.5 * (0.5 * (q_a + 1 - 4)) + 0.5 * (1 - 2), 0]


def test_the_last_node_comes_first_and_actions_that_were_not_tried_do_not_count():
    """Below a, b is worth 2 more than c, so Q(b) = 2; then Q(a) becomes Q(b) + 4 - 1, then Q(c) + 4 - 2."""
    policy = after(Pairwise(rate=0.5), [A, A_B])
    q_b = 0.5 * (5 - 3)
    assert list(policy.worth) == [0.5 * (0.5 * (q_b + 4 - 1)) + 0.5 * (4 - 2), q_b, 0, 0, 0, 0]
    assert list(policy.visits) == [1, 1, 0, 0, 0, 0]


def test_what_chance_chose_is_not_compared():
    assert list(after(Pairwise(), [A, A_B], players=(-1, 1)).worth[:3]) == [0, 2, 0]


def test_the_constant_is_a_factor_of_all_values():
    paths = [A], [B], [A, A_C], [C], [A, A_B]
    one, less = after(Pairwise(), *paths), after(Pairwise(c=0.7), *paths)
    assert less.worth == pytest.approx(0.7 * one.worth)
    assert less.listed == one.listed


def test_maxi_plays_the_largest_value_and_one_of_equals():
    policy = after(Pairwise(), [A], [B])                                     # 2, -1, and 0 for all others
    assert policy.listed == [a, c, d, e, f, b]
    assert drawn(GAME, policy, GAME.new())[a] == 2000
    assert list(np.flatnonzero(drawn(GAME, policy, GAME.position("A")))) == [c, d, e, f]


def test_rand_plays_like_uniform_and_learns():
    game, plain = tw.connect_four(), tw.uct(simulations=300)
    taught = tw.uct(simulations=300, playout=tw.pairwise(default="rand"))
    assert [row.visits for row in taught.search(game).rows] == [row.visits for row in plain.search(game).rows]
    assert len(set(taught.learnt.worth)) == 7
    assert taught.learnt.visits.sum() > 300


@pytest.mark.parametrize(("given", "said"), [
    ({"c": 0}, "c must be a finite number above 0, not 0.0"), ({"c": math.inf}, "c must be a finite number above 0"),
    ({"rate": 0}, "rate must be above 0 and at most 1, not 0.0"), ({"rate": 1.5}, "at most 1, not 1.5"),
    ({"default": "best"}, "default must be one of maxi, rand, not 'best'")])
def test_numbers_that_make_no_sense_are_refused(given, said):
    with pytest.raises(Refused, match=said):
        tw.pairwise(**given)

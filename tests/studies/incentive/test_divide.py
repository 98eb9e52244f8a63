"""Orders of groups of heaps: how they are dealt, learnt and put together, and what that costs."""

import itertools
from types import SimpleNamespace

import numpy as np
import pytest

from treewright import agent
from treewright.core.errors import Refused
from treewright.core.stream import branch
from treewright.playout.linear_ordering import exact
from treewright.studies.incentive.divide import dealt, divide, learn
from treewright.studies.incentive.exact import exact_differences
from treewright.studies.incentive.match_rate import hotter, match_rate, random_setup


class KnowsAll:
    """Finds the exact order of whatever game it is given, and remembers what it was asked."""

    def __init__(self):
        self.seen, self.seeds = [], []

    def search(self, game, position, seed):
        setup = position["counter"][0, :game.widest, :game.tallest]
        self.seen.append(setup.copy())
        self.seeds.append(seed.spawn_key)
        self.learnt = SimpleNamespace(listed=[int(action) for action in exact(exact_differences(setup)).order])
        return SimpleNamespace(simulations=7)


@pytest.mark.parametrize("heaps", range(3, 9))
def test_the_heaps_are_dealt_into_halves(heaps):
    pairs = set()
    for seed in range(200):
        one, other = dealt(heaps, branch(seed))
        assert sorted([*one, *other]) == list(range(heaps))
        assert len(one) == heaps // 2
        pairs |= {pair for group in (one, other) for pair in itertools.combinations(group.tolist(), 2)}
    assert len(pairs) == heaps * (heaps - 1) // 2


def test_a_group_learns_on_its_own_heaps_and_speaks_of_those_of_the_whole():
    from treewright.games.heap_go import HeapGo

    setup, group, player = random_setup(5, 3, 1), np.array([1, 4]), KnowsAll()
    order, spent = learn(setup, group, HeapGo(2, 3), player, branch(0))
    assert np.array_equal(player.seen[0], setup[group])
    assert sorted(order) == [3, 4, 5, 12, 13, 14]
    assert spent == 7
    alone = exact(exact_differences(setup[group])).order
    assert [3 * int(group[action // 3]) + int(action % 3) for action in alone] == order.tolist()


def test_runs_go_on_until_every_pair_is_decided():
    for seed in range(10):
        setup, player = random_setup(4, 3, seed), KnowsAll()
        found = divide(setup, player, seed)
        assert sorted(found.order) == list(range(12))
        assert found.undecided == 0
        assert len(player.seen) == 2 * found.runs
        assert found.simulations == 14 * found.runs
        assert len(set(player.seeds)) == len(player.seeds)
        assert found.runs == 1 or divide(setup, KnowsAll(), seed, most_runs=found.runs - 1).undecided > 0


def test_exact_orders_of_the_halves_make_an_order_as_good_as_that_of_the_whole():
    whole, divided = [], []
    for seed in range(20):
        setup = random_setup(5, 4, seed)
        truth = hotter(setup)
        whole.append(match_rate(exact(exact_differences(setup)).order, truth))
        divided.append(match_rate(divide(setup, KnowsAll(), seed).order, truth))
    assert np.mean(divided) > np.mean(whole) - 1


def test_a_group_of_one_heap_costs_nothing():
    setup, player = random_setup(3, 3, 1), KnowsAll()
    found = divide(setup, player, 1)
    assert found.undecided == 0
    assert [len(heaps) for heaps in player.seen] == [2] * found.runs
    assert found.simulations == 7 * found.runs


def test_as_many_runs_as_allowed():
    found = divide(random_setup(6, 3, 1), KnowsAll(), 1, most_runs=1)
    assert found.runs == 1
    assert found.undecided >= 9 * 9
    assert sorted(found.order) == list(range(18))


def test_incentive_learning_by_halves():
    setup = random_setup(6, 4, 2)
    player = agent("uct(playout=incentive(), simulations=2000, scale=unit)")
    found = divide(setup, player, 3)
    assert found.undecided == 0
    assert found.simulations == 2 * 2000 * found.runs
    assert match_rate(found.order, hotter(setup)) > 70
    again = divide(setup, agent(str(player)), 3)
    assert list(again.order) == list(found.order)
    assert again[1:] == found[1:]
    other = divide(setup, player, 4)
    assert list(other.order) != list(found.order)


def test_two_heaps_cannot_be_divided():
    with pytest.raises(Refused, match="there must be at least 3 heaps to divide them, not 2"):
        divide(random_setup(2, 3, 1), KnowsAll(), 1)


def test_no_run_is_no_order():
    with pytest.raises(Refused, match="most_runs must be at least 1, not 0"):
        divide(random_setup(4, 3, 1), KnowsAll(), 1, most_runs=0)

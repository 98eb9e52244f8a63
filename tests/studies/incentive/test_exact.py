"""Exact values of Heap-Go and the exact D, beside plain recursion over tuples and beside `perfect`."""

import itertools
import time
from functools import lru_cache

import numpy as np
import pytest

from treewright.agents.perfect import perfect
from treewright.core.errors import Refused
from treewright.games.heap_go import HeapGo
from treewright.playout.linear_ordering import exact
from treewright.studies.incentive.exact import exact_differences, values
from treewright.studies.incentive.match_rate import hotter, match_rate, random_setup

LEFT, RIGHT = 0, 1


def taken(heap, player):
    """The rules once more: what is left of a heap, and the points."""
    heap, points = list(heap), 0
    while heap:
        counter = heap.pop()
        points += abs(counter)
        if (counter < 0) == (player == LEFT):
            break
    return tuple(heap), points


def plain_q(position, player):
    """Q of the move on each heap, None where there is nothing to take."""
    found = []
    for k, heap in enumerate(position):
        rest, points = taken(heap, player)
        found.append(points - plain_value((*position[:k], rest, *position[k + 1:]), 1 - player) if heap else None)
    return found


@lru_cache(None)
def plain_value(position, player):
    """What the player to move still gets more than the other."""
    return max((q for q in plain_q(position, player) if q is not None), default=0)


def all_states(setup):
    heaps, counters = setup.shape
    for heights in itertools.product(range(counters + 1), repeat=heaps):
        position = tuple(tuple(heap[:height].tolist()) for heap, height in zip(setup, heights))
        yield from ((position, player) for player in (LEFT, RIGHT))


def states_of_a_game(setup):
    met, waiting = set(), [(tuple(map(tuple, setup.tolist())), LEFT)]
    while waiting:
        position, player = waiting.pop()
        if (position, player) not in met:
            met.add((position, player))
            waiting += [((*position[:k], taken(heap, player)[0], *position[k + 1:]), 1 - player)
                        for k, heap in enumerate(position) if heap]
    return met


def plain_differences(setup, states):
    """Equation 18, one list of samples for each pair."""
    counters, samples = setup.shape[1], {}
    for position, player in states(setup):
        q = plain_q(position, player)
        for a, b in itertools.permutations([k for k, heap in enumerate(position) if heap], 2):
            pair = a * counters + len(position[a]) - 1, b * counters + len(position[b]) - 1
            samples.setdefault(pair, []).append(q[a] - q[b])
    differences = np.zeros((setup.size, setup.size))
    for pair, found in samples.items():
        differences[pair] = np.mean(found)
    return differences


SMALL = [(1, 3), (2, 1), (2, 2), (2, 4), (3, 2), (3, 3), (4, 2)]


@pytest.mark.parametrize(("heaps", "counters"), SMALL)
def test_values_are_those_of_plain_recursion(heaps, counters):
    for seed in range(5):
        setup = random_setup(heaps, counters, seed)
        found = values(setup)
        for heights in itertools.product(range(counters + 1), repeat=heaps):
            number = sum(height * (counters + 1) ** k for k, height in enumerate(heights))
            position = tuple(tuple(heap[:height].tolist()) for heap, height in zip(setup, heights))
            assert found[:, number].tolist() == [plain_value(position, LEFT), plain_value(position, RIGHT)]


@pytest.mark.parametrize(("heaps", "counters"), SMALL)
@pytest.mark.parametrize(("alternating", "states"), [(False, all_states), (True, states_of_a_game)])
def test_differences_are_means_over_states(heaps, counters, alternating, states):
    for seed in range(5):
        setup = random_setup(heaps, counters, seed)
        assert exact_differences(setup, alternating) == pytest.approx(plain_differences(setup, states), abs=1e-12)


def test_two_heaps_worked_by_hand():
    """B3 beside R5, one state for the pair and either player to move: who takes 5 first is 5 - 3 better off, who takes
    3 first as much worse, so that D(R5, B3) = 2 - (-2)."""
    setup = np.array([[3], [-5]], np.int8)
    assert values(setup).tolist() == [[0, 3, 5, 2], [0, 3, 5, 2]]
    assert exact_differences(setup).tolist() == [[0, -4], [4, 0]]


def test_values_are_those_that_perfect_finds():
    game, luck = HeapGo(4, 4), np.random.default_rng(1)
    for seed in range(10):
        position = game.new(seed)
        found = values(random_setup(4, 4, seed))
        while not position["over"][0]:
            state = sum(int(height) * 5**k for k, height in enumerate(position["height"][0, :4]))
            player = int(position["to_move"][0])
            rows = perfect().search(game, position).rows
            assert found[player, state] == max(row.proven for row in rows) - position["score"][0, player]
            with np.errstate(over="ignore"):
                game.play(position.view(np.recarray)[0], int(luck.choice([row.action for row in rows])))


def test_the_other_players_colours_turn_nothing_round():
    """D is of both players' moves: with all colours exchanged, Left is Right and D is the same."""
    setup = random_setup(3, 3, 1)
    assert np.array_equal(exact_differences(setup), exact_differences(-setup))
    assert np.array_equal(values(setup), values(-setup)[::-1])


def test_seven_heaps_of_seven_counters_take_seconds():
    exact_differences(random_setup(2, 2, 0))
    begun = time.perf_counter()
    differences = exact_differences(random_setup(7, 7, 0))
    assert time.perf_counter() - begun < 5
    assert np.array_equal(differences, -differences.T)


@pytest.mark.parametrize("size", [3, 4, 5])
def test_even_the_exact_order_of_least_cost_does_not_follow_every_temperature(size):
    """The ceiling of the match rate: "never reaches 100%"."""
    found = []
    for seed in range(40):
        setup = random_setup(size, size, seed)
        best = exact(exact_differences(setup))
        assert best.proven
        found.append(match_rate(best.order, hotter(setup)))
    assert 92 < np.mean(found) < 98


def test_more_states_than_memory_has_room_for_are_refused():
    with pytest.raises(Refused, match="9 heaps of 9 counters have 1,000,000,000 states, more than 100,000,000"):
        values(random_setup(9, 9, 0))


def test_heaps_that_are_not_full_are_refused():
    with pytest.raises(Refused, match="every heap must be full"):
        exact_differences(np.array([[3, 0], [1, 2]], np.int8))

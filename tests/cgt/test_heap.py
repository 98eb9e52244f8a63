"""Heaps of Heap-Go: the recursion beside brute force, values computed elsewhere, and what theory promises."""

import itertools
import json
import random
import time
from fractions import Fraction
from functools import lru_cache
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cgt.grid import GridHeap, taken
from treewright.cgt.heap import LEFT, RIGHT, Heap
from treewright.cgt.notation import short_game
from treewright.core.errors import Refused

GIVEN = json.loads((Path(__file__).parent / "data" / "heaps.json").read_text())["heaps"]
COLOURS = {"B": 1, "R": -1}

counters = st.builds(lambda weight, colour: weight * colour, st.integers(1, 12), st.sampled_from([1, -1]))
heaps = st.lists(counters, min_size=1, max_size=8).map(Heap)


def random_heap(rng, most=8):
    return Heap([rng.choice((1, -1)) * rng.randint(1, 10) for _ in range(rng.randint(1, most))])


# ---------------------------------------------------------------- mean and temperature


def test_the_five_hundred_heaps_that_were_computed_elsewhere():
    assert len(GIVEN) == 500
    for given_heap in GIVEN:
        heap = Heap([COLOURS[c] * weight for c, weight in zip(given_heap["colours"], given_heap["weights"])])
        assert [[str(mean), str(temperature)] for mean, temperature in zip(heap.means, heap.temperatures)] \
            == given_heap["values"], heap


def test_brute_force_and_recursion_agree_on_twenty_thousand_heights():
    rng, heights = random.Random(1), 0
    while heights < 20_000:
        heap = random_heap(rng)
        grid = GridHeap(heap.counters)
        assert list(heap.means) == grid.means, heap
        assert list(heap.temperatures) == grid.temperatures, heap
        heights += len(heap) + 1


def test_both_walls_of_the_heap_and_those_of_its_tree_are_the_same():
    """The tree has numbers at its ends and is cooled by scaffolds, whatever its options are."""
    rng = random.Random(2)
    for _ in range(400):
        heap = random_heap(rng)
        for height in range(len(heap) + 1):
            assert heap.thermograph(height) == heap.game(height).thermograph, (heap, height)


@given(heaps)
def test_the_walls_are_those_of_brute_force_at_every_temperature(heap):
    grid = GridHeap(heap.counters)
    drawn = heap.thermograph()
    for heat in range(0, len(grid.heats), 7):
        t = Fraction(heat, grid.unit)
        assert [drawn.left.at(t), drawn.right.at(t)] == [Fraction(int(w[heat]), grid.unit) for w in grid.walls[-1]]


@given(st.lists(counters, min_size=1, max_size=60).map(Heap))
def test_every_heap_is_hot_and_at_most_twice_as_hot_as_its_top_counter_is_heavy(heap):
    """Whoever takes only the top counter, of weight w, leaves what the other would have made of the heap: the
    scaffolds are 2 w apart at temperature 0, and approach each other."""
    for counter, temperature in zip(heap.counters, heap.temperatures[1:]):
        assert 0 < temperature <= 2 * abs(counter)


@given(heaps)
def test_colours_exchanged_turn_the_mean_round_and_keep_the_temperature(heap):
    other = Heap([-counter for counter in heap.counters])
    assert other.means == tuple(-mean for mean in heap.means)
    assert other.temperatures == heap.temperatures
    assert other.game() is -heap.game()


@given(heaps, st.integers(2, 9))
def test_heavier_counters_make_it_all_larger(heap, times):
    heavier = Heap([times * counter for counter in heap.counters])
    assert heavier.means == tuple(times * mean for mean in heap.means)
    assert heavier.temperatures[1:] == tuple(times * temperature for temperature in heap.temperatures[1:])


@given(heaps)
def test_what_lies_on_top_does_not_change_what_is_below(heap):
    for height in range(len(heap)):
        below = Heap(heap.counters[:height])
        assert below.means == heap.means[:height + 1]
        assert below.temperatures == heap.temperatures[:height + 1]
        assert below.thermograph() == heap.thermograph(height)


@pytest.mark.parametrize(("name", "counter"), [
    ("random", lambda k: random.Random(k).choice((1, -1)) * random.Random(-k).randint(1, 99)),
    ("one colour", lambda k: 7),
    ("colours in turn, all alike", lambda k: (-1) ** k * 5),
    ("colours in turn, heavy below", lambda k: (-1) ** k * (1000 - k)),
    ("colours in turn, heavy above", lambda k: (-1) ** k * (1 + k)),
])
def test_a_thousand_counters_take_less_than_a_second(name, counter):
    begun = time.process_time()
    heap = Heap([counter(k) for k in range(1000)])
    drawn = heap.thermograph()
    assert time.process_time() - begun < 1
    assert (drawn.mean, drawn.temperature) == (heap.means[-1], heap.temperatures[-1])
    assert drawn.left.at(drawn.temperature) == drawn.right.at(drawn.temperature) == drawn.mean


# ---------------------------------------------------------------- play


@lru_cache(None)
def score_of_best_play(heap, heights, player):
    """Minimax over all heaps; equal heaps in another order are the same position."""
    scores = []
    for k, height in enumerate(heights):
        if height > 0 and (k == 0 or heights[k - 1] != height):
            rest, points = taken(heap[:height], player)
            after = tuple(sorted((*heights[:k], rest, *heights[k + 1:])))
            scores.append(player * points + score_of_best_play(heap, after, -player))
    return (max if player == LEFT else min)(scores) if scores else 0


def test_copies_of_a_heap_are_worth_their_mean_but_for_one_temperature():
    rng = random.Random(3)
    for _ in range(300):
        heap = random_heap(rng, 6)
        mean, temperature = heap.means[-1], heap.temperatures[-1]
        for copies, player in itertools.product((1, 2, 3, 4, 6), (LEFT, RIGHT)):
            score = score_of_best_play(heap.counters, (len(heap),) * copies, player)
            assert abs(score - copies * mean) <= temperature, (heap, copies, player)
        score_of_best_play.cache_clear()


@given(heaps)
def test_alone_it_ends_with_the_stops_of_its_walls(heap):
    drawn = heap.thermograph()
    assert score_of_best_play(heap.counters, (len(heap),), LEFT) == drawn.left_stop == heap.game().left_stop
    assert score_of_best_play(heap.counters, (len(heap),), RIGHT) == drawn.right_stop == heap.game().right_stop


@given(st.lists(st.lists(counters, min_size=1, max_size=4), min_size=2, max_size=3))
def test_the_sum_of_heaps_as_games_ends_as_heap_go_does(lists):
    """The stops of the sum are the scores of best play in the game itself, with its own rules."""
    from treewright.core.record import view
    from treewright.games.heap_go import HeapGo

    games = [Heap(one) for one in lists]
    total = sum((heap.game() for heap in games[1:]), games[0].game())
    played = HeapGo(" / ".join(map(str, games)))

    @lru_cache(None)
    def best(position):
        states = np.frombuffer(position, played.state).copy()
        if states["over"][0]:
            return int(states["score"][0][0])
        values = []
        for action in played.choices(view(states)):
            after = states.copy()
            with np.errstate(over="ignore"):
                played.play(view(after), action)
            values.append(best(after.tobytes()))
        return max(values) if states["to_move"][0] == 0 else min(values)

    for player in (0, 1):
        start = played.new()
        start["to_move"] = player
        assert best(start.tobytes()) == (total.left_stop if player == 0 else total.right_stop)


# ---------------------------------------------------------------- the figures of the paper


def reached(heap):
    """The heights that a heap can get to, the players moving in any order, and the tops that were there to be taken."""
    heights, waiting = set(), [len(heap)]
    while waiting:
        height = waiting.pop()
        if height and height not in heights:
            heights.add(height)
            waiting += [heap.move(height, player)[0] for player in (LEFT, RIGHT)]
    return heights


def test_the_sum_of_figure_2_has_144_states_and_14_actions():
    """Heaps of 3, 2, 3, 4 and 2 counters: a state for each choice of what remains of them, and one action for each
    height, since a move is known by where it is made."""
    setup = [Heap(one) for one in ([1, -2, 3], [-4, 5], [-5, -2, 6], [1, -2, 3, -4], [-6, 7])]
    heights = [reached(heap) for heap in setup]
    assert len(set(itertools.product(*heights))) == 144
    assert len({(k, height) for k, one in enumerate(heights) for height in one}) == 14


def test_heap_c_of_figure_3():
    """Left's first move takes two counters with eight points, Right's reply the last with five: LR is worth 3."""
    heap = Heap([-5, -2, 6])
    assert heap.move(3, LEFT) == (1, 8)
    assert heap.move(1, RIGHT) == (0, 5)
    game = heap.game()
    assert game is short_game("{{13|3}|{{1|-9}|-13}}")
    (after_left,) = game.left
    (after_both,) = after_left.right
    assert after_both.leaf == 8 - 5 == 3


# ---------------------------------------------------------------- text and bad input


@given(heaps)
def test_a_heap_is_written_as_it_can_be_read(heap):
    from treewright.cgt import notation

    again = notation.heap(str(heap))
    assert again.counters == heap.counters
    assert eval(repr(heap)).counters == heap.counters


def test_a_heap_of_nothing_is_zero():
    heap = Heap([])
    assert (heap.means, heap.temperatures) == ((0,), (-1,))
    assert heap.thermograph() == heap.game().thermograph
    assert heap.game() == 0


@pytest.mark.parametrize("height", [-1, 4])
def test_a_height_that_the_heap_does_not_have_is_refused(height):
    for ask in (Heap([5, -2, 3]).thermograph, Heap([5, -2, 3]).game):
        with pytest.raises(Refused, match=f"B5 R2 B3 has heights from 0 to 3, not {height}"):
            ask(height)


def test_a_counter_without_weight_is_refused():
    with pytest.raises(Refused, match="a counter must have a weight other than 0"):
        Heap([5, 0, 3])


def test_the_tallest_heap_has_values_that_can_be_written_and_a_taller_one_is_refused():
    heap = Heap([(-1) ** k * 5 for k in range(5000)])
    assert len(str(heap.means[-1])) > 3000
    with pytest.raises(Refused, match="a heap has at most 5000 counters, not 5001"):
        Heap([5] * 5001)

"""Heap-Go: the worked example of the paper, the rules beside a list of lists, setups as text and by seed."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.drive import after_in_python, random_game
from treewright.core.errors import Refused
from treewright.core.record import view
from treewright.games.heap_go import HeapGo, letters

COUNTERS = st.tuples(st.sampled_from("BR"), st.integers(1, 99))
HEAPS = st.lists(st.lists(COUNTERS, min_size=1, max_size=6), min_size=1, max_size=5)


def text_of(heaps):
    return " / ".join(" ".join(f"{colour}{weight}" for colour, weight in heap) for heap in heaps)


@settings(max_examples=80, deadline=None)
@given(HEAPS, st.randoms(use_true_random=False))
def test_the_rules_are_those_of_a_list_of_lists(heaps, rng):
    game = HeapGo(text_of(heaps))
    states, score = game.new(), [0, 0]
    assert game.show(view(states)).splitlines()[:-1] == [
        f"{letters(i):2} {text_of([heap])}" for i, heap in enumerate(heaps)]
    heaps = [list(heap) for heap in heaps]
    for ply in itertools.count():
        s, player = view(states), ply % 2
        assert s.to_move == player
        assert s.over == (not any(heaps))
        assert s.left == sum(map(len, heaps))
        if s.over:
            break
        numbers = [i * game.tallest + len(heap) - 1 for i, heap in enumerate(heaps) if heap]
        assert game.choices(s) == numbers
        action = rng.choice(numbers)
        heap = heaps[action // game.tallest]
        while heap:
            colour, weight = heap.pop()
            score[player] += weight
            score[1 - player] -= weight
            if colour == "RB"[player]:
                break
        states = after_in_python(game, states, action)
        assert states["score"][0].tolist() == score
    assert max(map(abs, score)) <= game.score_range[1]


def test_heap_c_of_figure_3():
    """Left's first move takes two counters with eight points, Right's reply the last with five: the path LR is worth
    3. So the top counter is blue and the one below it red; the lowest may be either."""
    met = set()
    for colours, middle in itertools.product(itertools.product("BR", repeat=3), range(1, 8)):
        game = HeapGo(text_of([list(zip(colours, (5, middle, 8 - middle)))]))
        if game.position("A")["left"][0] == 1:
            met.add(colours)
            assert game.position("A")["score"][0].tolist() == [8, -8]
            assert game.position("A A")["score"][0].tolist() == [3, -3]
            assert game.position("A A")["over"][0]
    assert met == {("B", "R", "B"), ("R", "R", "B")}


def test_the_sum_of_figure_2_has_144_states_and_14_actions():
    """Heaps of 3, 2, 3, 4 and 2 counters: a state for each choice of sub-heaps, an action for each counter. The players
    are let move out of turn here, as in a sum of games each may."""
    game = HeapGo("B1 R2 B3 / R4 B5 / R5 R2 B6 / B1 R2 B3 R4 / R6 B7")
    pending, met, actions = [game.new()], {(3, 2, 3, 4, 2, 0, 0, 0)}, set()
    while pending:
        states = pending.pop()
        for player in (0, 1):
            states["to_move"] = player
            for action in game.choices(view(states)):
                actions.add(action)
                made = after_in_python(game, states, action)
                heights = tuple(made["height"][0].tolist())
                if heights not in met:
                    met.add(heights)
                    pending.append(made)
    whole = [heights for heights in met if all(heights[:5])]
    assert len(whole) == 3 * 2 * 3 * 4 * 2 == 144
    assert len(actions) == 3 + 2 + 3 + 4 + 2 == 14
    assert game.longest == 14


def test_left_takes_to_a_red_counter_and_right_to_a_blue_one():
    game = HeapGo("R1 B2 R4 B8 B16")
    assert game.position("A")["score"][0].tolist() == [28, -28]
    assert game.position("A5 A2")["score"][0].tolist() == [26, -26]
    assert game.position("A5 A2 A1")["score"][0].tolist() == [27, -27]
    s = game.new()
    s["to_move"] = 1
    assert after_in_python(game, s, 4)["score"][0].tolist() == [-16, 16]


def test_a_move_keeps_its_number_and_its_name():
    game = HeapGo("B5 R2 B3 / R7 B1")
    assert game.choices(view(game.new())) == [2, 4]
    assert game.choices(view(game.position("A3"))) == [0, 4]
    assert [game.describe(None, action) for action in (0, 2, 4)] == ["A1", "A3", "B2"]
    assert game.position("a b").tobytes() == game.position("A3 B2").tobytes() == game.position([2, 4]).tobytes()


def test_random_setups_differ_from_seed_to_seed_and_not_otherwise():
    game = HeapGo(6, 4)
    setups = {game.new(seed)["counter"].tobytes() for seed in range(50)}
    assert len(setups) == 50
    assert game.new(3).tobytes() == HeapGo(6, 4).new(3).tobytes()


def test_random_weights_are_uniform_and_colours_fair():
    game = HeapGo(64, 64)
    drawn = np.concatenate([game.new(seed)["counter"].ravel() for seed in range(2)])
    weights = np.bincount(np.abs(drawn), minlength=11)
    assert weights[0] == 0
    assert len(weights) == 11
    assert np.all(np.abs(weights[1:] - drawn.size / 10) < 4 * np.sqrt(drawn.size * 0.09))
    assert abs(np.sum(drawn > 0) - drawn.size / 2) < 4 * np.sqrt(drawn.size / 4)


def test_what_was_taken_does_not_matter_any_more():
    """Two setups of which the same is left are the same position."""
    game = HeapGo("B5 R2 B3 / R7 B1")
    there, here = game.position("A3"), HeapGo("B5 R4 B1 / R7 B1").position("A3")
    assert there["counter"].tobytes() != here["counter"].tobytes()
    assert game.identity(there) == game.identity(here) != game.identity(HeapGo("R5 R4 B1 / R7 B1").position("A3"))


def test_the_largest_score_is_the_sum_of_all_weights():
    assert HeapGo("B5 R2 B3 / R7 B1").score_range == (-18, 18)
    assert HeapGo(3, 4).score_range == (-120, 120)
    assert HeapGo("B5").position("A")["score"][0].tolist() == [5, -5]


def test_the_score_is_drawn_below_the_heaps():
    game = HeapGo("B5 R2 B3 / R7 B1")
    assert game.show(view(game.position("A B"))).splitlines() == ["A  B5", "B  R7", "Left is +4; Left to move"]
    assert game.show(view(game.position("A B A B"))).splitlines() == ["A", "B", "Left is +2; Left has won"]


def test_heaps_beyond_z_have_two_letters():
    assert [letters(heap) for heap in (0, 25, 26, 51, 52, 701, 702)] == ["A", "Z", "AA", "AZ", "BA", "ZZ", "AAA"]
    game = HeapGo(30, 2)
    assert game.parse(view(game.new()), "ad2") == 59


def test_a_game_is_spelt_as_it_can_be_made_again():
    assert str(HeapGo(5, 5)) == "heap_go"
    assert str(HeapGo(7, 4)) == "heap_go(heaps=7, counters=4)"
    assert str(HeapGo("B5 R2 B3 / R7 B1")) == 'heap_go(heaps="B5 R2 B3 / R7 B1")'


@pytest.mark.parametrize(("text", "told"), [
    ("", "heap A of '' has no counters; write heaps like B5 R2 B3 / R7 B1"),
    ("B5 / / R1", "heap B of 'B5 / / R1' has no counters"),
    ("B5 G2", "'G2' is not a counter; write B or R and a weight, like B5"),
    ("five", "'five' is not a counter"),
    ("B-5", "'B-5' is not a counter"),
    ("B1.5", "'B1.5' is not a counter"),
    ("B5,R2", "'B5,R2' is not a counter"),
    ("B0", "the weight of B0 must be 1 to 99"),
    ("R100", "the weight of R100 must be 1 to 99"),
    ("B" + "9" * 30, "must be 1 to 99"),
    ("B" + "9" * 5000, f"the weight of B{'9' * 39} must be 1 to 99"),
    ("B1 " * 65, "Heap-Go has 1 to 64 counters a heap, not 65"),
    ("B1 /" * 512 + "B1", "Heap-Go has 1 to 512 heaps, not 513"),
])
def test_text_that_is_not_a_row_of_heaps_is_refused(text, told):
    with pytest.raises(Refused) as refused:
        HeapGo(text)
    assert told in str(refused.value)


@pytest.mark.parametrize(("arguments", "told"), [
    ((0,), "Heap-Go has 1 to 512 heaps, not 0"),
    ((5, 0), "Heap-Go has 1 to 64 counters a heap, not 0"),
    ((5, 65), "Heap-Go has 1 to 64 counters a heap, not 65"),
    ((-1, 5), "Heap-Go has 1 to 512 heaps, not -1"),
    ((2.5, 5), "the number of heaps must be a whole number, not 2.5"),
    ((True, 5), "the number of heaps must be a whole number, not True"),
    (("B5", 5), "leave out the number"),
])
def test_sizes_that_do_not_fit_are_refused(arguments, told):
    with pytest.raises(Refused, match=told):
        HeapGo(*arguments)


def test_a_heap_of_small_letters_is_read_too():
    assert HeapGo("b5 r2").new().tobytes() == HeapGo("B5 R2").new().tobytes()


def test_random_games_end_when_nothing_is_left():
    for seed in range(50):
        played = random_game(HeapGo(5, 5), seed)
        assert played.states["left"][-1] == 0
        assert not played.states["height"][-1].any()

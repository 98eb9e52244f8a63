"""The thermostrategy, and the temperatures that Heap-Go knows."""

import json
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from tests.playout.choosing import chosen
from treewright.agents.language import agent
from treewright.arena.match import match
from treewright.cgt.heap import Heap
from treewright.core.component import fitted
from treewright.core.errors import Refused
from treewright.core.record import view
from treewright.games.heap_go import HeapGo
from treewright.games.tic_tac_toe import TicTacToe
from treewright.playout.thermostrategy import Thermostrategy

GIVEN = json.loads((Path(__file__).parents[1] / "cgt" / "data" / "heaps.json").read_text())["heaps"]
THREE = HeapGo("R3 B4 / B5 R2 B3 / R7 B1 R10 B2")
"""Their temperatures by height: 3, 11/2; 5, 4, 11/2; 7, 2, 27/2, 4."""


def test_each_action_has_the_temperature_of_the_heap_that_it_moves_in():
    known = {action: value for action, value in enumerate(THREE.temperatures(view(THREE.new()))) if value > 0}
    assert known == {0: 3, 1: Fraction(11, 2), 4: 5, 5: 4, 6: Fraction(11, 2), 8: 7, 9: 2, 10: Fraction(27, 2), 11: 4}


def test_where_there_is_no_counter_the_temperature_is_that_of_nothing():
    assert [THREE.temperatures(view(THREE.new()))[action] for action in (2, 3, 7)] == [-1, -1, -1]


def test_the_temperatures_are_those_that_were_computed_elsewhere():
    for heap in GIVEN[:100]:
        colours, weights, values = heap["colours"], heap["weights"], heap["values"]
        game = HeapGo(" ".join(f"{colour}{weight}" for colour, weight in zip(colours, weights)))
        assert [str(value) for value in game.temperatures(view(game.new()))] == [two for _, two in values[1:]]


def test_a_move_keeps_its_temperature_as_long_as_it_can_be_made():
    game = HeapGo(5)
    for seed in range(20):
        states = game.new(seed)
        known, rng = game.temperatures(view(states)), np.random.default_rng(seed)
        while not states["over"][0]:
            s = view(states)
            wiped = states.copy()
            game.key(view(wiped))
            assert game.temperatures(s) == known
            assert all(game.temperatures(view(wiped))[action] == known[action] for action in game.choices(s))
            game.play(s, rng.choice(game.choices(s)))


def test_heaps_that_are_drawn_have_the_temperatures_of_heaps():
    game = HeapGo(3, 4)
    s = view(game.new(7))
    wanted = [Heap(s.counter[heap, :4]).temperatures[1:] for heap in range(3)]
    assert game.temperatures(s) == [value for heap in wanted for value in heap]


@pytest.mark.parametrize(("moves", "hottest"), [("", [1, 6]), ("A", [6]), ("B", [1]), ("A B", [5, 11])])
def test_the_hottest_legal_move_is_chosen_and_of_equals_each_as_often(moves, hottest):
    """Hotter ones that cannot be made yet, such as 10, do not count."""
    counts = chosen(THREE, Thermostrategy(), THREE.position(moves), 4000)
    assert list(np.flatnonzero(counts)) == hottest
    assert np.all(np.abs(counts[hottest] - 4000 / len(hottest)) < 200)


def test_it_learns_another_position_before_each_search():
    """The same agent, two setups: the hotter heap comes first, then last."""
    player, game = agent("thermostrategy"), HeapGo(2, 1)
    player.begin(game, 0, 0)
    for weights, hotter in (((9, 1), 0), ((1, 9), 1)):
        states = game.new()
        states["counter"][0, :2, 0] = weights
        player.see(states)
        assert player.choose() == hotter


def test_it_is_a_player_and_a_playout_and_gains_points_as_either():
    """Points, not wins: who wins a game of four heaps is decided by the setup more often than not."""
    for one, other, ahead in (("thermostrategy", "uniform", 15.0),
                              ("uct(simulations=50, playout=thermostrategy())", "uct(simulations=50)", 0.0)):
        tally = match("heap_go(4)", one, other, games=100, seed=1).tally
        assert tally.forfeited == 0
        assert tally.margin_interval().low > ahead


def test_games_without_temperatures_are_refused():
    with pytest.raises(Refused, match="know the temperatures of their moves, such as heap_go; tic_tac_toe does not"):
        fitted(Thermostrategy(), TicTacToe())

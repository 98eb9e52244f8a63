"""Hex: somebody always connects his sides, and he who does has won at once."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.drive import after, play_in_order
from tests.games.oracles import connected
from treewright.core.errors import Refused
from treewright.core.record import view
from treewright.games.hex import Hex, edges, neighbours


def board_of(actions, size):
    return {divmod(action, size): t % 2 for t, action in enumerate(actions)}


def check_random_games(game, games):
    """Cells are taken in a random order: the game ends with the one that connects two sides, and not before."""
    rng, states = np.random.default_rng(game.size), np.zeros(game.longest + 1, game.state)
    for _ in range(games):
        order = rng.permutation(game.actions).astype(np.int32)
        n = play_in_order(game, states, order)
        assert connected(board_of(order[:n - 1].tolist(), game.size), game.size) is None
        winner = connected(board_of(order[:n].tolist(), game.size), game.size)
        assert winner is not None
        assert states["over"][n]
        assert states["score"][n].tolist() == [1 - 2 * winner, 2 * winner - 1]


@pytest.mark.parametrize(("size", "games"), [*((n, 60) for n in range(1, 9)), (9, 20), (11, 20), (12, 9), (13, 9)])
def test_a_game_ends_when_two_sides_are_connected(size, games):
    check_random_games(Hex(size), games)


def test_the_check_notices_a_missing_neighbour():
    """Each of the 66 pairs of a cell and its neighbour on 4 x 4 is left out in turn."""
    size = 4
    check_random_games(Hex(size), 400)
    pairs = [(cell, beside) for cell in range(size * size) for beside in neighbours(cell, size)]
    assert len(pairs) == 66
    for cell, beside in pairs:
        game = Hex(size)
        game.beside[cell] -= 1 << beside
        with pytest.raises(AssertionError):
            check_random_games(game, 400)


@settings(max_examples=50, deadline=None)
@given(st.integers(1, 13), st.data())
def test_being_neighbours_is_mutual(size, data):
    cell = data.draw(st.integers(0, size * size - 1))
    beside = neighbours(cell, size)
    assert all(cell in neighbours(one, size) for one in beside)
    y, x = divmod(cell, size)
    assert len(beside) == len(set(beside)) <= 6
    if 0 < y < size - 1 and 0 < x < size - 1:
        assert len(beside) == 6


def test_sides_are_top_left_bottom_right():
    assert edges(3) == [[0, 1, 2], [0, 3, 6], [6, 7, 8], [2, 5, 8]]


def test_player_0_connects_top_and_bottom_and_player_1_left_and_right():
    game = Hex(3)
    won = game.position("b1 a2 b2 c2 b3")
    assert won["over"][0]
    assert won["score"][0].tolist() == [1, -1]
    lost = game.position("a1 a2 b1 b2 c3 c2")
    assert lost["over"][0]
    assert lost["score"][0].tolist() == [-1, 1]


def test_linked_stones_are_those_that_hang_together_with_the_first_side():
    game = Hex(4)
    s = view(game.position("b2 d4 b3 d3"))
    assert s.linked.tolist() == [[0], [0]]
    s = view(game.position("b2 d4 b3 d3 c1"))
    assert s.linked[0, 0] == s.stones[0, 0]


def test_the_state_does_not_depend_on_the_order_of_moves():
    game = Hex(4)
    assert game.position("b2 d4 b3 d3 c1").tobytes() == game.position("c1 d3 b2 d4 b3").tobytes()


def test_the_word_that_holds_the_last_cell_decides_the_capacity():
    sizes = {size: Hex(size).state.itemsize for size in range(1, 14)}
    assert [sizes[size] for size in (1, 8, 9, 11, 12, 13)] == [48, 48, 80, 80, 112, 112]


@pytest.mark.parametrize("size", [0, -3, 14, 1000])
def test_a_size_that_does_not_fit_is_refused(size):
    with pytest.raises(Refused, match=f"a Hex board has 1 to 13 cells a side, not {size}"):
        Hex(size)


def test_one_stone_wins_on_the_smallest_board():
    assert after(Hex(1), Hex(1).new(), 0)["score"][0].tolist() == [1, -1]


def test_rows_are_drawn_half_a_cell_further_right():
    game = Hex(4)
    assert game.show(view(game.position("b2 c3"))).splitlines() == [
        "   a b c d",
        " 1 . . . .",
        "  2 . x . .",
        "   3 . . o .",
        "    4 . . . .",
        "x connects top and bottom, o left and right; x to move"]

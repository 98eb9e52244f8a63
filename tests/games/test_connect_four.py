"""Connect Four: stones fall, four in a row win, and a rule left out is noticed."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.drive import after, after_in_python, random_game
from tests.games.oracles import owner_of_a_line, straight_lines
from treewright.core.errors import Refused
from treewright.core.record import view
from treewright.games import connect_four
from treewright.games.connect_four import ConnectFour

SCORES = {None: [0, 0], 0: [1, -1], 1: [-1, 1]}
SIZES = [(columns, rows) for columns, rows in itertools.product(range(1, 8), range(1, 7)) if max(columns, rows) >= 4]


def bit(cell):
    column, row = cell
    return 1 << connect_four.STRIDE * column + row


def position_before(line, last, game):
    """The line without its last stone, on pillars of the other player's stones; the line's owner is to move."""
    states = game.new()
    s = view(states)
    below = {(column, r) for column, row in line for r in range(row)} - line
    s.mine = sum(bit(cell) for cell in line - {last} if cell[0] != last[0] or cell[1] < last[1])
    s.both = s.mine | np.uint64(sum(map(bit, below)))
    s.empty = game.longest - bin(int(s.both)).count("1")
    return states


def check_every_line_wins(game, play):
    """Whichever stone of a line is dropped last, the game is over and won. (Of an upright line it is the highest.)"""
    for line in straight_lines((game.columns, game.rows), 4):
        upright = len({column for column, _ in line}) == 1
        for last in [max(line)] if upright else line:
            states = play(game, position_before(line, last, game), last[0])
            assert states["over"][0], sorted(line)
            assert states["score"][0].tolist() == [1, -1]


def check_nothing_else_wins(game, games=60):
    """In random games, the game ends with the first line, or with the last cell."""
    lines = straight_lines((game.columns, game.rows), 4)
    for seed in range(games):
        board, heights = {}, [0] * game.columns
        played = random_game(game, seed)
        for t, column in enumerate(played.actions):
            board[column, heights[column]] = t % 2
            heights[column] += 1
            winner = owner_of_a_line(board, lines)
            assert played.states["over"][t + 1] == (winner is not None or len(board) == game.longest)
        assert played.states["score"][-1].tolist() == SCORES[winner]


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_every_line_of_every_size_wins(size):
    check_every_line_wins(ConnectFour(*size), after)


@pytest.mark.parametrize("size", [(7, 6), (6, 5), (4, 4), (1, 4), (7, 1)], ids=str)
def test_nothing_but_a_line_wins(size):
    check_nothing_else_wins(ConnectFour(*size))


@pytest.mark.parametrize("step", [1, 6, 7, 8])
def test_the_check_notices_a_missing_direction(step, monkeypatch):
    """One of the four directions is left out, as if somebody had deleted a number."""
    def three_directions(stones):
        return any(stones & stones >> np.uint64(d) & stones >> np.uint64(2 * d) & stones >> np.uint64(3 * d)
                   for d in {1, 6, 7, 8} - {step})

    check_every_line_wins(ConnectFour(), after_in_python)
    monkeypatch.setattr(connect_four, "four", three_directions)
    with pytest.raises(AssertionError):
        check_every_line_wins(ConnectFour(), after_in_python)


def test_the_board_is_69_lines_wide():
    assert len(straight_lines((7, 6), 4)) == 69


def test_the_number_of_positions_after_each_ply_is_the_published_one():
    """OEIS A212693: 1, 7, 49, 238, 1120, 4263."""
    game = ConnectFour()
    level, sizes = {game.identity(game.new()): game.new()}, [1]
    for _ in range(5):
        made = (after(game, states, action) for states in level.values() for action in game.choices(view(states)))
        level = {game.identity(states): states for states in made}
        sizes.append(len(level))
    assert sizes == [1, 7, 49, 238, 1120, 4263]


def test_a_full_column_is_not_legal():
    game = ConnectFour()
    assert game.choices(view(game.position("4 4 4 4 4 4"))) == [0, 1, 2, 4, 5, 6]
    with pytest.raises(Refused, match="'4' is not a legal action here; there are 1, 2, 3, 5, 6, 7"):
        game.position("4 4 4 4 4 4 4")


def test_columns_are_written_from_one_and_the_board_is_drawn_from_the_side():
    game = ConnectFour(5, 4)
    assert game.show(view(game.position("3 3 4 2 4"))).splitlines() == [
        "1 2 3 4 5",
        ". . . . .",
        ". . . . .",
        ". . o x .",
        ". o x x .",
        "o to move"]


@pytest.mark.parametrize(("moves", "told"), [("1 2 1 2 1 2 1", "x has won"), ("5 1 2 1 2 1 2 1", "o has won")])
def test_the_drawing_names_the_winner(moves, told):
    game = ConnectFour()
    assert game.show(view(game.position(moves))).endswith(told)


@pytest.mark.parametrize("size", [(0, 6), (8, 6), (7, 7), (7, -1), (100, 100)], ids=str)
def test_a_size_that_does_not_fit_is_refused(size):
    with pytest.raises(Refused, match=f"Connect Four has 1 to 7 columns and 1 to 6 rows, not {size[0]} and {size[1]}"):
        ConnectFour(*size)


def test_a_board_without_room_for_four_is_refused():
    with pytest.raises(Refused, match="four in a row do not fit into 3 columns and 3 rows"):
        ConnectFour(3, 3)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**9), st.sampled_from(SIZES))
def test_columns_fill_from_the_bottom_without_a_gap(seed, size):
    game = ConnectFour(*size)
    played = random_game(game, seed)
    for t, states in enumerate(played.states):
        assert int(states["mine"]) & ~int(states["both"]) == 0
        assert bin(int(states["both"])).count("1") == t == game.longest - states["empty"]
        for column in range(game.columns):
            height = played.actions[:t].count(column)
            assert height <= game.rows
            assert int(states["both"]) >> connect_four.STRIDE * column & 127 == (1 << height) - 1

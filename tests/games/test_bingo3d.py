"""3D-Bingo: 76 lines, each of which wins, and none of which can be left out unnoticed."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.drive import after, after_in_python, random_game
from tests.games.oracles import owner_of_a_line, straight_lines
from treewright.core.record import view
from treewright.games import bingo3d
from treewright.games.bingo3d import LINES, Bingo3D, cell_at

GAME = Bingo3D()
GEOMETRY = straight_lines((4, 4, 4), 4)


def bits(cells):
    return np.uint64(sum(1 << cell_at(*cell) for cell in cells))


def check_every_line_wins(play, lines=GEOMETRY):
    """Whichever cube of a line is put last, the game is over and won. (Of an upright line it is the highest.)"""
    for line in lines:
        upright = len({cell[:2] for cell in line}) == 1
        for last in [max(line)] if upright else line:
            states = GAME.new()
            s = view(states)
            pillars = {(x, y, below) for x, y, z in line for below in range(z)} - line
            s.mine = bits(line - {last})
            s.both = s.mine | bits(pillars)
            x, y, _ = last
            done = play(GAME, states, 4 * y + x)
            assert done["over"][0], sorted(line)
            assert done["score"][0].tolist() == [1, -1]


def test_there_are_76_lines_and_they_are_all_lines():
    assert len(LINES) == len(set(LINES)) == 76
    assert set(LINES) == {int(bits(line)) for line in GEOMETRY}


def test_seven_lines_cross_the_corners_and_the_inner_cells_and_four_the_others():
    crossing = Counter(cell for line in GEOMETRY for cell in line)
    for (x, y, z), number in crossing.items():
        inner, corner = {x, y, z} <= {1, 2}, {x, y, z} <= {0, 3}
        assert number == (7 if inner or corner else 4)
        told = bingo3d.THROUGH[cell_at(x, y, z)]
        assert set(told) - {bingo3d.ALL} == {bits(line) for line in GEOMETRY if (x, y, z) in line}
        assert len(told) == 7


def test_every_line_wins():
    check_every_line_wins(after)


def test_the_check_notices_any_missing_line(monkeypatch):
    """Each of the 76 lines is left out in turn, as if somebody had deleted it."""
    monkeypatch.setattr(bingo3d, "completes", bingo3d.completes.py_func)
    check_every_line_wins(after_in_python)
    for missing in GEOMETRY:
        monkeypatch.setattr(bingo3d, "THROUGH", bingo3d.through(tuple(set(LINES) - {int(bits(missing))})))
        check_every_line_wins(after_in_python, GEOMETRY - {missing})
        with pytest.raises(AssertionError):
            check_every_line_wins(after_in_python, {missing})


def test_nothing_but_a_line_wins():
    for seed in range(40):
        board, played = {}, random_game(GAME, seed)
        for t, action in enumerate(played.actions):
            y, x = divmod(action, 4)
            board[x, y, played.actions[:t].count(action)] = t % 2
            winner = owner_of_a_line(board, GEOMETRY)
            assert played.states["over"][t + 1] == (winner is not None or t == 63)


def test_a_full_board_without_a_line_is_a_draw():
    """Drawn games are rare among random ones: the last cube is put on a board that holds no line."""
    game_over = [played.states[-1] for played in (random_game(GAME, seed) for seed in range(3000))]
    draws = [s for s in game_over if not s["score"].any()]
    assert draws
    for s in draws:
        stones = [int(s["mine"]), int(s["mine"] ^ s["both"])]
        assert s["both"] == bingo3d.ALL
        assert not any(one & line == line for one in stones for line in LINES)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**9))
def test_columns_fill_from_the_plate_without_a_gap(seed):
    played = random_game(GAME, seed)
    for t, s in enumerate(played.states):
        for column in range(16):
            height = played.actions[:t].count(column)
            assert int(s["both"]) >> 4 * column & 15 == (1 << height) - 1
        assert bin(int(s["mine"])).count("1") == t // 2


def test_its_name_has_no_underscore():
    assert GAME.name == str(GAME) == "bingo3d"


def test_levels_are_drawn_side_by_side():
    assert GAME.show(view(GAME.position("a1 a1 b2 c3 d4 d4"))).splitlines() == [
        "  level 1   level 2   level 3   level 4",
        "  a b c d   a b c d   a b c d   a b c d",
        "1 x . . .   o . . .   . . . .   . . . .",
        "2 . x . .   . . . .   . . . .   . . . .",
        "3 . . o .   . . . .   . . . .   . . . .",
        "4 . . . x   . . . o   . . . .   . . . .",
        "x to move"]

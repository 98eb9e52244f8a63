"""Tic-tac-toe, which is small enough to be counted out."""

import pytest

from tests.games.drive import after, after_in_python
from tests.games.oracles import owner_of_a_line, straight_lines
from treewright.core.record import view
from treewright.games import tic_tac_toe
from treewright.games.tic_tac_toe import TicTacToe

GAME = TicTacToe()
LINES = straight_lines((3, 3), 3)


def check_every_position(play):
    """Walk through all games, merging equal positions: each is over exactly when a line is owned or the board full."""
    level, met = {GAME.identity(GAME.new()): ({}, GAME.new())}, 0
    for ply in range(10):
        met += len(level)
        following = {}
        for board, states in level.values():
            winner = owner_of_a_line(board, LINES)
            assert states["over"][0] == (winner is not None or ply == 9)
            assert states["score"][0].tolist() == [0 if winner is None else 1 if winner == p else -1 for p in (0, 1)]
            for action in GAME.choices(view(states)):
                made = play(GAME, states, action)
                following[GAME.identity(made)] = ({**board, divmod(action, 3): ply % 2}, made)
        level = following
    return met


def test_there_are_5478_positions_and_each_ends_when_it_should():
    assert check_every_position(after) == 5478


@pytest.mark.parametrize("line", tic_tac_toe.LINES)
def test_the_check_notices_a_missing_line(line, monkeypatch):
    lines = [one for one in tic_tac_toe.LINES if one != line]
    monkeypatch.setattr(tic_tac_toe, "WON", [any(stones & one == one for one in lines) for stones in range(512)])
    with pytest.raises(AssertionError):
        check_every_position(after_in_python)


def test_the_eight_lines_are_all_lines():
    assert {frozenset(divmod(cell, 3) for cell in range(9) if line >> cell & 1) for line in tic_tac_toe.LINES} == LINES


def test_there_are_255168_games():
    counted = {}

    def games(states):
        s, known = view(states), GAME.identity(states)
        if known not in counted:
            counted[known] = 1 if s.over else sum(games(after(GAME, states, action)) for action in GAME.choices(s))
        return counted[known]

    assert games(GAME.new()) == 255168


def test_cells_are_written_as_letter_and_number_or_counted_from_one():
    assert GAME.position("b2 a1 c1").tobytes() == GAME.position("5 1 3").tobytes() == GAME.position([4, 0, 2]).tobytes()
    assert GAME.describe(view(GAME.new()), 5) == "c2"


def test_a_taken_cell_is_refused_under_either_name():
    for move in ("b2", "5"):
        with pytest.raises(ValueError, match="not a legal action here; there are a1, b1, c1, a2, c2"):
            GAME.position(f"b2 {move}")


def test_the_board_is_drawn_with_letters_and_numbers():
    assert GAME.show(view(GAME.position("b2 a1 c1 a3 a2 c2 b1 b3 c3"))).splitlines() == [
        "  a b c",
        "1 o x x",
        "2 x x o",
        "3 o o x",
        "a draw"]

"""What drawings of boards share: the players' signs, the names of cells, the line that says whose turn it is."""

from collections.abc import Callable

from treewright.core.game import State

SIGNS = "xo"
"""Player 0 and player 1."""
EMPTY = "."
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def square(cell: int, width: int) -> str:
    """A cell by its column's letter and its row's number, from the upper left: cell 7 of a board 5 wide is c2."""
    return f"{LETTERS[cell % width]}{cell // width + 1}"


def sign(cell: int, stones: tuple[int, int]) -> str:
    """Who stands on a cell, where `stones` are the two players' sets of cells as numbers of any length."""
    return next((SIGNS[player] for player in (0, 1) if stones[player] >> cell & 1), EMPTY)


def row(cells: range, at: Callable[[int], str]) -> str:
    return " ".join(at(cell) for cell in cells)


def header(width: int) -> str:
    return " ".join(LETTERS[:width])


def outcome(s: State, names: tuple[str, str] = (SIGNS[0], SIGNS[1])) -> str:
    """Whose turn it is, or how the game ended."""
    if not s.over:
        return f"{names[s.to_move]} to move"
    if s.score[0] == s.score[1]:
        return "a draw"
    return f"{names[0 if s.score[0] > s.score[1] else 1]} has won"

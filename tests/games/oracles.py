"""The rules a second time, slow and readable: who has won on a board of cells, looked at from scratch."""

import itertools

Board = dict[tuple[int, ...], int]
"""Who stands on which cell."""


def straight_lines(sides: tuple[int, ...], length: int) -> set[frozenset[tuple[int, ...]]]:
    """Every straight line of so many cells in a box, each once."""
    cells = set(itertools.product(*map(range, sides)))
    directions = [step for step in itertools.product((-1, 0, 1), repeat=len(sides)) if any(step)]
    made = (frozenset(tuple(c + k * d for c, d in zip(cell, step)) for k in range(length))
            for cell in cells for step in directions)
    return {line for line in made if line <= cells}


def owner_of_a_line(board: Board, lines: set[frozenset[tuple[int, ...]]]) -> int | None:
    for line in lines:
        owners = {board.get(cell) for cell in line}
        if len(owners) == 1 and None not in owners:
            return owners.pop()
    return None


def connected(board: Board, size: int) -> int | None:
    """The player of a Hex board whose sides are joined: player 0's rows 0 and size - 1, player 1's columns."""
    for player in (0, 1):
        pending = [cell for cell, owner in board.items() if owner == player and cell[player] == 0]
        met = set(pending)
        while pending:
            y, x = pending.pop()
            if (y, x)[player] == size - 1:
                return player
            for beside in ((y, x + 1), (y, x - 1), (y + 1, x), (y - 1, x), (y + 1, x - 1), (y - 1, x + 1)):
                if board.get(beside) == player and beside not in met:
                    met.add(beside)
                    pending.append(beside)
    return None

"""3D-Bingo: four in a row in space (Tu, Wan & Chen, "Game AI and Reinforcement Learning", section 6)."""

import itertools

import numpy as np

from treewright.core.compiling import compiled
from treewright.core.game import Game, State
from treewright.core.record import record
from treewright.games.bits import lowest
from treewright.games.drawing import header, outcome, row, sign, square

u = np.uint64

SIDE = 4
COLUMNS = SIDE * SIDE
ALL = u(2**64 - 1)
Place = tuple[int, int, int]


def cell_at(x: int, y: int, z: int) -> int:
    """The bit of a place: the four cells of a column lie side by side, from the plate upwards."""
    return SIDE * (SIDE * y + x) + z


def lines() -> list[frozenset[Place]]:
    """Every row of four places along one of the 26 directions of space: 76 lines, each met from both ends."""
    space = list(itertools.product(range(SIDE), repeat=3))
    found = set[frozenset[Place]]()
    for (x, y, z), (dx, dy, dz) in itertools.product(space, itertools.product((-1, 0, 1), repeat=3)):
        places = frozenset((x + k * dx, y + k * dy, z + k * dz) for k in range(SIDE))
        if len(places) == SIDE and places <= set(space):
            found.add(places)
    return sorted(found, key=sorted)


LINES = tuple(sum(1 << cell_at(*place) for place in line) for line in lines())
"""The lines as sets of cells."""
MOST = 7
"""The most lines through one cell, in the corners and in the middle of the cube; the other cells lie on four."""


def through(sets: tuple[int, ...]) -> np.ndarray:
    """uint64[64, 7]: the lines through each cell; rows are filled up with the full board, which nobody can own."""
    table = np.full((64, MOST), ALL)
    for cell in range(64):
        meeting = [line for line in sets if line >> cell & 1]
        table[cell, : len(meeting)] = meeting
    return table


THROUGH = through(LINES)


@compiled
def completes(stones, cell):
    """Is there a line through `cell` in a set of cells?"""
    for k in range(MOST):
        line = THROUGH[cell, k]
        if stones & line == line:
            return True
    return False


class Bingo3D(Game):
    """Two players in turn put a cube on one of sixteen columns that is not full. Whoever owns four cubes in a straight
    line, in any of the 76 lines, wins; a full board without is a draw.

    `mine` holds the cubes of the player to move and `both` all cubes: bit 16 * y + 4 * x + z for height z over column
    (x, y). Action 4 * y + x is the column; people write a1 to d4."""

    name = "bingo3d"
    actions, widest, longest = COLUMNS, COLUMNS, COLUMNS * SIDE
    score_range = (-1.0, 1.0)
    shows_wins = True
    plane_shape = (2 * SIDE + 1, SIDE, SIDE)
    state = record(mine="u8", both="u8", to_move="i1", over="i1", score=("f4", 2))

    def legal(self, s, actions):
        n = 0
        for column in range(COLUMNS):
            if not s.both >> u(SIDE * column + 3) & u(1):
                actions[n] = column
                n += 1
        return n

    def any_action(self, s, actions, rng):
        """Draw until a column is not full."""
        while True:
            column = rng.below(COLUMNS)
            if not s.both >> u(SIDE * column + 3) & u(1):
                return column

    def play(self, s, action):
        shift = u(SIDE * action)
        cube = (s.both + (u(1) << shift)) & (u(15) << shift)
        mine, both = s.mine | cube, s.both | cube
        s.mine = mine ^ both
        s.both = both
        s.to_move ^= 1
        if completes(mine, lowest(cube)):
            s.over = 1
            loser = u(s.to_move)
            s.score[loser] = -1
            s.score[u(1) - loser] = 1
        elif both == ALL:
            s.over = 1

    def wins(self, s, player):
        cubes = s.mine if player == s.to_move else s.mine ^ s.both
        for column in range(COLUMNS):
            shift = u(SIDE * column)
            cube = (s.both + (u(1) << shift)) & (u(15) << shift)
            if cube and completes(cubes | cube, lowest(cube)):
                return column
        return -1

    def planes(self, s, player, out):
        """The player's own cubes, a plane for each level from the plate upwards, then the other's, and 1 everywhere if
        it is his turn."""
        mine = s.mine if player == s.to_move else s.mine ^ s.both
        other, turn = mine ^ s.both, player == s.to_move and not s.over
        for column in range(COLUMNS):
            y, x = column // SIDE, column % SIDE
            for z in range(SIDE):
                cell = u(SIDE * column + z)
                out[z, y, x] = mine >> cell & u(1)
                out[SIDE + z, y, x] = other >> cell & u(1)
            out[2 * SIDE, y, x] = turn

    def describe(self, s: State, action: int) -> str:
        return square(action, SIDE)

    def show(self, s: State) -> str:
        """The four levels side by side, the plate's on the left."""
        mover, taken = int(s.mine), int(s.both)
        cubes = (taken ^ mover, mover) if s.to_move else (mover, taken ^ mover)

        def level(y: int, z: int) -> str:
            return row(range(cell_at(0, y, z), cell_at(0, y, z) + COLUMNS, SIDE), lambda cell: sign(cell, cubes))

        heights = "   ".join(f"level {z + 1}" for z in range(SIDE))
        grid = [f"{y + 1} " + "   ".join(level(y, z) for z in range(SIDE)) for y in range(SIDE)]
        return "\n".join([f"  {heights}", "  " + "   ".join([header(SIDE)] * SIDE), *grid, outcome(s)])

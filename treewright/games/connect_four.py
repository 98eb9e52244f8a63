"""Connect Four: drop a stone into a column; four in a row, in any direction, win."""

import numpy as np

from treewright.core.compiling import compiled
from treewright.core.errors import Refused
from treewright.core.game import Game, State
from treewright.core.record import record
from treewright.games.drawing import outcome, row, sign

u = np.uint64

STRIDE = 7
"""Columns are this many bits apart, whatever the size: six for stones, and one that stays empty between columns."""
MOST_COLUMNS, MOST_ROWS = 7, 6
FOOT = u(sum(1 << STRIDE * column for column in range(MOST_COLUMNS)))
"""The lowest cell of every column. Adding it to the stones carries, in each column, into the lowest empty cell."""


@compiled
def four(stones):
    """Do four stones stand in a row? Two neighbours, and two more a double step on: sideways, both diagonals, up."""
    for step in (STRIDE, STRIDE - 1, STRIDE + 1, 1):
        pairs = stones & (stones >> u(step))
        if pairs & (pairs >> u(2 * step)):
            return True
    return False


@compiled
def missing(stones):
    """The cells that would make four of three, whoever stands on them."""
    cells = u(0)
    for step in (STRIDE, STRIDE - 1, STRIDE + 1, 1):
        d = u(step)
        above = (stones >> d) & (stones >> d + d)
        below = (stones << d) & (stones << d + d)
        cells |= above & ((stones >> d + d + d) | (stones << d)) | below & ((stones << d + d + d) | (stones >> d))
    return cells


class ConnectFour(Game):
    """Two players in turn drop a stone into a column that is not full; it falls on top of the others. Whoever has four
    in a row, sideways, upwards or diagonally, wins; a full board without is a draw.

    `mine` holds the stones of the player to move and `both` all stones, bit 7 * column + row, so that handing over the
    turn is an exclusive or. Actions are the columns from 0; people write them from 1."""

    columns: int = MOST_COLUMNS
    rows: int = MOST_ROWS

    score_range = (-1.0, 1.0)
    shows_wins = True
    state = record(mine="u8", both="u8", empty="i1", to_move="i1", over="i1", score=("f4", 2))

    def __post_init__(self) -> None:
        super().__post_init__()
        if not (1 <= self.columns <= MOST_COLUMNS and 1 <= self.rows <= MOST_ROWS):
            raise Refused(f"Connect Four has 1 to {MOST_COLUMNS} columns and 1 to {MOST_ROWS} rows, "
                          f"not {self.columns} and {self.rows}")
        if max(self.columns, self.rows) < 4:
            raise Refused(f"four in a row do not fit into {self.columns} columns and {self.rows} rows")
        self.actions = self.widest = self.columns
        self.longest = self.columns * self.rows
        self.plane_shape = (3, self.rows, self.columns)

    def start(self, s, rng):
        s.empty = self.longest

    def legal(self, s, actions):
        n, top = 0, s.both >> u(self.rows - 1)
        for column in range(self.columns):
            if not top >> u(STRIDE * column) & u(1):
                actions[n] = column
                n += 1
        return n

    def any_action(self, s, actions, rng):
        """Columns are rarely full: draw until one is not."""
        top = s.both >> u(self.rows - 1)
        while True:
            column = rng.below(self.columns)
            if not top >> u(STRIDE * column) & u(1):
                return column

    def play(self, s, action):
        shift = u(STRIDE * action)
        stone = (s.both + (u(1) << shift)) & (u(63) << shift)
        mine, both = s.mine | stone, s.both | stone
        s.mine = mine ^ both
        s.both = both
        s.empty -= 1
        s.to_move ^= 1
        if four(mine):
            s.over = 1
            loser = u(s.to_move)
            s.score[loser] = -1
            s.score[u(1) - loser] = 1
        elif s.empty == 0:
            s.over = 1

    def wins(self, s, player):
        winning = missing(s.mine if player == s.to_move else s.mine ^ s.both) & (s.both + FOOT)
        for column in range(self.columns):
            if winning >> u(STRIDE * column) & (u(1) << u(self.rows)) - u(1):
                return column
        return -1

    def planes(self, s, player, out):
        """The player's own stones, the other's, and 1 everywhere if it is his turn; the top row first, as drawn."""
        mine = s.mine if player == s.to_move else s.mine ^ s.both
        other, turn = mine ^ s.both, player == s.to_move and not s.over
        for y in range(self.rows):
            for x in range(self.columns):
                cell = u(STRIDE * x + self.rows - 1 - y)
                out[0, y, x] = mine >> cell & u(1)
                out[1, y, x] = other >> cell & u(1)
                out[2, y, x] = turn

    def describe(self, s: State, action: int) -> str:
        return str(action + 1)

    def show(self, s: State) -> str:
        """The board from the side, the columns' numbers on top."""
        mover, all_stones = int(s.mine), int(s.both)
        stones = (all_stones ^ mover, mover) if s.to_move else (mover, all_stones ^ mover)
        lines = [row(range(height, STRIDE * self.columns, STRIDE), lambda cell: sign(cell, stones))
                 for height in reversed(range(self.rows))]
        return "\n".join([" ".join(str(column + 1) for column in range(self.columns)), *lines, outcome(s)])

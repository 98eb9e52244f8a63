"""Connect Four: drop a stone into a column; four in a row, in any direction, win."""

import numpy as np

from treewright.core.compiling import compiled
from treewright.core.game import Game
from treewright.core.record import record

u = np.uint64


@compiled
def four(stones, height):
    """Do four stones stand in a row? Columns are `height` bits apart, so the shifts are 1 (up), and height, height ± 1."""
    for shift in (height, height - 1, height + 1, 1):
        pairs = stones & (stones >> u(shift))
        if pairs & (pairs >> u(2 * shift)):
            return True
    return False


class ConnectFour(Game):
    """Two bitboards, a column every `rows + 1` bits: the bit above each column stays empty."""

    columns: int = 7
    rows: int = 6

    score_range = (-1.0, 1.0)
    state = record(stones=("u8", 2), count="i1", to_move="i1", over="i1", score=("f4", 2))

    def __post_init__(self):
        super().__post_init__()
        self.actions = self.widest = self.columns
        self.longest = self.columns * self.rows

    def legal(self, s, actions):
        n, full = 0, s.stones[0] | s.stones[1]
        for column in range(self.columns):
            if not full >> u(column * 7 + self.rows - 1) & u(1):
                actions[n] = column
                n += 1
        return n

    def any_action(self, s, actions, rng):
        full = s.stones[0] | s.stones[1]
        while True:
            column = rng.below(self.columns)
            if not full >> u(column * 7 + self.rows - 1) & u(1):
                return column

    def play(self, s, action):
        me = s.to_move
        both = s.stones[0] | s.stones[1]
        shift = u(7 * action)
        mine = s.stones[me] | (both + (u(1) << shift)) & (u(63) << shift)
        s.stones[me] = mine
        s.count += 1
        s.to_move = 1 - me
        if four(mine, 7):
            s.over = 1
            s.score[me] = 1
            s.score[1 - me] = -1
        elif s.count == self.longest:
            s.over = 1

"""Trio: three players on a board of four by four. Three in a row win two points, one from each of the others.

A full board without a row is a draw. The scores of three players, and a range (-1 to 2) that is not even
about zero.
"""

import numpy as np

from treewright.core.game import Game
from treewright.core.record import record

SIDE = 4
STEPS = ((0, 1), (1, 0), (1, 1), (1, -1))
LINES = [sum(1 << SIDE * (row + k * down) + column + k * across for k in range(3))
         for row in range(SIDE) for column in range(SIDE) for down, across in STEPS
         if row + 2 * down < SIDE and 0 <= column + 2 * across < SIDE]
"""The 24 sets of three cells in a row."""
WON = np.any([np.arange(1 << SIDE * SIDE) & line == line for line in LINES], axis=0)
"""Does a set of cells hold a line?"""


class Trio(Game):
    """A set of cells for each player; cells are numbered row by row."""

    players = 3
    zero_sum = False
    actions, widest, longest = SIDE * SIDE, SIDE * SIDE, SIDE * SIDE
    score_range = (-1.0, 2.0)
    state = record(stones=("i4", 3), to_move="i1", over="i1", score=("f4", 3))

    def legal(self, s, actions):
        n, taken = 0, s.stones[0] | s.stones[1] | s.stones[2]
        for cell in range(SIDE * SIDE):
            if not taken >> cell & 1:
                actions[n] = cell
                n += 1
        return n

    def play(self, s, action):
        me = s.to_move
        s.stones[me] |= 1 << action
        s.to_move = (me + 1) % 3
        if WON[s.stones[me]]:
            s.over = 1
            for player in range(3):
                s.score[player] = 2 if player == me else -1
        elif s.stones[0] | s.stones[1] | s.stones[2] == (1 << SIDE * SIDE) - 1:
            s.over = 1

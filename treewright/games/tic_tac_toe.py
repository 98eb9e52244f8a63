"""Tic-tac-toe: three in a row win."""

import numpy as np

from treewright.core.game import Game
from treewright.core.record import record

LINES = (0b111, 0b111000, 0b111000000, 0b1001001, 0b10010010, 0b100100100, 0b100010001, 0b1010100)
WON = np.array([any(stones & line == line for line in LINES) for stones in range(512)])
"""Does a set of cells hold a line? One look-up."""


class TicTacToe(Game):
    """Cells 0 to 8, left to right and top to bottom; a board of nine bits for each player."""

    actions, widest, longest = 9, 9, 9
    score_range = (-1.0, 1.0)
    state = record(stones=("i2", 2), to_move="i1", over="i1", score=("f4", 2))

    def legal(self, s, actions):
        n, taken = 0, s.stones[0] | s.stones[1]
        for cell in range(9):
            if not taken >> cell & 1:
                actions[n] = cell
                n += 1
        return n

    def any_action(self, s, actions, rng):
        taken = s.stones[0] | s.stones[1]
        while True:
            cell = rng.below(9)
            if not taken >> cell & 1:
                return cell

    def play(self, s, action):
        me = s.to_move
        mine = s.stones[me] | 1 << action
        s.stones[me] = mine
        s.to_move = 1 - me
        if WON[mine]:
            s.over = 1
            s.score[me] = 1
            s.score[1 - me] = -1
        elif mine | s.stones[1 - me] == 511:
            s.over = 1

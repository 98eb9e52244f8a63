"""Tic-tac-toe: three in a row win."""

import numpy as np

from treewright.core.game import Game, State
from treewright.core.record import record
from treewright.games.drawing import header, outcome, row, sign, square

u = np.uint64

CELLS, FULL = 9, 0b111111111
LINES = (0b111, 0b111000, 0b111000000, 0b1001001, 0b10010010, 0b100100100, 0b100010001, 0b1010100)
WON = np.array([any(stones & line == line for line in LINES) for stones in range(FULL + 1)]).astype(np.int8)
"""1 where a set of cells holds a line: one look-up."""
NTH_EMPTY = np.array([sorted(range(CELLS), key=lambda cell: (taken >> cell & 1, cell)) for taken in range(FULL + 1)],
                     np.int8)
"""For each set of taken cells: the empty cells in order (and the taken ones behind them)."""


class TicTacToe(Game):
    """Two players in turn take one of nine cells. Whoever has three in a row wins; a full board without is a draw.

    Cells are numbered from the upper left, row by row: bit `cell` of `mine`, the cells of the player to move, and of
    `both`, all that are taken. Actions are the cells 0 to 8; people write a1 to c3, or 1 to 9 in the same order."""

    actions, widest, longest = CELLS, CELLS, CELLS
    score_range = (-1.0, 1.0)
    shows_wins = True
    plane_shape = (3, 3, 3)
    state = record(mine="i2", both="i2", empty="i1", to_move="i1", over="i1", score=("f4", 2))

    def start(self, s, rng):
        s.empty = CELLS

    def legal(self, s, actions):
        for k in range(s.empty):
            actions[k] = NTH_EMPTY[s.both, k]
        return s.empty

    def any_action(self, s, actions, rng):
        """Drawing cells until one is empty would need twenty draws a game, and the processor cannot guess how many."""
        return np.int64(NTH_EMPTY[u(s.both), u(rng.below(s.empty))])

    def play(self, s, action):
        stone = 1 << action
        mine, both = s.mine | stone, s.both | stone
        s.mine = mine ^ both
        s.both = both
        s.empty -= 1
        s.to_move ^= 1
        won = WON[u(mine)]
        if won | (s.empty == 0):
            s.over = 1
            loser = u(s.to_move)
            s.score[loser] = -won
            s.score[u(1) - loser] = won

    def wins(self, s, player):
        stones = s.mine if player == s.to_move else s.mine ^ s.both
        for k in range(s.empty):
            cell = np.int64(NTH_EMPTY[s.both, k])
            if WON[stones | 1 << cell]:
                return cell
        return -1

    def planes(self, s, player, out):
        """The player's own stones, the other's, and 1 everywhere if it is his turn."""
        mine = s.mine if player == s.to_move else s.mine ^ s.both
        for cell in range(CELLS):
            y, x = cell // 3, cell % 3
            out[0, y, x] = mine >> cell & 1
            out[1, y, x] = (mine ^ s.both) >> cell & 1
            out[2, y, x] = player == s.to_move and not s.over

    def describe(self, s: State, action: int) -> str:
        return square(action, 3)

    def parse(self, s: State, text: str) -> int:
        """A cell as a letter and a number, or as its number from 1."""
        word = text.strip()
        return super().parse(s, square(int(word) - 1, 3) if word in tuple("123456789") else text)

    def show(self, s: State) -> str:
        mover, taken = int(s.mine), int(s.both)
        stones = (taken ^ mover, mover) if s.to_move else (mover, taken ^ mover)
        lines = [f"{y + 1} " + row(range(3 * y, 3 * y + 3), lambda cell: sign(cell, stones)) for y in range(3)]
        return "\n".join([f"  {header(3)}", *lines, outcome(s)])

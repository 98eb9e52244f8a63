"""Phantom tic-tac-toe: three in a row win, and nobody sees the other's stones until he runs into them."""

import numpy as np

from treewright.core.component import verb
from treewright.core.game import Game, State
from treewright.core.record import record
from treewright.games.drawing import header, outcome, row, sign, square
from treewright.games.tic_tac_toe import CELLS, FULL, NTH_EMPTY, WON

STONES = np.array([cells.bit_count() for cells in range(FULL + 1)]).astype(np.int8)
"""How many cells a set has."""


class PhantomTicTacToe(Game):
    """Two players in turn try a cell of nine. An empty one is theirs; on a taken one they find the other's stone, which
    only they learn, and try again (OpenSpiel's phantom_ttt as it comes: classical, reveal-nothing).

    `stones` are each player's cells, `found` those where he has found the other's. Bits, actions and names of cells are
    those of tic-tac-toe. How often the other has tried is not told."""

    hidden = True
    actions, widest, longest = CELLS, CELLS, 2 * CELLS - 1
    score_range = (-1.0, 1.0)
    plane_shape = (3, 3, 3)
    state = record(stones=("i2", 2), found=("i2", 2), to_move="i1", over="i1", score=("f4", 2))

    def legal(self, s, actions):
        known = s.stones[s.to_move] | s.found[s.to_move]
        n = CELLS - STONES[known]
        for k in range(n):
            actions[k] = NTH_EMPTY[known, k]
        return n

    def any_action(self, s, actions, rng):
        known = s.stones[s.to_move] | s.found[s.to_move]
        return np.int64(NTH_EMPTY[known, rng.below(CELLS - STONES[known])])

    def play(self, s, action):
        me, stone = s.to_move, 1 << action
        if s.stones[1 - me] & stone:
            s.found[me] |= stone
            return
        s.stones[me] |= stone
        s.to_move = 1 - me
        won = WON[s.stones[me]]
        if won or s.stones[0] | s.stones[1] == FULL:
            s.over, s.score[me], s.score[1 - me] = 1, won, -won

    def observe(self, s, player, o):
        o.stones[player], o.stones[1 - player] = s.stones[player], s.found[player]
        o.found[player] = s.found[player]
        o.to_move, o.over = s.to_move, s.over
        o.score[0], o.score[1] = s.score[0], s.score[1]

    @verb
    def imagine(self, s, player, rng):
        """The other's missing stones anywhere that the player has not looked, and any of the player's stones known to
        him: he has had a turn after each of them."""
        mine, his = s.stones[player], s.stones[1 - player]
        missing = STONES[mine] - STONES[his]
        if s.to_move == 1:
            missing += 1 if player == 1 else -1
        unknown = FULL & ~(mine | his)
        left = STONES[unknown]
        for cell in range(CELLS):
            if unknown >> cell & 1:
                if rng.below(left) < missing:
                    his |= 1 << cell
                    missing -= 1
                left -= 1
        s.stones[1 - player] = his
        s.found[1 - player] = mine & rng.below(FULL + 1)
        return missing == 0 and not WON[his]

    def planes(self, s, player, out):
        """The player's own stones, those that he has found, and 1 everywhere if it is his turn."""
        for cell in range(CELLS):
            y, x = cell // 3, cell % 3
            out[0, y, x] = s.stones[player] >> cell & 1
            out[1, y, x] = s.found[player] >> cell & 1
            out[2, y, x] = player == s.to_move and not s.over

    def describe(self, s: State, action: int) -> str:
        return square(action, 3)

    def show(self, s: State) -> str:
        stones = int(s.stones[0]), int(s.stones[1])
        lines = [f"{y + 1} " + row(range(3 * y, 3 * y + 3), lambda cell: sign(cell, stones)) for y in range(3)]
        return "\n".join([f"  {header(3)}", *lines, outcome(s)])

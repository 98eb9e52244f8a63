"""Ring: two actions a turn. Stones on a ring of ten cells; the longer row of stones wins by the difference.

The first turn is one stone, every later one two. A row of four ends the game at once; a full ring ends it
too, when each player has five stones. Rows are counted around the ring, so the score is between -4 and 4, and
often 0.
"""

from treewright.core.component import verb
from treewright.core.game import Game
from treewright.core.record import record

CELLS, LONG = 10, 4


class Ring(Game):
    """`left` is how many stones the player to move may still place in this turn."""

    actions, widest, longest = CELLS, CELLS, CELLS
    score_range = (-4.0, 4.0)
    state = record(stones=("i2", 2), left="i1", to_move="i1", over="i1", score=("f4", 2))

    def start(self, s, rng):
        s.left = 1

    def legal(self, s, actions):
        n, taken = 0, s.stones[0] | s.stones[1]
        for cell in range(CELLS):
            if not taken >> cell & 1:
                actions[n] = cell
                n += 1
        return n

    def play(self, s, action):
        me = s.to_move
        s.stones[me] |= 1 << action
        s.left -= 1
        if s.left == 0:
            s.to_move, s.left = 1 - me, 2
        mine, other = self.row(s.stones[me]), self.row(s.stones[1 - me])
        if mine >= LONG or s.stones[0] | s.stones[1] == (1 << CELLS) - 1:
            s.over = 1
            s.score[me], s.score[1 - me] = mine - other, other - mine

    @verb
    def row(self, stones):
        """The length of the longest row in a set of cells: how often it can be shifted along itself."""
        length, rest = 0, stones
        while rest != 0:
            length += 1
            rest &= (rest << 1 | rest >> (CELLS - 1)) & ((1 << CELLS) - 1)
        return length

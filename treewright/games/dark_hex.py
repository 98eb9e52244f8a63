"""Dark Hex: connect your two sides, and nobody sees the other's stones until he runs into them."""

import numpy as np

from treewright.core.component import verb
from treewright.core.record import record
from treewright.games.cells import common, first, look_up, read, rest, some, union, without, write
from treewright.games.hex import Hex

u = np.uint64

STATES = {words: record(stones=("u8", (2, words)), linked=("u8", (2, words)), found=("u8", (2, words)), to_move="i1",
                        over="i1", score=("f4", 2)) for words in (1, 2, 3)}


class DarkHex(Hex):
    """Two players in turn try a cell of a Hex board. An empty one is theirs; on a taken one they find the other's
    stone, which only they learn, and try again (OpenSpiel's dark_hex as it comes: cdh, reveal-nothing).

    `stones` and `linked` are those of Hex, and `found` the cells where each player has found the other's stones. How
    often the other has tried is not told."""

    size: int = 3

    hidden = True

    def __post_init__(self) -> None:
        super().__post_init__()
        self.state = STATES[(self.size * self.size + 63) // 64]
        self.longest = 2 * self.size * self.size - 1

    @verb
    def known(self, s, player, cell):
        """Does the player know that a cell is taken?"""
        w = self.word(s, cell)
        return (s.stones[player, w] | s.found[player, w]) >> (cell & u(63)) & u(1)

    def legal(self, s, actions):
        n = 0
        for cell in range(self.actions):
            if not self.known(s, s.to_move, u(cell)):
                actions[n] = cell
                n += 1
        return n

    def any_action(self, s, actions, rng):
        while True:
            cell = rng.below(self.actions)
            if not self.known(s, s.to_move, u(cell)):
                return cell

    def play(self, s, action):
        me, cell, words = u(s.to_move), u(action), u(s.stones.shape[1])
        w, bit = self.word(s, cell), u(1) << (cell & u(63))
        if s.stones[u(1) - me, w] & bit:
            s.found[me, w] |= bit
            return
        s.to_move ^= 1
        s.stones[me, w] |= bit
        hangs = self.sides[me * words + w] & bit
        for k in range(s.stones.shape[1]):
            hangs |= self.beside[cell * words + u(k)] & s.linked[me, k]
        if hangs:
            s.linked[me, w] |= bit
            self.link(s, me, cell)

    def observe(self, s, player, o):
        for k in range(s.stones.shape[1]):
            o.stones[player, k], o.stones[1 - player, k] = s.stones[player, k], s.found[player, k]
            o.linked[player, k], o.found[player, k] = s.linked[player, k], s.found[player, k]
        o.to_move, o.over = s.to_move, s.over
        o.score[0], o.score[1] = s.score[0], s.score[1]

    @verb
    def imagine(self, s, player, rng):
        """The other's missing stones anywhere that the player has not looked, and any of the player's stones known to
        him: he has had a turn after each of them."""
        missing, left = self.missing(s, player), 0
        for cell in range(self.actions):
            left += 1 - np.int64(self.known(s, player, u(cell)))
        for cell in range(self.actions):
            if not self.known(s, player, u(cell)):
                if rng.below(left) < missing:
                    s.stones[1 - player, self.word(s, u(cell))] |= u(1) << (u(cell) & u(63))
                    missing -= 1
                left -= 1
        for k in range(s.stones.shape[1]):
            s.found[1 - player, k] = s.stones[player, k] & rng.bits()
        return missing == 0 and not self.connects(s, u(1 - player))

    @verb
    def missing(self, s, player):
        """How many stones of the other the player has not found: they have put as many each, or player 0 one more."""
        missing = 0
        for cell in range(self.actions):
            w, at = self.word(s, u(cell)), u(cell) & u(63)
            missing += np.int64(s.stones[player, w] >> at & u(1)) - np.int64(s.stones[1 - player, w] >> at & u(1))
        if s.to_move == 1:
            missing += 1 if player == 1 else -1
        return missing

    @verb
    def connects(self, s, player):
        """Link all stones of a player that hang together with his first side; do they reach the other one?"""
        words = u(s.stones.shape[1])
        loose = read(s.stones, player)
        front = common(look_up(self.sides, player, words), loose)
        linked, loose = front, without(loose, front)
        while some(front):
            reached = common(look_up(self.beside, first(front), words), loose)
            linked, loose = union(linked, reached), without(loose, reached)
            front = union(rest(front), reached)
        write(s.linked, player, linked)
        return some(common(linked, look_up(self.sides, player + u(2), words)))

    def planes(self, s, player, out):
        """The player's own stones, those that he has found, 1 everywhere if it is his turn, and 1 everywhere if he
        connects left and right."""
        if player == s.to_move and not s.over:
            out[2] = 1
        out[3] = player
        for cell in range(self.actions):
            w, at = self.word(s, u(cell)), u(cell) & u(63)
            out[0, cell // self.size, cell % self.size] = s.stones[player, w] >> at & u(1)
            out[1, cell // self.size, cell % self.size] = s.found[player, w] >> at & u(1)

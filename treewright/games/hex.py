"""Hex: connect your two sides of a rhombus of hexagons. There are no draws."""

import dataclasses

import numpy as np

from treewright.core.component import verb
from treewright.core.errors import Refused
from treewright.core.game import Game, State
from treewright.core.record import record
from treewright.games.cells import common, first, look_up, number, read, rest, some, table, union, without, write
from treewright.games.drawing import SIGNS, header, outcome, row, sign, square

u = np.uint64

LARGEST = 13
STEPS = ((0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1))
"""From a cell to its six neighbours, down and right. Each row lies half a cell further right than the one above."""
STATES = {words: record(stones=("u8", (2, words)), linked=("u8", (2, words)), to_move="i1", over="i1", score=("f4", 2))
          for words in (1, 2, 3)}
"""One word for a player's stones on boards up to 8 x 8, two up to 11 x 11, three up to 13 x 13."""


def neighbours(cell: int, size: int) -> list[int]:
    y, x = divmod(cell, size)
    return [(y + down) * size + x + right for down, right in STEPS if 0 <= y + down < size and 0 <= x + right < size]


def edges(size: int) -> list[list[int]]:
    """The sides from which players 0 and 1 start, then those that they must reach: top, left, bottom, right."""
    cells = range(size * size)
    top, bottom = list(cells[:size]), list(cells[-size:])
    return [top, list(cells[::size]), bottom, list(cells[size - 1::size])]


class Hex(Game):
    """Two players in turn put a stone on an empty cell. Player 0 wins with a chain of neighbouring stones from top to
    bottom, player 1 with one from left to right; one of them always does. There is no swap.

    `stones` holds each player's cells, and `linked` those that hang together with the side he starts from: a chain has
    won when it holds a linked stone on the other side. Bit row * size + column, which is also the number of the action;
    people write a1, with letters for columns."""

    size: int = 11

    beside: np.ndarray = dataclasses.field(init=False)
    """The neighbours of each cell, as a set."""
    sides: np.ndarray = dataclasses.field(init=False)
    """The four `edges`, as sets."""

    score_range = (-1.0, 1.0)

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 1 <= self.size <= LARGEST:
            raise Refused(f"a Hex board has 1 to {LARGEST} cells a side, not {self.size}")
        cells = self.size * self.size
        words = (cells + 63) // 64
        self.state = STATES[words]
        self.actions = self.widest = self.longest = cells
        self.plane_shape = (4, self.size, self.size)
        self.beside = table([neighbours(cell, self.size) for cell in range(cells)], words)
        self.sides = table(edges(self.size), words)

    @verb
    def word(self, s, cell):
        """The word of a set in which a cell lies."""
        return cell >> u(6) if s.stones.shape[1] > 1 else u(0)

    @verb
    def taken(self, s, cell):
        w = self.word(s, cell)
        return (s.stones[0, w] | s.stones[1, w]) >> (cell & u(63)) & u(1)

    def legal(self, s, actions):
        n = 0
        for cell in range(self.actions):
            if not self.taken(s, u(cell)):
                actions[n] = cell
                n += 1
        return n

    def any_action(self, s, actions, rng):
        """Draw cells, two at a time so that there is less to guess for the processor, until one is empty."""
        while True:
            one, two = u(rng.below(self.actions)), u(rng.below(self.actions))
            one_taken, two_taken = self.taken(s, one), self.taken(s, two)
            if not one_taken & two_taken:
                return np.int64(two if one_taken else one)

    def play(self, s, action):
        me, cell, words = u(s.to_move), u(action), u(s.stones.shape[1])
        w, bit = self.word(s, cell), u(1) << (cell & u(63))
        s.to_move ^= 1
        s.stones[me, w] |= bit
        hangs = self.sides[me * words + w] & bit
        for k in range(s.stones.shape[1]):
            hangs |= self.beside[cell * words + u(k)] & s.linked[me, k]
        if hangs:
            s.linked[me, w] |= bit
            self.link(s, me, cell)

    @verb
    def link(self, s, me, cell):
        """The stone on `cell` was linked: link what hangs on it, from stone to stone. No stone is linked twice."""
        words, linked = u(s.stones.shape[1]), read(s.linked, me)
        loose = without(read(s.stones, me), linked)
        front = common(look_up(self.beside, cell, words), loose)
        while some(front):
            linked, loose = union(linked, front), without(loose, front)
            front = union(rest(front), common(look_up(self.beside, first(front), words), loose))
        write(s.linked, me, linked)
        if some(common(linked, look_up(self.sides, me + u(2), words))):
            s.over = 1
            s.score[me] = 1
            s.score[u(1) - me] = -1

    def planes(self, s, player, out):
        """The player's own stones, the other's, 1 everywhere if it is his turn, and 1 everywhere if he connects left
        and right. The board is not turned for him: an action keeps its place."""
        if player == s.to_move and not s.over:
            out[2] = 1
        out[3] = player
        for channel in range(2):
            cells = out[channel].reshape(self.actions)
            for k in range(s.stones.shape[1]):
                stones = s.stones[player ^ channel, k]
                for bit in range(min(64, self.actions - 64 * k)):
                    cells[64 * k + bit] = stones >> u(bit) & u(1)

    def describe(self, s: State, action: int) -> str:
        return square(action, self.size)

    def show(self, s: State) -> str:
        """The rhombus, and which sides belong to whom."""
        n, stones = self.size, (number(s.stones, 0), number(s.stones, 1))
        rows = [row(range(n * y, n * y + n), lambda cell: sign(cell, stones)) for y in range(n)]
        lines = [f"{' ' * y}{y + 1:2} {cells}" for y, cells in enumerate(rows)]
        goals = f"{SIGNS[0]} connects top and bottom, {SIGNS[1]} left and right; {outcome(s)}"
        return "\n".join([f"   {header(n)}", *lines, goals])

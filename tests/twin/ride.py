"""Incentive learning for the twin: a walk through section III of Kao, Wu, Yen & Shan 2013, with lists and dictionaries.

D(a, b) is the mean of Q(s, a) - Q(s, b) over the states s in which both can be compared (18), and L* is a list of all
actions, the best first, in which as little of D as possible stands the wrong way round (23, 24). Both are updated as
the paper's summary has it, from the last action of a simulation back to its first.
"""

import math
from typing import Any

import numpy as np

from tests.twin.node import Node
from tests.twin.playouts import CHANCE, Uniform, legal
from tests.twin.rules import Moves
from tests.twin.stream import Dice, added


class Ride(Uniform):
    """The paper leaves open what the arguments say; their words are those of the compiled policy.

    room   of how many pairs there is room for D; a pair that comes later is never compared
    """

    def __init__(self, default: str = "maxi", start: str = "met", order: list[int] | None = None, sample: str = "means",
                 plies: str = "all", others: str = "tried", keep: bool = True, room: float = math.inf):
        self.default, self.start, self.order, self.sample = default, start, order, sample
        self.plies, self.others, self.keep, self.room = plies, others, keep, room
        self.best_first: list[int] = []
        """L*."""

    def face(self, game: Any, dice: Dice) -> None:
        """A new game, or a new move if nothing is kept: nothing learnt, and L* as it starts."""
        if self.best_first and self.keep:
            return
        self.means: dict[tuple[int, int], float] = {}
        self.counts: dict[tuple[int, int], int] = {}
        self.best_first, self.joined = list(range(game.actions)), 0
        if self.order is not None:
            self.best_first = self.order + [action for action in self.best_first if action not in self.order]
        elif self.start != "number":
            dice.shuffle(self.best_first)

    def choose(self, game: Any, s: Any, dice: Dice) -> int:
        """RAND: any legal action; MAXI: the legal one that stands first in L*."""
        if self.default == "rand":
            return super().choose(game, s, dice)
        return min(legal(game, s), key=self.best_first.index)

    # ------------------------------------------------------------ what a simulation teaches

    def learn(self, moves: Moves, rewards: list[np.float32]) -> None:
        first_player, plies = moves[0][0], list(zip(self.path[:-1], moves, strict=False))
        if self.start == "seen" and self.order is None:
            for node, (player, _) in plies:
                if player != CHANCE:
                    for action in listed(node):
                        self.join(action)
        if self.plies == "root":
            del plies[1:]
        for node, (player, action) in reversed(plies):
            if player != CHANCE and (self.plies != "own" or player == first_player):
                self.compare(node, action, float(rewards[player]))

    def compare(self, node: Node, a: int, reward: float) -> None:
        """The action that was chosen in a state with each other action b. Everything is in the eyes of who chose it, so
        one D serves all players."""
        now, n = float(node.children[a].mean), node.children[a].visits
        for b in listed(node) if self.others == "any" else node.line:
            other = node.children[b]
            if b == a or (self.others == "tried" and other.visits == 0):
                continue
            if self.start == "met" and self.order is None:
                self.join(a)
                self.join(b)
            met_before = n > 1 if self.others == "tried" else n > 1 or other.visits > 0
            if self.sample == "states" and met_before and self.count(a, b) > 0:
                # Q was before what the n - 1 earlier rewards had made it; an action without any has Q = 0.
                self.amend(a, b, (reward - now) / (n - 1) if n > 1 else now)
            else:
                self.add(a, b, (reward if self.sample == "outcome" else now) - float(other.mean))

    # ------------------------------------------------------------ D

    def d(self, a: int, b: int) -> float:
        return self.means.get((a, b), 0.0) if a < b else -self.means.get((b, a), 0.0)

    def count(self, a: int, b: int) -> int:
        return self.counts.get((min(a, b), max(a, b)), 0)

    def add(self, a: int, b: int, sample: float) -> None:
        """One more sample."""
        n = self.count(a, b) + 1
        if n == 1 and len(self.counts) >= self.room:
            return
        self.set(a, b, self.d(a, b) + (sample - self.d(a, b)) / n, n)

    def amend(self, a: int, b: int, change: float) -> None:
        """One of the samples has become larger by `change`."""
        n = self.count(a, b)
        self.set(a, b, self.d(a, b) + change / n, n)

    def set(self, a: int, b: int, mean: float, n: int) -> None:
        """D(a, b) has a new value, and whichever action gained by it may move in L*."""
        before = self.d(a, b)
        pair = (a, b) if a < b else (b, a)
        self.means[pair], self.counts[pair] = mean if a < b else -mean, n
        if mean > before:
            self.update(a, b)
        elif mean < before:
            self.update(b, a)

    # ------------------------------------------------------------ L*

    def update(self, a: int, b: int) -> None:
        """D+(a, b) may have grown. If b stands before a (25):

            L_A   b goes right after a
            L_B   a goes right before b
            L_C   nothing changes

        An x that b goes behind was counted with D+(x, b) and is now with D+(b, x): the cost grows by D(b, x), which is
        negative if that is a gain."""
        i, j = self.best_first.index(b), self.best_first.index(a)
        if i > j or self.d(a, b) <= 0:
            return
        passed = self.best_first[i:j + 1]
        cost_a = added([self.d(b, x) for x in passed])
        cost_b = added([self.d(x, a) for x in passed])
        if min(cost_a, cost_b) < 0:
            if cost_a <= cost_b:
                self.best_first.insert(j, self.best_first.pop(i))
            else:
                self.best_first.insert(i, self.best_first.pop(j))

    def join(self, action: int) -> None:
        """An action that joins L* stands behind those that did, in exchange with the one that stood there."""
        here = self.best_first.index(action)
        if here >= self.joined:
            self.best_first[here] = self.best_first[self.joined]
            self.best_first[self.joined] = action
            self.joined += 1


def listed(node: Node) -> list[int]:
    """All that is legal in a node, what was tried first."""
    return node.line + (node.untried or [])

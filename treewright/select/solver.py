"""MCTS-Solver (Winands, Bjornsson & Saito 2008), with bounds on the score (Cazenave & Saffidine 2010).

Every node has a least and a largest score that player 0 can still get. A finished simulation that ended inside the
tree fixes those of its leaf; they are carried up as long as they change. A child that can no longer change its
parent's value leaves the eligible front of its block, so a search without the solver pays nothing, and one with it
never walks into what is proven. Wins, losses, draws and games of points are all proven this way. Two players, zero sum,
no chance.
"""

import dataclasses
from typing import ClassVar

import numpy as np

from treewright.core.component import verb
from treewright.core.errors import Refused
from treewright.core.parts import Columns, Learner
from treewright.core.tree import swap


class Solver(Learner):
    """`dead` counts the children at the end of a block that need no further visit."""

    least: float = dataclasses.field(init=False, default=-1.0)
    most: float = dataclasses.field(init=False, default=1.0)

    columns: ClassVar[Columns] = {"low": "f4", "high": "f4", "dead": "i4"}

    def fit(self, game):
        refuse(game)
        self.least, self.most = map(float, game.score_range)

    def open(self, nodes, i):
        nodes[i].low, nodes[i].high, nodes[i].dead = self.least, self.most, 0

    def eligible(self, nodes, i):
        return nodes[i].count - nodes[i].dead

    def opened(self, nodes, parent, child):
        front = child - nodes[parent].dead
        swap(nodes, child, front)
        return front

    def learn(self, game, rule, nodes, trace):
        if not trace.ended:
            return
        leaf = trace.path[trace.depth]
        nodes[leaf].low = nodes[leaf].high = trace.score[0]
        for t in range(trace.depth - 1, -1, -1):
            if not self.tighten(nodes, trace.path[t], trace.player[t]):
                return

    @verb
    def tighten(self, nodes, at, mover):
        """Bounds of a node from those of its children; False if they are what they were."""
        first, count = nodes[at].first, nodes[at].count
        complete = count == nodes[at].room
        low = np.float32(self.least) if mover == 0 or not complete else np.float32(self.most)
        high = np.float32(self.most) if mover == 1 or not complete else np.float32(self.least)
        for child in range(first, first + count):
            if mover == 0:
                low = max(low, nodes[child].low)
                high = max(high, nodes[child].high)
            else:
                low = min(low, nodes[child].low)
                high = min(high, nodes[child].high)
        if low == nodes[at].low and high == nodes[at].high:
            return self.retire(nodes, at, mover)
        nodes[at].low, nodes[at].high = low, high
        self.retire(nodes, at, mover)
        return True

    @verb
    def retire(self, nodes, at, mover):
        """Move the children that cannot change this node's value behind the eligible ones; False: nothing to tell
        above."""
        first = nodes[at].first
        if nodes[at].low == nodes[at].high:
            nodes[at].room, nodes[at].dead = nodes[at].count, nodes[at].count
            return False
        child = first
        while child < first + nodes[at].count - nodes[at].dead:
            useless = nodes[child].high <= nodes[at].low if mover == 0 else nodes[child].low >= nodes[at].high
            if useless:
                nodes[at].dead += 1
                swap(nodes, child, first + nodes[at].count - nodes[at].dead)
            else:
                child += 1
        return False


def refuse(game):
    """Say in a sentence why a game cannot be solved this way."""
    if game.players != 2 or not game.zero_sum:
        raise Refused(
            f"the solver needs two players and scores that add up to nothing, but {game.name} is not such a game"
        )
    if game.chance:
        raise Refused(f"the solver proves nothing where chance moves, as it does in {game.name}")
    if game.hidden:
        raise Refused(f"the solver proves nothing where something is hidden, as it is in {game.name}")

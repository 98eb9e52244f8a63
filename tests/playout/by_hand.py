"""A tree that is grown by telling it simulations, for learners that look at the nodes on a simulation's way."""

from typing import Any

import numpy as np

from tests.playout.told import traced
from treewright.core.component import facing, fitted
from treewright.core.stream import Stream

ROOT = 1
NODE = np.dtype([("first", "i4"), ("action", "i4"), ("visits", "i4"), ("count", "i4"), ("room", "i4"), ("worth", "f8")])


class Means:
    """What a learner asks of a selection rule: Q, in double precision here."""

    def value(self, nodes, i):
        return nodes[i].worth


class ByHand:
    """The policy is told each simulation as a search would: all its moves were made in the tree, and every node has
    its visits and its mean. All actions of the game stand in each block, those first that were tried."""

    def __init__(self, game: Any, policy: Any, seed: int = 1):
        self.game, self.policy = game, fitted(policy, game)
        self.nodes = np.zeros(4000, NODE).view(np.recarray)
        self.used = ROOT + 1
        facing(self.policy, game, game.new(), Stream(seed))

    def tell(self, moves, z):
        """The (player, action)s of a simulation, and z for the first of two players."""
        trace, at = traced(self.game, moves, z), ROOT
        trace.path[0] = at
        for t, (player, action) in enumerate(moves):
            at = trace.path[t + 1] = self.child(at, action)
            node = self.nodes[at]
            node.visits += 1
            if player >= 0:
                node.worth += (float(trace.reward[player]) - node.worth) / node.visits
        trace.depth = len(moves)
        self.policy.learn(self.game, Means(), self.nodes, trace)

    def child(self, at, action):
        """Where an action leads; one that was never tried changes places with the first of the others."""
        node = self.nodes[at]
        if node.room == 0:
            node.first, node.room = self.used, self.game.actions
            self.nodes["action"][self.used:self.used + node.room] = np.arange(node.room)
            self.used += node.room
        block = self.nodes[node.first:node.first + node.room]
        k = int(np.flatnonzero(block["action"] == action)[0])
        if k >= node.count:
            block[[k, node.count]] = block[[node.count, k]]
            k = node.count
            node.count += 1
        return int(node.first + k)

    def d(self, a, b):
        return float(self.policy.differences.between(a, b))

    def samples(self, a, b):
        return int(self.policy.differences.samples(a, b))

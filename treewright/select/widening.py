"""Progressive widening, or unpruning: a node has few children at first, and more as it is visited more often (Chaslot,
Winands, van den Herik, Uiterwijk & Bouzy 2008; Coulom 2007 has the same idea with another sequence).

    child k is added when N(s) >= A B^(k - first),    k = first + 1, first + 2, ...

Children are added in the order of a preference, the best first; among those that are there, UCT chooses.
"""

import dataclasses

import numpy as np

from treewright.core.errors import Refused
from treewright.core.parts import Preference
from treewright.core.tree import swap
from treewright.select.puct import Even
from treewright.select.uct import UCT


class Widening(UCT):
    """Visits are the only unit here, so the value scale matters to `c` alone.

    prior   the preference by which children are put in order; all alike by default, and so at random
    first   so many children are there from the beginning
    after   A: the visits before the next one is added
    base    B: each further one takes so many times the visits
    """

    prior: Preference = dataclasses.field(default_factory=Even)
    first: int = 5
    after: float = 50.0
    base: float = 1.3
    weights: np.ndarray = dataclasses.field(init=False)
    wanted: np.ndarray = dataclasses.field(init=False)

    def __post_init__(self):
        super().__post_init__()
        if self.first < 1 or not self.after >= 0 or not self.base >= 1:
            raise Refused("widening needs first of at least 1, after of at least 0 and base of at least 1, not "
                          f"first={self.first}, after={self.after:g}, base={self.base:g}")
        if not self.one_by_one:
            raise Refused("widening adds children one by one, so expand must be one and urgency inf")

    def fit(self, game):
        self.weights, self.wanted = np.zeros(game.widest), np.zeros(game.widest, np.int32)

    def welcome(self, game, s, nodes, first, count):
        for i in range(count):
            self.wanted[i] = nodes[first + i].action
        self.prior.weigh(game, s, self.wanted, count, self.weights)
        for i in range(count - 1):
            best = i
            for k in range(i + 1, count):
                if self.weights[k] > self.weights[best]:
                    best = k
            self.weights[i], self.weights[best] = self.weights[best], self.weights[i]
            swap(nodes, first + i, first + best)

    def widens(self, nodes, parent):
        further = nodes[parent].count + 1 - self.first
        return further <= 0 or nodes[parent].visits >= self.after * self.base ** np.float64(further)

"""Progressive bias: what is known of a move beforehand counts at first, and fades (Chaslot, Winands, van den Herik,
Uiterwijk & Bouzy 2008).

    a* = argmax Q(s, a) + c sqrt(log N(s) / N(s, a)) + H(s, a) / (N(s, a) + 1)

H is a heuristic value of the move; here, `weight` times what a `Preference` says of it when the children are made.
"""

import dataclasses
from typing import ClassVar

import numpy as np

from treewright.core.parts import Columns, Preference
from treewright.select.means import UNSEEN, Means, root_of_log
from treewright.select.puct import Even


class ProgressiveBias(Means):
    """With a preference from 0 to 1 and a `weight` of 1, H is worth half of the scale -1..1 at first.

    c        the constant of exploration, for the search's value scale
    prior    the preference that weighs the actions, all alike by default
    weight   H for an action that weighs 1, in units of the value scale
    """

    c: float = 1.4
    prior: Preference = dataclasses.field(default_factory=Even)
    weight: float = 1.0
    weights: np.ndarray = dataclasses.field(init=False)
    wanted: np.ndarray = dataclasses.field(init=False)

    columns: ClassVar[Columns] = {"mean": "f4", "spread": "f4", "bias": "f4"}

    def fit(self, game):
        self.weights, self.wanted = np.zeros(game.widest), np.zeros(game.widest, np.int32)

    def open(self, nodes, i):
        nodes[i].mean = nodes[i].bias = 0
        nodes[i].spread = UNSEEN

    def welcome(self, game, s, nodes, first, count):
        for i in range(count):
            self.wanted[i] = nodes[first + i].action
        self.prior.weigh(game, s, self.wanted, count, self.weights)
        for i in range(count):
            nodes[first + i].bias = self.weight * self.weights[i]

    def score(self, nodes, parent, child):
        visits = nodes[child].visits
        bias = nodes[child].bias / np.float32(visits + 1)
        if visits == 0:
            return np.float32(self.urgency) + bias
        return nodes[child].mean + np.float32(self.c) * root_of_log(nodes[parent].visits) * nodes[child].spread + bias

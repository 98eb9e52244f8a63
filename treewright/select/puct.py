"""PUCT: exploration in proportion to a prior (Rosin 2011; in this form Silver et al. 2017).

    a* = argmax Q(s, a) + c P(s, a) sqrt(N(s)) / (1 + N(s, a))

N(s) counts the visits that went on to a child. Priors come from a `Preference` when the children are made, or from a
network through `guide`.
"""

import dataclasses
from typing import ClassVar

import numpy as np

from treewright.core.parts import Columns, Preference
from treewright.select.means import Means


class Even(Preference):
    """No preference: every action weighs the same."""

    def weigh(self, game, s, actions, n, weights):
        weights[:n] = 1


class PUCT(Means):
    """Chooses by value and prior.

    c         how much the prior counts
    prior     the preference that weighs the actions, all alike by default
    urgency   the value of a child without visits: 0, a draw on the scale -1..1, by default
    guided    take priors from a network, in batches, instead of from `prior`
    """

    c: float = 1.25
    prior: Preference = dataclasses.field(default_factory=Even)
    urgency: float = dataclasses.field(default=0.0, kw_only=True)
    guided: bool = dataclasses.field(default=False, kw_only=True)
    weights: np.ndarray = dataclasses.field(init=False)
    wanted: np.ndarray = dataclasses.field(init=False)

    columns: ClassVar[Columns] = {"mean": "f4", "spread": "f4", "prior": "f4"}

    def __post_init__(self):
        super().__post_init__()
        self.one_by_one = False

    def fit(self, game):
        self.weights, self.wanted = np.zeros(game.widest), np.zeros(game.widest, np.int32)

    def open(self, nodes, i):
        nodes[i].mean = nodes[i].spread = nodes[i].prior = 0

    def welcome(self, game, s, nodes, first, count):
        for i in range(count):
            self.wanted[i] = nodes[first + i].action
        self.prior.weigh(game, s, self.wanted, count, self.weights)
        total = self.weights[:count].sum()
        for i in range(count):
            nodes[first + i].prior = self.weights[i] / total if total > 0 else 1 / count

    def guide(self, nodes, i, prior):
        nodes[i].prior = prior

    def score(self, nodes, parent, child):
        visits = nodes[child].visits
        mean = nodes[child].mean if visits > 0 else np.float32(self.urgency)
        spread = np.sqrt(np.float32(max(nodes[parent].visits - 1, 1))) / np.float32(1 + visits)
        return mean + np.float32(self.c) * nodes[child].prior * spread

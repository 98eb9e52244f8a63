"""Weighted playouts: actions are drawn in proportion to their weights.

A `Preference` gives the weights (PUCT takes its priors from the same components). Where all legal actions weigh
nothing,
each is as likely as the others.
"""

import dataclasses

import numpy as np

from treewright.core.errors import Refused
from treewright.core.parts import Playout, Preference


class ByAction(Preference):
    """One weight for each action number.

    weights   as many numbers, none below 0, as the game has actions
    """

    weights: np.ndarray

    def __post_init__(self):
        super().__post_init__()
        self.weights = np.asarray(self.weights, np.float64)
        if self.weights.ndim != 1 or not np.all(np.isfinite(self.weights)) or np.any(self.weights < 0):
            raise Refused("weights must be a list of finite numbers, none below 0")

    def fit(self, game):
        if len(self.weights) != game.actions:
            raise Refused(f"{game.name} has {game.actions} actions, but there are {len(self.weights)} weights")

    def weigh(self, game, s, actions, n, weights):
        for k in range(n):
            weights[k] = self.weights[actions[k]]


class Weighted(Playout):
    """`weighted(by_action([1, 2, 4, 8, 4, 2, 1]))` prefers the middle of Connect Four.

    by   the preference that weighs the legal actions
    """

    by: Preference
    drawn: np.ndarray = dataclasses.field(init=False)

    def fit(self, game):
        self.drawn = np.zeros(game.widest)

    def choose(self, game, s, trace, actions, rng):
        n = game.legal(s, actions)
        self.by.weigh(game, s, actions, n, self.drawn)
        total = 0.0
        for k in range(n):
            total += self.drawn[k]
        if total <= 0:
            return actions[rng.below(n)]
        draw, k = rng.random() * total, 0
        while k < n - 1 and draw >= self.drawn[k]:
            draw -= self.drawn[k]
            k += 1
        return actions[k]

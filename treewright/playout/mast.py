"""MAST: the move-average sampling technique (Finnsson & Bjornsson 2008).

Q_h(a) is the mean reward of all simulations in which player h played a, in the tree or below it. Below the tree an
action is drawn with probability proportional to exp(Q_h(a) / tau) (Gibbs), or with `epsilon` above 0 the best is taken
with probability 1 - epsilon. An action never played counts as the best possible reward (1 on the scale -1..1).
"""

import dataclasses

import numpy as np

from treewright.core.component import verb
from treewright.core.errors import Refused
from treewright.core.parts import Learner, Playout
from treewright.playout.highest import highest


class MAST(Playout, Learner):
    """`tau` is meant for the search's value scale; the paper's 10 on 0..100 is 0.2 on -1..1."""

    tau: float = 0.2
    epsilon: float = 0.0
    mean: np.ndarray = dataclasses.field(init=False)
    plays: np.ndarray = dataclasses.field(init=False)
    weights: np.ndarray = dataclasses.field(init=False)

    def __post_init__(self):
        super().__post_init__()
        if not self.tau > 0 or not 0 <= self.epsilon <= 1:
            raise Refused(f"mast needs tau above 0 and epsilon from 0 to 1, not tau={self.tau}, epsilon={self.epsilon}")

    def fit(self, game):
        self.mean = np.ones((game.players, game.actions))
        self.plays = np.zeros((game.players, game.actions), np.int64)
        self.weights = np.zeros(game.widest)

    def choose(self, game, s, trace, actions, rng):
        n, player = game.legal(s, actions), s.to_move
        if self.epsilon > 0:
            return self.greedy(actions, n, player, rng)
        total = 0.0
        for k in range(n):
            self.weights[k] = np.exp(self.mean[player, actions[k]] / self.tau)
            total += self.weights[k]
        draw, k = rng.random() * total, 0
        while k < n - 1 and draw >= self.weights[k]:
            draw -= self.weights[k]
            k += 1
        return actions[k]

    @verb
    def greedy(self, actions, n, player, rng):
        """The best action so far, one of equals drawn; any action with probability epsilon."""
        if rng.random() < self.epsilon:
            return actions[rng.below(n)]
        return highest(self.mean[player], actions, n, rng)

    def learn(self, game, rule, nodes, trace):
        for t in range(trace.length):
            player, action = trace.player[t], trace.action[t]
            if player >= 0:
                self.plays[player, action] += 1
                self.mean[player, action] += (trace.reward[player] - self.mean[player, action]) / self.plays[
                    player, action
                ]

"""A leaf worth a mixture of an evaluation and a rollout (3D-Bingo paper, section 6.1; AlphaGo).

    v = (1 - lambda) V(s) + lambda z
"""

import dataclasses

import numpy as np

from treewright.core.errors import Refused
from treewright.core.parts import Leaf
from treewright.playout.rollout import Rollout


class Mixed(Leaf):
    """Both are asked, unless one counts for nothing.

    evaluation   the leaf whose word is V
    rollout      the leaf whose word is z
    weight       the paper's lambda: 1 is the rollout alone, 0 the evaluation alone
    """

    evaluation: Leaf
    rollout: Leaf = dataclasses.field(default_factory=Rollout)
    weight: float = 0.5
    held: np.ndarray = dataclasses.field(init=False)

    def __post_init__(self):
        super().__post_init__()
        if not 0 <= self.weight <= 1:
            raise Refused(f"mixed: weight must be from 0 to 1, not {self.weight}")

    def fit(self, game):
        self.held = np.zeros(game.players, np.float32)

    def value(self, game, s, trace, actions, odds, rng):
        self.evaluation.value(game, s, trace, actions, odds, rng)
        self.held[:] = trace.score
        if self.weight == 0:
            return
        self.rollout.value(game, s, trace, actions, odds, rng)
        share = np.float32(self.weight)
        for player in range(game.players):
            trace.score[player] = (np.float32(1) - share) * self.held[player] + share * trace.score[player]

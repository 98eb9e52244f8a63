"""RAVE's order of the actions (Gelly & Silver 2011), as it stands beside L* in Kao, Wu, Yen & Shan 2013, section V.

    Q_RAVE(s, a) = E[ z | s_t = s, there is a u >= t with a_u = a ]        (equation 15)

"Within each run, the Q^RAVE values of all the actions are also recorded. These Q^RAVE values are used to set up the
priority relation R^Q between any two actions." There is one value for each action, so s is the state that the search
begins from, and the value is the mean outcome of the simulations in which the action was played, in the tree or below
it, "regardless of when it is played". (The selection rule `rave` keeps such means in every node of its tree.)
"""

import dataclasses
import math
from typing import ClassVar

import numpy as np

from treewright.core.component import verb
from treewright.core.errors import Refused
from treewright.playout.ranked import Ranked

PLAYS = ("root", "own", "all")


class RaveOrder(Ranked):
    """Whose plays count, and who looks at the outcome, the paper leaves open:

    plays   root: "all-moves-as-first", so those of the player who moves first, where the search begins, and the outcome
            is his (so do Gelly & Silver); own: "both players try to maximize their own move incentives", so those of
            everybody, each with the outcome of who played, in one mean; all: "given that a move a is taken at some
            subsequent turn", by whomever, and the outcome is that of the player who moves first

    An action counts once in a simulation for each player who may count, however often he plays it. One that was never
    played stands behind those that were, and so is `worth` less than anything.
    """

    unknown: ClassVar[float] = -math.inf

    plays: str = "root"
    which: int = dataclasses.field(init=False)
    samples: np.ndarray = dataclasses.field(init=False)
    """int64[action]: of how many simulations `worth` is the mean; one counts twice if two players count in it."""
    noted: np.ndarray = dataclasses.field(init=False)
    """int64[player, action]: the simulation in which a play was last counted (scratch)."""
    clock: np.ndarray = dataclasses.field(init=False)

    def __post_init__(self):
        super().__post_init__()
        if self.plays not in PLAYS:
            raise Refused(f"plays must be one of {', '.join(PLAYS)}, not {self.plays!r}")
        self.which = PLAYS.index(self.plays)

    def fit(self, game):
        super().fit(game)
        self.samples, self.clock = np.zeros(game.actions, np.int64), np.zeros(1, np.int64)
        self.noted = np.zeros((game.players, game.actions), np.int64)

    def learn(self, game, rule, nodes, trace):
        self.clock[0] += 1
        first = -1
        for t in range(trace.length):
            player = np.int64(trace.player[t])
            if player < 0:
                continue
            if first < 0:
                first = player
            if self.which == 1:
                self.note(player, trace.action[t], trace.reward[player])
            elif self.which == 2 or player == first:
                self.note(first, trace.action[t], trace.reward[first])

    @verb
    def note(self, player, action, reward):
        """The outcome of a simulation for a player whose action counts in it, if it has not been counted yet."""
        if self.noted[player, action] == self.clock[0]:
            return
        self.noted[player, action] = self.clock[0]
        self.samples[action] += 1
        before = self.worth[action] if self.samples[action] > 1 else 0.0
        self.worth[action] = before + (np.float64(reward) - before) / self.samples[action]

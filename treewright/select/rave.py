"""RAVE and MC-RAVE (Gelly & Silver 2011; equations 15 and 16 of Kao et al. 2013).

    Q*(s, a) = (1 - beta) Q(s, a) + beta Q_RAVE(s, a),    a* = argmax Q*(s, a) + c sqrt(log N(s) / N(s, a))

Q_RAVE(s, a) is the mean reward of the simulations through s in which the player to move in s plays a then or later.
Schedules of beta, with n = N(s, a), m the number of RAVE samples:

    "hand"      sqrt(k / (3 N(s) + k))                          hand-selected; k is where both weigh the same
    "minimum"   m / (n + m + 4 n m bias^2)                      minimum mean squared error, for an assumed bias of RAVE
    "only"      1                                               RAVE alone
"""

import dataclasses
from typing import ClassVar

import numpy as np

from treewright.core.component import verb
from treewright.core.errors import Refused
from treewright.core.parts import Columns
from treewright.select.means import Means, root_of_log

SCHEDULES = ("hand", "minimum", "only")


class RAVE(Means):
    """A child without samples of either kind scores `urgency`.

    c          the constant of exploration, for the search's value scale
    k          hand-selected schedule: the visits at which both estimates weigh the same
    schedule   hand, minimum or only
    bias       minimum schedule: by how much RAVE is assumed to be wrong
    """

    c: float = 0.2
    k: float = 500.0
    schedule: str = "hand"
    bias: float = 0.1
    which: int = dataclasses.field(init=False)
    played: np.ndarray = dataclasses.field(init=False)
    """int32[player, action]: the simulation in which a player last played an action (scratch)."""
    clock: np.ndarray = dataclasses.field(init=False)

    columns: ClassVar[Columns] = {"mean": "f4", "spread": "f4", "amaf": "f4", "samples": "i4"}

    def __post_init__(self):
        super().__post_init__()
        if self.schedule not in SCHEDULES:
            raise Refused(f"schedule must be one of {', '.join(SCHEDULES)}, not {self.schedule!r}")
        self.which, self.one_by_one = SCHEDULES.index(self.schedule), False

    def fit(self, game):
        self.played, self.clock = np.zeros((game.players, game.actions), np.int32), np.zeros(1, np.int32)

    def open(self, nodes, i):
        nodes[i].mean = nodes[i].amaf = nodes[i].samples = 0
        nodes[i].spread = 1

    def score(self, nodes, parent, child):
        n, m = nodes[child].visits, nodes[child].samples
        if n + m == 0:
            return np.float32(self.urgency)
        beta = self.beta(np.float32(nodes[parent].visits), np.float32(n), np.float32(m))
        mixed = (np.float32(1) - beta) * nodes[child].mean + beta * nodes[child].amaf
        return mixed + np.float32(self.c) * root_of_log(nodes[parent].visits) * nodes[child].spread

    @verb
    def beta(self, parent_visits, n, m):
        """The weight of RAVE; where one of the two has no samples, the other counts alone."""
        one = np.float32(1)
        if n == 0 or self.which == 2:
            return one
        if m == 0:
            return np.float32(0)
        if self.which == 0:
            return np.sqrt(np.float32(self.k) / (np.float32(3) * parent_visits + np.float32(self.k)))
        return m / (n + m + np.float32(4 * self.bias * self.bias) * n * m)

    def see(self, nodes, trace):
        """From the last action back: what a player does at t or later was `played` when t's node is reached."""
        self.clock[0] += 1
        now = self.clock[0]
        for t in range(trace.length - 1, -1, -1):
            player = trace.player[t]
            if player < 0:
                continue
            self.played[player, trace.action[t]] = now
            if t < trace.depth:
                parent, reward = trace.path[t], trace.reward[player]
                for i in range(nodes[parent].first, nodes[parent].first + nodes[parent].count):
                    if self.played[player, nodes[i].action] == now:
                        nodes[i].samples += 1
                        nodes[i].amaf += (reward - nodes[i].amaf) / np.float32(nodes[i].samples)

"""Values of actions learnt from pairs (Bouzy & Chaslot 2006, as Kao, Wu, Yen & Shan 2013 print it, section VI).

    Q(a) <- Q(a) - alpha (Q(a) - Q(b) - C (V_a - V_b))

"V_a and V_b are the state values of two MC evaluations, C is a constant ranging from 0.7 to 1.0, and alpha is
proportional to the inverse of the square root of a number of visits to action a." RIDE keeps the mean difference of
each pair; here "each action finally received an absolute action value", and the differences are what it is learnt from.
"""

import dataclasses
import math

import numpy as np

from treewright.core.component import verb
from treewright.core.errors import Refused
from treewright.playout.ranked import Ranked


class Pairwise(Ranked):
    """What the formula leaves open is settled as in RIDE (`incentive`): after each simulation, from its last node in
    the tree back to the first, the action that was chosen there is a, and each other that was tried there is b, in the
    order in which the tree has them. V are the means of the two, for the player who chooses; so both players share one
    Q. All Q begin at 0, and Q(a) alone changes, as the formula is printed.

    c      the paper's C; at 1, Q(a) - Q(b) is drawn towards V_a - V_b itself. Since all Q begin at 0, it is a factor of
           them all, and changes neither their order nor a playout
    rate   alpha is this over the square root of how often a was chosen, in any node: 1 makes it 1 the first time
    """

    c: float = 1.0
    rate: float = 1.0
    visits: np.ndarray = dataclasses.field(init=False)
    """int64[action]."""

    def __post_init__(self):
        super().__post_init__()
        if not 0 < self.c < math.inf:
            raise Refused(f"c must be a finite number above 0, not {self.c}")
        if not 0 < self.rate <= 1:
            raise Refused(f"rate must be above 0 and at most 1, not {self.rate}")

    def fit(self, game):
        super().fit(game)
        self.visits = np.zeros(game.actions, np.int64)

    def learn(self, game, rule, nodes, trace):
        for t in range(trace.depth - 1, -1, -1):
            if trace.player[t] >= 0:
                self.compare(rule, nodes, trace.path[t], trace.path[t + 1])

    @verb
    def compare(self, rule, nodes, parent, chosen):
        """The action that was chosen in a node with every other that was tried."""
        first, a, value = nodes[parent].first, nodes[chosen].action, np.float64(rule.value(nodes, chosen))
        self.visits[a] += 1
        alpha = self.rate / np.sqrt(np.float64(self.visits[a]))
        for i in range(first, first + nodes[parent].count):
            if i != chosen and nodes[i].visits > 0:
                b, wanted = nodes[i].action, self.c * (value - np.float64(rule.value(nodes, i)))
                self.worth[a] -= alpha * (self.worth[a] - self.worth[b] - wanted)

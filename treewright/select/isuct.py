"""UCT among sampled worlds: information set Monte-Carlo tree search (Cowling, Powley & Whitehouse 2012).

    a* = argmax Q(s, a) + c sqrt(log N'(s, a) / N(s, a))

N' counts the simulations through s in whose world a was legal, since it joined the tree. With N(s) in its place an
action that is rarely legal would be tried nearly whenever it is.
"""

import dataclasses
import math
from typing import ClassVar

import numpy as np

from treewright.core.parts import Columns
from treewright.select.means import UNSEEN, Means, root_of_log


class ISUCT(Means):
    """What was never tried comes first; of equals one is drawn.

    c   the constant of exploration, for the search's value scale: 1.4 on -1..1 is the 0.7 of the paper on 0..1
    """

    c: float = 1.4

    urgency: float = dataclasses.field(default=math.inf, init=False)
    ties: str = dataclasses.field(default="drawn", init=False)
    expand: str = dataclasses.field(default="all", init=False)

    columns: ClassVar[Columns] = {**Means.columns, "available": "i4"}

    def order(self, actions, n, rng):
        """Ties are drawn, so the order does not matter."""

    def open(self, nodes, i):
        nodes[i].mean = 0
        nodes[i].spread = UNSEEN
        nodes[i].available = 0

    def score(self, nodes, parent, child):
        if nodes[child].visits == 0:
            return np.float32(self.urgency)
        return nodes[child].mean + np.float32(self.c) * root_of_log(nodes[child].available) * nodes[child].spread

    def select(self, nodes, parent, first, count, rng):
        """The choice, and one more simulation in which the others could have been chosen."""
        best = np.float32(-np.inf)
        choice, equals = first, 1
        for child in range(first, first + count):
            score = self.score(nodes, parent, child)
            if score > best:
                best, choice, equals = score, child, 1
            elif score == best:
                equals += 1
                if rng.below(equals) == 0:
                    choice = child
        for child in range(first, first + count):
            if nodes[child].visits > 0 or child == choice:
                nodes[child].available += 1
        return choice

"""UCB1-Tuned: less is explored where rewards vary less (Auer, Cesa-Bianchi & Fischer 2002, section 4).

    a* = argmax Q(s, a) + sqrt(log N(s) / N(s, a) min(1/4, V(s, a))),    V(s, a) = variance + sqrt(2 log N(s) / N(s, a))

for rewards in 0..1, whose variance is 1/4 at most. On a scale of another width w the variance is w^2 times as large,
and the bound w times as wide, so there it is min(w^2 / 4, variance + w^2 sqrt(2 log N(s) / N(s, a))).
"""

import dataclasses
import math
from typing import ClassVar

import numpy as np

from treewright.core.parts import Columns
from treewright.select.means import Means, root_of_log

ROOT_OF_TWO = np.float32(math.sqrt(2))


class UCB1Tuned(Means):
    """There is no constant to choose: the bound is as wide as the variance of the rewards that were seen."""

    width: float = dataclasses.field(init=False, default=2.0)
    """Of the value scale: the search tells it."""

    columns: ClassVar[Columns] = {"mean": "f4", "spread": "f4", "squares": "f4"}
    """`squares`: the sum of the squared distances from the mean (Welford 1962)."""

    def settle(self, terms):
        self.width = float(terms.scale.width)

    def open(self, nodes, i):
        nodes[i].mean = nodes[i].squares = 0
        nodes[i].spread = np.float32(1e18)

    def score(self, nodes, parent, child):
        if nodes[child].visits == 0:
            return np.float32(self.urgency)
        explored = root_of_log(nodes[parent].visits) * nodes[child].spread
        wide = np.float32(self.width * self.width)
        variance = nodes[child].squares / np.float32(nodes[child].visits)
        bound = min(wide / np.float32(4), variance + wide * ROOT_OF_TWO * explored)
        return nodes[child].mean + explored * np.sqrt(bound)

    def update(self, nodes, child, reward):
        n = np.float32(nodes[child].visits)
        before = reward - nodes[child].mean
        nodes[child].mean += before / n
        nodes[child].squares += before * (reward - nodes[child].mean)
        nodes[child].spread = np.float32(1) / np.sqrt(n)

    def repay(self, nodes, i, loss):
        n, lent, with_it = np.float32(nodes[i].visits), np.float32(loss), nodes[i].mean
        nodes[i].visits -= 1
        nodes[i].mean = (with_it * n - lent) / max(n - 1, np.float32(1))
        nodes[i].squares -= (lent - nodes[i].mean) * (lent - with_it)

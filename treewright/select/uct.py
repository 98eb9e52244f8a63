"""UCT: upper confidence bounds applied to trees (Kocsis & Szepesvari 2006; equation 13 of Kao et al. 2013).

    a* = argmax Q(s, a) + c sqrt(log N(s) / N(s, a))
"""

import math
from typing import ClassVar

import numpy as np

from treewright.core.compiling import compiled
from treewright.core.game import Actions
from treewright.core.parts import Columns, Nodes, Selection
from treewright.core.stream import Stream

ROOT_OF_LOG = np.sqrt(np.log(np.arange(1.0, 16385.0))).astype(np.float32)
"""sqrt(log N) for N = 1 .. 16384: a look-up is faster than two functions."""

@compiled
def root_of_log(visits: int) -> float:
    """sqrt(log(visits)) in single precision."""
    return ROOT_OF_LOG[visits - 1] if visits <= ROOT_OF_LOG.size else np.float32(np.sqrt(np.log(visits)))

class UCT(Selection):
    """`spread` keeps 1/sqrt(visits), so that walking down costs one multiplication and one addition a child."""

    c: float = 1.4
    columns: ClassVar[Columns] = {"mean": "f4", "spread": "f4"}
    one_by_one: ClassVar[bool] = True

    def open(self, nodes, i):
        nodes[i].mean = 0
        nodes[i].spread = 1e18

    def score(self, nodes, parent, child):
        return nodes[child].mean + np.float32(self.c) * root_of_log(nodes[parent].visits) * nodes[child].spread

    def update(self, nodes, child, reward):
        n = np.float32(nodes[child].visits)
        nodes[child].mean += (reward - nodes[child].mean) / n
        nodes[child].spread = np.float32(1) / np.sqrt(n)

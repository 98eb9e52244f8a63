"""What the rules of this family remember of a node: the mean reward of its visits, and one over their square root."""

import dataclasses
import math
from typing import ClassVar

import numpy as np

from treewright.core.compiling import compiled
from treewright.core.errors import Refused
from treewright.core.parts import Columns, Selection
from treewright.core.stream import shuffle

ROOT_OF_LOG = np.sqrt(np.log(np.arange(1.0, 16385.0))).astype(np.float32)
"""sqrt(log N) for N = 1 .. 16384: a look-up is faster than two functions."""

UNSEEN = np.float32(1e18)
"""The `spread` of a node without visits: large, but finite, so that a constant of zero times it is still zero."""

TIES = ("shuffled", "numbered", "drawn")


@compiled
def root_of_log(visits):
    """sqrt(log(visits)) in single precision."""
    return ROOT_OF_LOG[visits - 1] if visits <= ROOT_OF_LOG.size else np.float32(np.sqrt(np.log(visits)))


class Means(Selection):
    """Means and spreads, first-play urgency, and how children are made and ties broken.

    urgency   what a child without visits scores; infinity (the default) means that each is tried once first
    ties      "shuffled": the children's order is drawn once, when they are made, and the first of equals is taken;
              "drawn": one of the equals is drawn at every choice; "numbered": the children stand as the game lists
              them (a solver, or worlds with other actions, may change their order later)
    expand    "one": a simulation adds one child (needs infinite urgency); "all": it adds them all
    """

    urgency: float = dataclasses.field(default=math.inf, kw_only=True)
    ties: str = dataclasses.field(default="shuffled", kw_only=True)
    expand: str = dataclasses.field(default="one", kw_only=True)
    one_by_one: bool = dataclasses.field(init=False)
    draws_lots: bool = dataclasses.field(init=False)
    shuffles: bool = dataclasses.field(init=False)

    columns: ClassVar[Columns] = {"mean": "f4", "spread": "f4"}

    def __post_init__(self):
        super().__post_init__()
        if self.ties not in TIES:
            raise Refused(f"ties must be one of {', '.join(TIES)}, not {self.ties!r}")
        if self.expand not in ("one", "all"):
            raise Refused(f"expand must be one or all, not {self.expand!r}")
        self.one_by_one = self.expand == "one" and self.urgency == math.inf
        self.shuffles, self.draws_lots = self.ties != "numbered", self.ties == "drawn"

    def order(self, actions, n, rng):
        if self.shuffles:
            shuffle(actions, n, rng)

    def open(self, nodes, i):
        nodes[i].mean = 0
        nodes[i].spread = UNSEEN

    def update(self, nodes, child, reward):
        n = np.float32(nodes[child].visits)
        nodes[child].mean += (reward - nodes[child].mean) / n
        nodes[child].spread = np.float32(1) / np.sqrt(n)

    def value(self, nodes, i):
        return nodes[i].mean

    def lend(self, nodes, i, loss):
        nodes[i].visits += 1
        self.update(nodes, i, np.float32(loss))

    def repay(self, nodes, i, loss):
        n = np.float32(nodes[i].visits)
        nodes[i].visits -= 1
        nodes[i].mean = (nodes[i].mean * n - np.float32(loss)) / max(n - 1, np.float32(1))

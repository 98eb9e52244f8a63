"""UCT that takes the end of the game for what it is, as OpenSpiel's MCTSBot does, with its solver and without.

A child that ended the game is worth its outcome, with no exploration term: there is nothing left to find out. Nothing
is told further up (that would be the solver), but the final choice knows what is settled.
"""

import dataclasses
from typing import ClassVar

from treewright.core.errors import Refused
from treewright.core.parts import Columns
from treewright.select.means import UNSEEN
from treewright.select.uct import UCT


class Settled(UCT):
    """`low` and `high` are the least and the largest score of player 0 that are left, as the solver has them."""

    least: float = dataclasses.field(init=False, default=-1.0)
    most: float = dataclasses.field(init=False, default=1.0)

    columns: ClassVar[Columns] = {**UCT.columns, "low": "f4", "high": "f4"}

    def fit(self, game):
        if game.players != 2 or not game.zero_sum:
            raise Refused(f"settled needs two players and scores that add up to nothing, but {game.name} is not such a "
                          "game")
        self.least, self.most = map(float, game.score_range)

    def open(self, nodes, i):
        nodes[i].mean, nodes[i].spread = 0, UNSEEN
        nodes[i].low, nodes[i].high = self.least, self.most

    def see(self, nodes, trace):
        if trace.ended:
            leaf = trace.path[trace.depth]
            nodes[leaf].spread = 0
            nodes[leaf].low = nodes[leaf].high = trace.score[0]

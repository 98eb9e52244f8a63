"""Implicit minimax backups (Lanctot, Winands, Pepels & Sturtevant 2014).

    Q_IM(s, a) = (1 - alpha) Q(s, a) + alpha v(s, a),    a* = argmax Q_IM(s, a) + c sqrt(log N(s) / N(s, a))

Beside its mean Q, every node has a second value v: what an evaluation says of it when it is made, and once it has
children, the best of theirs for the player to move (minimax). Both are backed up after each simulation.
"""

import dataclasses
from typing import ClassVar

import numpy as np

from treewright.agents.horizon import ScoreSoFar
from treewright.core.component import verb
from treewright.core.desk import trace_dtype
from treewright.core.errors import Refused
from treewright.core.parts import Columns, Leaf
from treewright.core.stream import Stream
from treewright.select.means import UNSEEN, Means, root_of_log


class ImplicitMinimax(Means):
    """Two players, zero sum, no chance, nothing hidden.

    c            the constant of exploration, for the search's value scale
    alpha        how much the minimax value counts, from 0 to 1
    evaluation   the leaf whose word is v, in the game's own points; the score so far by default, so that where only
                 the end brings a score, v knows of ends and nothing else
    """

    needs_tree = True

    c: float = 1.4
    alpha: float = 0.4
    evaluation: Leaf = dataclasses.field(default_factory=ScoreSoFar)
    shift: float = dataclasses.field(init=False, default=0.0)
    factor: float = dataclasses.field(init=False, default=1.0)
    probe: np.ndarray = dataclasses.field(init=False)
    """A state to evaluate, and what an evaluation writes on."""
    traces: np.ndarray = dataclasses.field(init=False)
    actions: np.ndarray = dataclasses.field(init=False)
    odds: np.ndarray = dataclasses.field(init=False)
    rng: Stream = dataclasses.field(init=False)

    columns: ClassVar[Columns] = {"mean": "f4", "spread": "f4", "worth": "f4"}
    """`worth`: v, for the player who chooses the node."""

    def __post_init__(self):
        super().__post_init__()
        if not 0 <= self.alpha <= 1:
            raise Refused(f"implicit_minimax: alpha must be from 0 to 1, not {self.alpha:g}")

    def fit(self, game):
        refuse(game)
        self.probe, self.traces = np.zeros(1, game.state), np.zeros(1, trace_dtype(game))
        self.actions, self.odds, self.rng = np.zeros(game.widest, np.int32), np.zeros(game.widest), Stream(0)

    def settle(self, terms):
        self.shift, self.factor = terms.scale.shift, terms.scale.factor

    def open(self, nodes, i):
        nodes[i].mean = nodes[i].worth = 0
        nodes[i].spread = UNSEEN

    def welcome(self, game, s, nodes, first, count):
        for i in range(first, first + count):
            game.copy(self.probe, 0, s)
            game.play(self.probe[0], nodes[i].action)
            nodes[i].worth = self.estimate(game, s.to_move)

    @verb
    def estimate(self, game, player):
        """What the state in `probe` is worth to a player, on the value scale."""
        score = self.probe[0].score[player]
        if not self.probe[0].over:
            trace = self.traces[0]
            trace.depth = trace.length = trace.ended = 0
            self.evaluation.value(game, self.probe[0], trace, self.actions, self.odds, self.rng)
            score = trace.score[player]
        return (score - np.float32(self.shift)) * np.float32(self.factor)

    def score(self, nodes, parent, child):
        if nodes[child].visits == 0:
            return np.float32(self.urgency)
        alpha = np.float32(self.alpha)
        mixed = (np.float32(1) - alpha) * nodes[child].mean + alpha * nodes[child].worth
        return mixed + np.float32(self.c) * root_of_log(nodes[parent].visits) * nodes[child].spread

    def see(self, nodes, trace):
        """From the last node that has children up to the one below the root: v is the best of its children's."""
        for t in range(trace.depth - 1, 0, -1):
            at = trace.path[t]
            best = np.float32(-np.inf)
            for child in range(nodes[at].first, nodes[at].first + nodes[at].room):
                best = max(best, nodes[child].worth)
            # the other's score is minus this one's, and either is mapped to the scale
            other = -best - np.float32(2 * self.shift) * np.float32(self.factor)
            nodes[at].worth = best if trace.player[t] == trace.player[t - 1] else other


def refuse(game):
    """Say in a sentence why a game has no minimax value."""
    if game.players != 2 or not game.zero_sum or game.chance or game.hidden:
        why = ("chance moves" if game.chance else "something is hidden" if game.hidden else
               "there are not two players whose scores add up to nothing")
        raise Refused(f"implicit minimax backups need two players, zero sum and no chance; in {game.name} {why}")

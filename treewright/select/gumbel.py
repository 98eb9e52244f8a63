"""Gumbel root selection (Danihelka, Guez, Schrittwieser & Silver, "Policy improvement by planning with Gumbel", 2022).

    at the root    g(a) + log P(a) + sigma(Q(a)),    sigma(q) = (c_visit + max N(b)) c_scale q,    q on 0..1

g(a) is drawn from the Gumbel distribution for each search, so that the m actions with the largest g + log P are a
sample of m actions by the prior, without replacement. These share the simulations by sequential halving (Karnin, Koren
& Somekh 2013): all of them are visited equally often, then the better half, and so on, until two are left. The action
to play is the best of those that were visited most. Below the root, PUCT chooses (the paper's Gumbel MuZero; its "full"
variant has another rule there, which needs a network's values).
"""

import dataclasses
import math

import numpy as np

from treewright.core.component import verb
from treewright.core.errors import Refused
from treewright.core.game import CHANCE
from treewright.core.record import view
from treewright.core.tree import ROOT
from treewright.select.puct import PUCT

LEFT, LEVEL, TURN, ROUNDS, FEWEST, HALVINGS = range(6)
UNLIKELY = 1e-30
"""A prior of nothing counts as this much, since its logarithm must be finite."""


class Gumbel(PUCT):
    """The search tells how many simulations there are to share; a budget in seconds will not do.

    c         how much the prior counts below the root (PUCT)
    m         so many actions are considered at the root
    c_visit, c_scale   how much a value counts beside the prior; they are meant for values on 0..1 and used with such,
              whatever the search's value scale is
    """

    needs_tree = True

    m: int = 16
    c_visit: float = 50.0
    c_scale: float = 1.0
    simulations: int = dataclasses.field(init=False, default=0)
    low: float = dataclasses.field(init=False, default=-1.0)
    width: float = dataclasses.field(init=False, default=2.0)
    noise: np.ndarray = dataclasses.field(init=False)
    """float64[action]: g."""
    taken: np.ndarray = dataclasses.field(init=False)
    """int64[action]: visits in this search, those kept from the move before not counted."""
    phase: np.ndarray = dataclasses.field(init=False)
    """int64[6]: how many actions are left, how often each was visited, how many of them in this round, the rounds until
    half of them go, the fewest that there can be, and how often half of them can go."""

    def __post_init__(self):
        super().__post_init__()
        if self.m < 1 or not self.c_visit >= 0 or not self.c_scale >= 0:
            raise Refused("gumbel needs m of at least 1, c_visit and c_scale of at least 0, not "
                          f"m={self.m}, c_visit={self.c_visit:g}, c_scale={self.c_scale:g}")

    def fit(self, game):
        super().fit(game)
        self.noise, self.taken = np.zeros(game.actions), np.zeros(game.actions, np.int64)
        self.phase = np.zeros(6, np.int64)

    def settle(self, terms):
        if terms.simulations is None:
            raise Refused("gumbel shares its simulations out, so it needs a budget in simulations")
        self.simulations, self.low, self.width = terms.simulations, float(terms.scale.loss), float(terms.scale.width)

    def face(self, game, position, rng):
        s = view(position)
        self.taken[:] = 0
        choices = game.choices(s) if s.to_move != CHANCE else []
        for action in choices:
            with np.errstate(over="ignore"):
                self.noise[action] = -math.log(-math.log(max(rng.random(), UNLIKELY)))
        left = max(1, min(self.m, len(choices)))
        self.phase[:] = left, 0, 0, 0, min(2, left), max(1, math.ceil(math.log2(left)))
        self.phase[ROUNDS] = self.rounds()

    @verb
    def rounds(self):
        """How often each action that is left is visited before half of them go."""
        return max(1, self.simulations // (self.phase[HALVINGS] * self.phase[LEFT]))

    def select(self, nodes, parent, first, count, rng):
        if parent == ROOT:
            return self.at_root(nodes, first, count)
        best = np.float32(-np.inf)
        choice, equals = first, 1
        for child in range(first, first + count):
            score = self.score(nodes, parent, child)
            if score > best:
                best, choice, equals = score, child, 1
            elif self.draws_lots and score == best:
                equals += 1
                if rng.below(equals) == 0:
                    choice = child
        return choice

    @verb
    def at_root(self, nodes, first, count):
        """The best of those whose turn it is in this round; of all, should a solver have taken these away."""
        most = self.most(nodes, first, count)
        choice, best = 0, -np.inf
        for child in range(first, first + count):
            if self.taken[nodes[child].action] == self.phase[LEVEL]:
                strength = self.strength(nodes, child, most)
                if choice == 0 or strength > best:
                    choice, best = child, strength
        if choice == 0:
            for child in range(first, first + count):
                strength = self.strength(nodes, child, most)
                if choice == 0 or strength > best:
                    choice, best = child, strength
        self.taken[nodes[choice].action] += 1
        self.advance()
        return choice

    @verb
    def advance(self):
        """Sequential halving: the next turn, round or phase."""
        phase = self.phase
        phase[TURN] += 1
        if phase[TURN] < phase[LEFT]:
            return
        phase[TURN] = 0
        phase[LEVEL] += 1
        phase[ROUNDS] -= 1
        if phase[ROUNDS] == 0:
            phase[LEFT] = max(phase[FEWEST], phase[LEFT] // 2)
            phase[ROUNDS] = self.rounds()

    @verb
    def most(self, nodes, first, count):
        """max N(b)."""
        most = 0
        for child in range(first, first + count):
            most = max(most, nodes[child].visits)
        return most

    @verb
    def strength(self, nodes, child, most):
        """g + log P + sigma(Q)."""
        value = np.float64(nodes[child].mean) if nodes[child].visits > 0 else self.urgency
        sigma = (self.c_visit + most) * self.c_scale * (value - self.low) / self.width
        return self.noise[nodes[child].action] + np.log(max(np.float64(nodes[child].prior), UNLIKELY)) + sigma

    def merit(self, nodes, child):
        """Those that were visited less than others are out."""
        if self.taken[nodes[child].action] < self.taken.max():
            return -np.inf
        return self.strength(nodes, child, self.most(nodes, nodes[ROOT].first, nodes[ROOT].count))

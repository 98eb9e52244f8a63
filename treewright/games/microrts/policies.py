"""Policies of weights: what each idle unit is told is drawn from its legal actions.

A policy is six numbers, the weights of waiting, moving, harvesting, returning, producing and attacking. microRTS's
RandomBiasedAI is one: 5 for harvesting, returning and attacking, 1 for the rest. A unit whose legal actions all weigh
nothing draws one of them evenly. What does not fit with what is reserved becomes waiting; nothing is drawn again.
"""

import dataclasses

import numpy as np

from treewright.core.component import declares, verb
from treewright.core.errors import Refused
from treewright.core.parts import Playout
from treewright.games.microrts.codes import CODES, WAIT
from treewright.games.microrts.issuing import fits, may_add
from treewright.games.microrts.listing import MOST, list_actions

BIASED = (1.0, 1.0, 5.0, 5.0, 1.0, 5.0)
KINDS = 6


@declares
class UnitPolicy(Playout):
    """Tells one idle unit after the other what to do. As a playout it chooses for the unit whose turn it is."""

    listed: np.ndarray = dataclasses.field(init=False)
    """int32[40]: the legal actions of a unit, to write on."""

    def __post_init__(self):
        super().__post_init__()
        self.listed = np.zeros(MOST, np.int32)

    def tell(self, r, s, i, rng):
        """The code that unit i is told, in a state where the own side's other units have begun already."""
        code = self.draw(r, s, i, rng)
        return code if fits(r, s, i, code) else WAIT

    def choose(self, game, s, trace, actions, rng):
        code = self.draw(game.rules[0], s, s.cursor, rng)
        if not game.allowed(s, s.cursor, code):
            code = WAIT
        return game.place(s.cell[s.cursor]) * CODES + code

    def draw(self, r, s, i, rng):
        """One of unit i's legal actions, whether it fits or not."""
        return WAIT


class Weights(UnitPolicy):
    """`weights([1, 1, 5, 5, 1, 5])` is RandomBiasedAI.

    weights   of waiting, moving, harvesting, returning, producing, attacking; all 0 means any legal action
    by_kind   False: each legal action has the weight of its kind, so four moves weigh four times as much as one.
              True: the weight of a kind is shared by its actions, as if the kind was drawn first
    """

    weights: np.ndarray = dataclasses.field(default_factory=lambda: np.array(BIASED))
    by_kind: bool = False
    share: np.ndarray = dataclasses.field(init=False)
    """float64[6]: the weight of one action of each kind, to write on."""

    def __post_init__(self):
        super().__post_init__()
        try:
            self.weights = np.array(self.weights, np.float64)
        except (TypeError, ValueError) as error:
            raise Refused(f"weights must be a list of six numbers, not {self.weights!r}") from error
        if self.weights.shape != (KINDS,):
            raise Refused("weights must be six numbers: of waiting, moving, harvesting, returning, producing and "
                          f"attacking, not {self.weights.size}")
        if not np.all(np.isfinite(self.weights)) or np.any(self.weights < 0):
            raise Refused(f"weights must be finite numbers, none below 0, not {self.weights.tolist()}")
        self.share = self.weights.copy()

    def draw(self, r, s, i, rng):
        n, total = list_actions(r, s, i, self.listed), 0.0
        if self.by_kind:
            self.share_out(r, n)
        for k in range(n):
            total += self.share[r.kind_of[self.listed[k]]]
        if total == 0:
            return self.listed[rng.below(n)]
        drawn, sum_so_far = rng.random() * total, 0.0
        for k in range(n):
            sum_so_far += self.share[r.kind_of[self.listed[k]]]
            if sum_so_far >= drawn:
                return self.listed[k]
        return self.listed[n - 1]

    @verb
    def share_out(self, r, n):
        """The weight of each kind, divided among its actions."""
        for kind in range(KINDS):
            self.share[kind] = 0.0
        for k in range(n):
            self.share[r.kind_of[self.listed[k]]] += 1.0
        for kind in range(KINDS):
            if self.share[kind] > 0:
                self.share[kind] = self.weights[kind] / self.share[kind]


class AnyAction(UnitPolicy):
    """microRTS's RandomAI: of the actions that fit, each is as likely as the others."""

    def draw(self, r, s, i, rng):
        n, fitting = list_actions(r, s, i, self.listed), 0
        for k in range(n):
            if may_add(r, s, i, self.listed[k]):
                self.listed[fitting] = self.listed[k]
                fitting += 1
        return self.listed[rng.below(fitting)]

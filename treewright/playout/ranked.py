"""Playouts by what each action was learnt to be worth: a number, wherever it is played and by whom."""

import dataclasses
from typing import ClassVar

import numpy as np

from treewright.core.errors import Refused
from treewright.core.parts import Learner, Playout
from treewright.playout.highest import highest

DEFAULTS = ("maxi", "rand")


class Ranked(Playout, Learner):
    """What a subclass learns, it writes into `worth`.

    default   the default policies of Kao et al. 2013: maxi takes the legal action that is worth most, one of equals
              drawn; rand any legal action, and learns all the same
    keep      keep what was learnt from move to move
    """

    unknown: ClassVar[float] = 0.0
    """What an action is worth of which nothing has been learnt yet."""

    default: str = dataclasses.field(default="maxi", kw_only=True)
    keep: bool = dataclasses.field(default=True, kw_only=True)
    greedy: bool = dataclasses.field(init=False)
    worth: np.ndarray = dataclasses.field(init=False)
    """float64[action]."""

    def __post_init__(self):
        super().__post_init__()
        if self.default not in DEFAULTS:
            raise Refused(f"default must be one of {', '.join(DEFAULTS)}, not {self.default!r}")
        self.greedy = self.default == "maxi"

    def fit(self, game):
        self.worth = np.full(game.actions, self.unknown)

    def face(self, game, position, rng):
        if not self.keep:
            self.fit(game)

    def choose(self, game, s, trace, actions, rng):
        if not self.greedy:
            return game.any_action(s, actions, rng)
        return highest(self.worth, actions, game.legal(s, actions), rng)

    @property
    def listed(self) -> list[int]:
        """The actions as they are now, from the best to the worst; equals by number."""
        return [int(action) for action in np.argsort(-self.worth, kind="stable")]

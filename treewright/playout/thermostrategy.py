"""The thermostrategy: of the legal moves, one in a summand of the highest temperature.

It "selects the action with the maximum temperature" (Kao, Wu, Yen & Shan 2013, section V), and is the ceiling of what
incentive learning can learn there: temperatures are worked out beforehand, from the rules (Berlekamp, Conway & Guy,
"Winning Ways", 1982, chapter 6). The best play it is not: a temperature is a rough measure of a move.
"""

import dataclasses

import numpy as np

from treewright.core.errors import Refused
from treewright.core.parts import Playout
from treewright.core.record import view
from treewright.playout.highest import highest


class Thermostrategy(Playout):
    """For games that are sums and know the temperatures of what they are sums of: those that have, in plain Python, a
    method `temperatures(s)` with one number for each action number. Of equally hot moves one is drawn."""

    heat: np.ndarray = dataclasses.field(init=False)
    """float64[action]."""

    def fit(self, game):
        if not hasattr(game, "temperatures"):
            raise Refused(f"thermostrategy plays games that know the temperatures of their moves, such as heap_go; "
                          f"{game.name} does not")
        self.heat = np.zeros(game.actions)

    def face(self, game, position, rng):
        self.heat[:] = game.temperatures(view(position))

    def choose(self, game, s, trace, actions, rng):
        return highest(self.heat, actions, game.legal(s, actions), rng)

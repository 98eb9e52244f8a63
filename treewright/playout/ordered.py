"""Playouts by a fixed order: of the legal actions, the one that stands first."""

import dataclasses
from typing import Any

import numpy as np

from treewright.core.parts import Playout
from treewright.playout.order import completed, first_of, read_order


class Ordered(Playout):
    """`ordered([3, 2, 4, 1, 5, 0, 6])` prefers the middle of Connect Four.

    order   action numbers, the best first; those left out stand behind them, by number
    """

    order: dataclasses.InitVar[Any]
    place: np.ndarray = dataclasses.field(init=False)

    def __post_init__(self, order):
        super().__post_init__()
        self.order = read_order(order, "order")

    def fit(self, game):
        self.place = np.argsort(completed(self.order, game)).astype(np.int32)

    def choose(self, game, s, trace, actions, rng):
        return first_of(self.place, actions, game.legal(s, actions))

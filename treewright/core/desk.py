"""The desk: what the simulations under way write on."""

from typing import Any

import numpy as np

from treewright.core.component import Component, declares
from treewright.core.game import Game


def capacity(game: Game) -> int:
    """Plies that a trace has room for: a power of two, so that games of like length share compiled code."""
    return max(game.least_room, 1 << (game.longest - 1).bit_length())


def trace_dtype(game: Game) -> np.dtype[Any]:
    """One simulation as it happened: the nodes on its way through the tree, then every action and who took it."""
    n = capacity(game)
    return np.dtype(
        [
            ("path", "i4", n + 1),
            ("action", "i4", n),
            ("depth", "i4"),
            ("length", "i4"),
            ("score", "f4", game.players),
            ("reward", "f4", game.players),
            ("player", "i1", n),
            ("ended", "i1"),
        ],
        align=True,
    )


@declares
class Desk(Component):
    """One state and one trace for each simulation under way, a list of actions, and tallies for the report."""

    states: np.ndarray
    traces: np.ndarray
    actions: np.ndarray
    odds: np.ndarray
    depths: np.ndarray
    """int64[2]: the sum and the largest of the depths reached."""
    moments: np.ndarray
    """float64[actions, 3]: for each root action, how many rewards, their sum, the sum of their squares."""


def new_desk(game: Game, slots: int = 1) -> Desk:
    return Desk(np.zeros(slots, game.state), np.zeros(slots, trace_dtype(game)), np.zeros(game.widest, np.int32),
                np.zeros(game.widest), np.zeros(2, np.int64), np.zeros((game.actions, 3)))

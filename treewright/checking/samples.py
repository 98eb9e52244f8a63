"""Positions kept from the games, to be looked at more closely than every ply can be."""

import dataclasses
from random import Random

import numpy as np

from treewright.checking.sheet import Sheet

MOST = 200


@dataclasses.dataclass(frozen=True)
class Sample:
    """A position on the way through a game, and how the game ended."""

    number: int
    """Which of the random games."""
    state: np.ndarray
    """record[1]."""
    taken: np.ndarray
    """Every action of the game."""
    ply: int
    """How many of them lead to the position."""
    end: np.ndarray
    """record[1]: the state after all of them."""

    def so_far(self) -> list[int]:
        return [int(action) for action in self.taken[: self.ply]]


class Samples:
    """One position of each of the first games, and the end of some."""

    def __init__(self, seed: int):
        self.taken: list[Sample] = []
        self._random = Random(seed)

    def take(self, number: int, sheet: Sheet, plies: int) -> None:
        """Keep a position of this game, if there is still room for one."""
        if len(self.taken) >= MOST or plies < 1:
            return
        ply = plies if number % 8 == 7 else self._random.randrange(plies)
        self.taken.append(Sample(number, sheet.states[ply : ply + 1].copy(), sheet.taken[:plies].copy(), ply,
                                 sheet.states[plies : plies + 1].copy()))

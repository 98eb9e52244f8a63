"""Thermographs by brute force: both walls as whole numbers on a grid of temperatures that is fine enough.

With n counters of whole weight below, all corners lie on multiples of 1 / 2^n: each move at most doubles what stands
below the line. Nothing here knows of pieces, of lines of play or of the code that it checks; the rules are read from
the counters, one by one.
"""

from fractions import Fraction

import numpy as np


class GridHeap:
    """All heights of a heap, given as signed weights. `walls[h]` has the left and the right wall at the temperatures
    0, 1 / unit, 2 / unit, ..."""

    def __init__(self, counters):
        self.unit = 2 ** len(counters)
        self.heats = np.arange(2 * self.unit * max(map(abs, counters)) + 2)
        nothing = np.zeros(len(self.heats), np.int64)
        self.walls = [(nothing, nothing)]
        self.means, self.temperatures = [Fraction(0)], [Fraction(-1)]
        for height in range(1, len(counters) + 1):
            left_rest, gain = taken(counters[:height], 1)
            right_rest, loss = taken(counters[:height], -1)
            self.add(self.walls[left_rest][1] + gain * self.unit - self.heats,
                     self.walls[right_rest][0] - loss * self.unit + self.heats)

    def add(self, left, right):
        """The least temperature at which the scaffolds meet, and the mast above it."""
        cold = int(np.argmax(left <= right))
        assert left[cold] == right[cold], "the grid is too coarse"
        self.walls.append(tuple(np.where(self.heats < cold, scaffold, left[cold]) for scaffold in (left, right)))
        self.means.append(Fraction(int(left[cold]), self.unit))
        self.temperatures.append(Fraction(cold, self.unit))


def taken(counters, player):
    """What a player leaves and takes, counter by counter."""
    rest, points = list(counters), 0
    while rest:
        counter = rest.pop()
        points += abs(counter)
        if counter * player < 0:
            break
    return len(rest), points

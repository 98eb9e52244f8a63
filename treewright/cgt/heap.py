"""Heaps of Heap-Go: mean and temperature of a heap and of all that can remain of it, in O(n^2) steps.

Kao ("On sums of hot and tepid combinatorial games", 1997; "Mean and temperature search for Go endgames", 2000) showed
that games in which each player has one move need no scaffolds point by point. Suppose that mean and temperature are
known below a heap. When a move costs t, Left moves, Right replies, Left replies, ... for as long as what is there is
hotter than t; what is there then is worth its mean. So the left scaffold is, at t,

    points that Left took - points that Right took + mean - t, if Left moved last
    points that Left took - points that Right took + mean,     if Right did

and as t falls, the line of play goes on to the next sub-heap that is cooler than all before. (A reply may well be
hotter than the heap: the line goes on through those.) The right scaffold is the same with the signs turned. The
temperature is the least t at which the left scaffold is not above the right one, the mean their value there.
"""

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction

from treewright.cgt.shortgame import ShortGame, number
from treewright.cgt.thermograph import Thermograph
from treewright.cgt.wall import Wall
from treewright.core.errors import Refused

LEFT, RIGHT = 1, -1
MOST_COUNTERS = 5000
"""With more, Python would refuse to write the fractions down."""
Piece = tuple[int, int, int]
"""From a temperature up to where the piece before began, a scaffold is value + tax * temperature: (temperature, value,
tax), in units of the heap."""


class Heap:
    """A heap from bottom to top, positive weights for blue counters and negative for red: `Heap([5, -2, 3])`.

    What remains of it is told by its height, from 0 to `len(heap)`; `means` and `temperatures` have one for each."""

    def __init__(self, counters: Sequence[int]) -> None:
        self.counters = tuple(map(int, counters))
        if 0 in self.counters:
            raise Refused("a counter must have a weight other than 0: positive for blue, negative for red")
        if len(self.counters) > MOST_COUNTERS:
            raise Refused(f"a heap has at most {MOST_COUNTERS} counters, not {len(self.counters)}")
        self._below = {player: _stopping_places(self.counters, player) for player in (LEFT, RIGHT)}
        self._total = [0]
        for counter in self.counters:
            self._total.append(self._total[-1] + abs(counter))
        # Each height at most doubles what stands below the line: with this unit, everything is a whole number.
        self._unit = 1 << len(self.counters)
        self._mean, self._temperature = [0], [-self._unit]
        for height in range(1, len(self) + 1):
            temperature, mean = self._solved(height)
            self._temperature.append(temperature)
            self._mean.append(mean)

    def __len__(self) -> int:
        return len(self.counters)

    def __str__(self) -> str:
        """`B5 R2 B3`."""
        return " ".join(f"{'B' if counter > 0 else 'R'}{abs(counter)}" for counter in self.counters)

    def __repr__(self) -> str:
        return f"Heap([{', '.join(map(str, self.counters))}])"

    @property
    def means(self) -> tuple[Fraction, ...]:
        """By height; only counters that are still there count."""
        return tuple(map(self._exact, self._mean))

    @property
    def temperatures(self) -> tuple[Fraction, ...]:
        """By height; nothing at all is a whole number, whose temperature is -1."""
        return tuple(map(self._exact, self._temperature))

    def move(self, height: int, player: int) -> tuple[int, int]:
        """What a move leaves of a heap that is not empty, and the points that it takes: Left (1) takes counters from
        the top until he took a red one or nothing is left, Right (-1) until he took a blue one."""
        below = self._below[player][height]
        return below, self._total[height] - self._total[below]

    def thermograph(self, height: int | None = None) -> Thermograph:
        """Of the heap, or of what remains of it at a height."""
        height = len(self) if height is None else self._checked(height)
        if height == 0:
            return Thermograph.of_number(Fraction(0))
        mean, temperature = self._exact(self._mean[height]), self._exact(self._temperature[height])
        return Thermograph(mean, temperature, self._wall(height, LEFT), self._wall(height, RIGHT))

    def game(self, height: int | None = None) -> ShortGame:
        """The game of the heap, whose ends are the net scores of the ways there, as in figure 3 of the paper."""
        made = [number(0)]
        for h in range(1, (len(self) if height is None else self._checked(height)) + 1):
            (left, gain), (right, loss) = self.move(h, LEFT), self.move(h, RIGHT)
            made.append(ShortGame([made[left] + gain], [made[right] - loss]))
        return made[-1]

    def _exact(self, units: int) -> Fraction:
        return Fraction(units, self._unit)

    def _checked(self, height: int) -> int:
        if not 0 <= height <= len(self):
            raise Refused(f"{self} has heights from 0 to {len(self)}, not {height}")
        return height

    def _solved(self, height: int) -> tuple[int, int]:
        """Temperature and mean: go down both scaffolds until the left one is above the right one."""
        left, right = self._scaffold(height, LEFT), self._scaffold(height, RIGHT)
        (left_low, left_value, left_tax), (right_low, right_value, right_tax) = next(left), next(right)
        while True:
            low = max(left_low, right_low)
            if left_value + left_tax * low > right_value + right_tax * low:
                temperature = (left_value - right_value) // (right_tax - left_tax)
                return temperature, left_value + left_tax * temperature
            if left_low == low:
                left_low, left_value, left_tax = next(left)
            if right_low == low:
                right_low, right_value, right_tax = next(right)

    def _scaffold(self, height: int, player: int) -> Iterator[Piece]:
        """The pieces from the hottest downwards; the last one begins at -1, where the heap is empty."""
        value = tax = 0
        mover, limit = player, math.inf
        while height > 0:
            height, points = self.move(height, mover)
            value += mover * points * self._unit
            tax -= mover
            mover = -mover
            if self._temperature[height] < limit:
                limit = self._temperature[height]
                yield limit, value + self._mean[height], tax

    def _wall(self, height: int, player: int) -> Wall:
        """The scaffold below the temperature, and the mast above."""
        temperature = self._temperature[height]
        pieces = [(temperature, self._mean[height], 0)]
        for low, value, tax in self._scaffold(height, player):
            if low < temperature:
                pieces.append((max(low, 0), value + tax * max(low, 0), tax))
        return Wall.of((self._exact(low), self._exact(value), slope) for low, value, slope in reversed(pieces))


def _stopping_places(counters: tuple[int, ...], player: int) -> list[int]:
    """What remains at each height after a move of this player: down to the highest counter of the other's colour."""
    places = [0]
    for height, counter in enumerate(counters):
        places.append(height if counter * player < 0 else places[-1])
    return places

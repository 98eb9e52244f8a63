"""A wall of a thermograph: a value for each temperature from 0 upwards, made of straight pieces, in exact fractions."""

import bisect
import dataclasses
import math
from collections.abc import Iterable, Iterator
from fractions import Fraction

Piece = tuple[Fraction, Fraction, int]
"""Where a piece begins, the value there, and by how much it rises with the temperature: (temperature, value, slope)."""

ZERO = Fraction(0)


@dataclasses.dataclass(frozen=True)
class Wall:
    """Pieces with rising temperatures, the first of which begins at 0; the last one never ends. No piece has the slope
    of the one before, so that equal walls have equal pieces."""

    pieces: tuple[Piece, ...]

    @classmethod
    def of(cls, pieces: Iterable[Piece]) -> "Wall":
        """The wall of pieces that meet."""
        kept: list[Piece] = []
        for piece in pieces:
            if not kept or piece[2] != kept[-1][2]:
                kept.append(piece)
        return cls(tuple(kept))

    @classmethod
    def mast(cls, value: Fraction) -> "Wall":
        """The same value at every temperature."""
        return cls(((ZERO, value, 0),))

    @property
    def corners(self) -> list[tuple[Fraction, Fraction]]:
        """Temperature and value where each piece begins."""
        return [(begin, value) for begin, value, _ in self.pieces]

    def at(self, temperature: Fraction) -> Fraction:
        """The value at a temperature."""
        k = bisect.bisect_right(self.pieces, temperature, key=lambda piece: piece[0]) - 1
        return _value(self.pieces[k], temperature)

    def taxed(self, sign: int) -> "Wall":
        """What is left when a move costs the temperature: `sign` is -1 for Left, +1 for Right."""
        return Wall(tuple((begin, value + sign * begin, slope + sign) for begin, value, slope in self.pieces))

    def meets(self, other: "Wall") -> Fraction | None:
        """The least temperature at which this wall is not above the other; None if it is above everywhere."""
        for begin, end, (value, slope), (lower, rise) in _together(self, other):
            gap, closing = value - lower, rise - slope
            if gap <= 0:
                return begin
            if closing > 0 and begin + gap / closing < end:
                return begin + gap / closing
        return None

    def until(self, temperature: Fraction) -> "Wall":
        """This wall up to a temperature, and a mast from there on."""
        below = [piece for piece in self.pieces if piece[0] < temperature]
        return Wall.of([*below, (temperature, self.at(temperature), 0)])


def _value(piece: Piece, temperature: Fraction) -> Fraction:
    """The value on a piece; most are asked for where they begin, or upright."""
    begin, value, slope = piece
    return value if slope == 0 or temperature == begin else value + slope * (temperature - begin)


def highest(walls: Iterable[Wall]) -> Wall:
    """At each temperature the largest value of any of the walls."""
    first, *others = walls
    for other in others:
        first = Wall.of(_outer(first, other, 1))
    return first


def lowest(walls: Iterable[Wall]) -> Wall:
    """At each temperature the least value of any of the walls."""
    first, *others = walls
    for other in others:
        first = Wall.of(_outer(first, other, -1))
    return first


def _outer(a: Wall, b: Wall, sign: int) -> Iterator[Piece]:
    """The larger (sign 1) or the smaller (sign -1) of two walls: between two corners, they cross at most once."""
    for begin, end, one, two in _together(a, b):
        gap, closing = sign * (one[0] - two[0]), sign * (two[1] - one[1])
        if gap < 0 or (gap == 0 and closing > 0):
            one, two, gap, closing = two, one, -gap, -closing
        yield begin, *one
        if gap > 0 and closing > 0 and begin + gap / closing < end:
            crossing = begin + gap / closing
            yield crossing, two[0] + two[1] * (crossing - begin), two[1]


Ray = tuple[Fraction, int]
"""A value and a slope."""


def _together(a: Wall, b: Wall) -> Iterator[tuple[Fraction, Fraction | float, Ray, Ray]]:
    """Both walls between any two corners of either: begin, end, and value and slope of each from the beginning on."""
    i = j = 0
    begin = ZERO
    while True:
        piece, other = a.pieces[i], b.pieces[j]
        next_a = a.pieces[i + 1][0] if i + 1 < len(a.pieces) else math.inf
        next_b = b.pieces[j + 1][0] if j + 1 < len(b.pieces) else math.inf
        end = min(next_a, next_b)
        yield begin, end, (_value(piece, begin), piece[2]), (_value(other, begin), other[2])
        if end == math.inf:
            return
        i, j, begin = i + (next_a == end), j + (next_b == end), Fraction(end)

"""Numbers among the games: which they are, their own options, and the simplest one in an interval.

The numbers of finite games are whole numbers and fractions with a power of two below (Conway, "On Numbers and Games",
chapter 0): n + 1 = {n | }, -n - 1 = { | -n}, and m / 2^k = {(m - 1) / 2^k | (m + 1) / 2^k} where m is odd.
"""

import math
from fractions import Fraction
from numbers import Rational

from treewright.core.errors import Refused

Bound = Fraction | float
"""An end of an interval: a fraction, or plus or minus `math.inf`."""


def dyadic(value: int | Rational) -> Fraction:
    """The value as a fraction, if a finite game can be equal to it."""
    exact = Fraction(int(value.numerator), int(value.denominator))
    if exact.denominator & (exact.denominator - 1):
        raise Refused(f"{exact} is no number of a finite game: below the line must be a power of two")
    return exact


def options(value: Fraction) -> tuple[tuple[Fraction, ...], tuple[Fraction, ...]]:
    """The options of Left and of Right in a number: at most one each, and simpler than the number."""
    step = Fraction(1, value.denominator)
    whole = value.denominator == 1
    left = () if whole and value <= 0 else (value - step,)
    right = () if whole and value >= 0 else (value + step,)
    return left, right


def exponent(value: Fraction) -> int:
    """The power of two below the line."""
    return value.denominator.bit_length() - 1


def simplest(low: Bound, high: Bound, low_belongs: bool, high_belongs: bool) -> Fraction | None:
    """The simplest number from `low` to `high`: the whole number nearest to 0, else that with the least power of two
    below the line. None if there is no number."""
    if low > high or (low == high and not (low_belongs and high_belongs)):
        return None
    power = 1
    while True:
        least, most = _from(low * power, low_belongs), -_from(-high * power, high_belongs)
        if least <= most:
            return Fraction(min(max(0, least), most)) / power
        power *= 2


def _from(bound: Bound, belongs: bool) -> int | float:
    """The least whole number that is not below the bound, or above it if it does not belong."""
    if math.isinf(bound):
        return float(bound)
    return math.ceil(bound) if belongs else math.floor(bound) + 1

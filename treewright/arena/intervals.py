"""How sure a score is. The unit is the pair: two games from the same start with the seats exchanged.

The two games of a pair are not independent of each other, but pairs are, so the variance is taken between pairs. One
pair won and one pair lost are added before it is taken (after Agresti & Coull 1998): otherwise an agent that won all
of its few games would be certain.
"""

import dataclasses
import math
from collections.abc import Sequence
from statistics import NormalDist

PAIR_POINTS = (0.0, 0.25, 0.5, 0.75, 1.0)
"""What a pair can be worth to the first agent: the mean of its two games."""
MANY = 500
"""Degrees of freedom from which on Student's distribution is near enough to the normal one for `student`."""


@dataclasses.dataclass(frozen=True)
class Interval:
    """A number that was estimated, and the interval in which the truth lies, unless stated otherwise, in 95 of 100
    cases."""

    mean: float
    low: float
    high: float

    def __format__(self, spec: str) -> str:
        """All three numbers in one format: f"{elo:+.0f}" is "+108 [+61, +160]"; as a score's where none is given."""
        numbers = (format(number, spec or ".3f") for number in (self.mean, self.low, self.high))
        return "{} [{}, {}]".format(*numbers)

    def __str__(self) -> str:
        return format(self, "")


def student(freedom: int, probability: float) -> float:
    """The quantile of Student's distribution. Where many pairs are told, its expansion around the normal one is exact
    to ten digits (Abramowitz & Stegun 1964, 26.7.5), and importing the library would take longer than all the rest."""
    if freedom < MANY:
        from scipy.special import stdtrit
        return float(stdtrit(freedom, probability))
    x = NormalDist().inv_cdf(probability)
    terms = (x, (x**3 + x) / 4, (5 * x**5 + 16 * x**3 + 3 * x) / 96,
             (3 * x**7 + 19 * x**5 + 17 * x**3 - 15 * x) / 384,
             (79 * x**9 + 776 * x**7 + 1482 * x**5 - 1920 * x**3 - 945 * x) / 92160)
    return sum(term / freedom**k for k, term in enumerate(terms))


def score_interval(pairs: Sequence[float], confidence: float = 0.95) -> Interval:
    """The score per game from the scores of pairs, each the mean of its two games (0, 1/4, 1/2, 3/4 or 1)."""
    return interval_of_counts(pair_counts(pairs), confidence)


def pair_counts(pairs: Sequence[float]) -> list[int]:
    """How often each of the five pair results occurred, the lost pairs first."""
    counts = [0] * len(PAIR_POINTS)
    for pair in pairs:
        counts[PAIR_POINTS.index(pair)] += 1
    return counts


def interval_of_counts(counts: Sequence[int], confidence: float = 0.95) -> Interval:
    """The score per game from how often each of the five pair results occurred."""
    n = sum(counts)
    if n == 0:
        return Interval(0.5, 0.0, 1.0)
    quarters = sum(k * count for k, count in enumerate(counts))
    mean = quarters / (4 * n)
    n, quarters = n + 2, quarters + 4
    squares = sum(k * k * count for k, count in enumerate(counts)) + 16
    variance = (n * squares - quarters**2) / (16 * n * (n - 1))
    centre = quarters / (4 * n)
    half = student(n - 1, 0.5 + confidence / 2) * math.sqrt(variance / n)
    return Interval(mean, max(0.0, min(mean, centre - half)), min(1.0, max(mean, centre + half)))

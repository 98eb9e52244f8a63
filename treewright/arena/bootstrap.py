"""How sure a mean is where nothing is known of its values but the values: the bootstrap.

Values are drawn again, with replacement, as many as there are, and the mean is taken; the spread of many such means
is that of the mean. The ends are corrected for bias and skewness (BCa: Efron 1987), and lie as much farther out as
Student's distribution is wider than the normal one (Hesterberg 2015), since few values spread less than what they
come from.

The random numbers are seeded by the values, so that the same values always give the same interval, in any order, and
the values with their signs turned the same interval turned.
"""

import hashlib
import math
from collections.abc import Sequence

import numpy as np
from scipy.special import ndtr, ndtri, stdtrit

from treewright.arena.intervals import Interval

RESAMPLES = 4000
"""Enough for ends that stray by about four per cent of the distance from the mean from those of infinitely many."""
GROUPS = 64
"""Values of which more than this many differ are drawn in so many groups of neighbours; see `_resampled`."""


def mean_interval(values: Sequence[float] | np.ndarray, confidence: float = 0.95) -> Interval:
    """The mean of independent values. Values that are all the same say nothing about their spread, so the interval has
    no ends then."""
    ordered = np.sort(np.asarray(values, float)) + 0.0          # no negative zeros
    turned = -ordered[::-1] + 0.0
    if turned.tobytes() < ordered.tobytes():
        other = _of_ordered(turned, confidence)
        return Interval(-other.mean, -other.high, -other.low)
    return _of_ordered(ordered, confidence)


def _of_ordered(ordered: np.ndarray, confidence: float) -> Interval:
    n = len(ordered)
    mean = float(np.mean(ordered)) if n else 0.0
    if n == 0 or ordered[0] == ordered[-1]:
        return Interval(mean, -math.inf, math.inf)
    means = _resampled(ordered)
    low, high = np.quantile(means, _levels(ordered - mean, means - mean, confidence))
    return Interval(mean, min(mean, float(low)), max(mean, float(high)))


def _resampled(ordered: np.ndarray) -> np.ndarray:
    """The means of RESAMPLES samples. How often each value is drawn comes from one multinomial distribution; where
    values are taken in groups, the sum of those drawn from a group is the normal one with its mean and variance."""
    distinct, counts = np.unique(ordered, return_counts=True)
    variances = np.zeros(len(distinct))
    if len(distinct) > GROUPS:
        groups = np.array_split(ordered, GROUPS)
        counts = np.array([len(group) for group in groups])
        distinct, variances = (np.array([of(group) for group in groups]) for of in (np.mean, np.var))
    n = len(ordered)
    rng = np.random.default_rng(int.from_bytes(hashlib.blake2b(ordered.tobytes(), digest_size=16).digest()))
    drawn = rng.multinomial(n, counts / n, size=RESAMPLES)
    return (drawn @ distinct + np.sqrt(drawn @ variances) * rng.standard_normal(RESAMPLES)) / n


def _levels(values: np.ndarray, means: np.ndarray, confidence: float) -> np.ndarray:
    """The two levels at which the means are cut; both arguments are distances from the mean of the values."""
    n = len(values)
    bias = float(ndtri((np.sum(means < 0) + np.sum(means <= 0) + 1) / (2 * len(means) + 2)))
    acceleration = float(np.sum(values**3) / (6 * np.sum(values**2) ** 1.5))
    reach = math.sqrt(n / (n - 1)) * float(stdtrit(n - 1, 0.5 + confidence / 2))
    ends = bias + np.array([-reach, reach])
    slope = 1 - acceleration * ends
    with np.errstate(divide="ignore"):
        return np.asarray(ndtr(bias + np.where(slope > 0, ends / slope, np.sign(ends) * math.inf)))

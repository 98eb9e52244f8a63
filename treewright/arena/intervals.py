"""How sure a score is. The unit is the pair: two games from the same start with the seats exchanged.

The two games of a pair are not independent of each other, but pairs are, so the variance is taken between pairs. One
pair won and one pair lost by half are added before it is taken (after Agresti & Coull 1998): otherwise an agent that
won all of its few games would be certain.
"""

import dataclasses
import math
from collections.abc import Sequence

from scipy.special import stdtrit


@dataclasses.dataclass(frozen=True)
class Interval:
    """A mean with its 95 per cent interval."""

    mean: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.mean:.3f} [{self.low:.3f}, {self.high:.3f}]"


def score_interval(pairs: Sequence[float], confidence: float = 0.95) -> Interval:
    """The score per game from the scores of pairs, each the mean of its two games (0, 1/4, 1/2, 3/4 or 1)."""
    n = len(pairs)
    if n == 0:
        return Interval(0.5, 0.0, 1.0)
    mean = math.fsum(pairs) / n
    widened = [*pairs, 0.0, 1.0]
    centre = math.fsum(widened) / (n + 2)
    variance = math.fsum((pair - centre) ** 2 for pair in widened) / (n + 1)
    half = float(stdtrit(n + 1, 0.5 + confidence / 2)) * math.sqrt(variance / (n + 2))
    return Interval(mean, max(0.0, min(mean, centre - half)), min(1.0, max(mean, centre + half)))

"""Elo: a difference in strength on a scale where strengths add up.

An agent that is d Elo stronger is expected to score 1 / (1 + 10^(-d / 400)) a game (Elo 1978). 400 is the custom of
chess, so that other people's numbers can be read.
"""

import math

SCALE = 400 / math.log(10)
"""Elo in one unit of the natural logarithm of the odds."""


def elo_of(score: float) -> float:
    """The difference that is expected to give this score; infinite at 0 and 1."""
    if score <= 0 or score >= 1:
        return -math.inf if score <= 0 else math.inf
    return SCALE * math.log(score / (1 - score))


def score_of(elo: float) -> float:
    """The score that this difference is expected to give."""
    return 0.5 + 0.5 * math.tanh(elo / (2 * SCALE))

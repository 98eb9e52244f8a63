"""Pairs that were never played: the odds of the five pair results where the truth is known.

What says how sure a result is can only be checked where the truth is known. Here a game has a hidden difference, and
is won where it is above a threshold, lost where it is below the negative threshold, and drawn between:

    skill + seat + start u + shared v + e     the first agent's first game
    skill - seat - start u + shared v + e'    its second game, from the same start with the seats exchanged

`seat` favours whoever sits in seat 0; u, how much this start favours that seat, and v, how much it suits the first
agent, are drawn for each pair; e and e' for each game. All are normal, with the standard deviations `start`, `shared`
and 1. The seat and u make the two games of a pair differ more than two games at random would, v makes them alike.
"""

import math

import numpy as np
from scipy.optimize import brentq
from scipy.special import ndtr

from treewright.arena.intervals import PAIR_POINTS, interval_of_counts
from treewright.arena.sprt import Sprt
from treewright.core.errors import Refused

_AT, _WEIGHT = np.polynomial.hermite_e.hermegauss(48)
_WEIGHT = _WEIGHT / _WEIGHT.sum()
_FARTHEST = 40.0
"""Where the threshold is looked for."""


def pair_odds(score: float, draws: float = 0.0, *, seat: float = 0.4, start: float = 0.7,
              shared: float = 0.5) -> np.ndarray:
    """float64[5]: the odds of a pair worth 0, 1/4, 1/2, 3/4 and 1 to an agent with this mean score and this share of
    drawn games."""
    if not (0 < score < 1 and 0 <= draws < 2 * min(score, 1 - score)):
        raise Refused(f"no agent scores {score:g} with {draws:g} of its games drawn: half of the drawn games must be "
                      "less than its score, and than what its score leaves to 1")
    skill, threshold = _solved(score, draws, seat, math.sqrt(1 + start**2 + shared**2))
    u, v = start * _AT[:, None], shared * _AT[None, :]
    one, two = (_thirds(skill + sign * (seat + u) + v, threshold) for sign in (1, -1))
    odds = np.zeros(5)
    for i in range(3):
        for j in range(3):
            odds[i + j] += np.sum(one[i] * two[j] * _WEIGHT[:, None] * _WEIGHT[None, :])
    return odds / odds.sum()


def coverage(odds: np.ndarray, pairs: int, matches: int, seed: int = 0, confidence: float = 0.95) -> float:
    """In how many of so many matches, as a share, the interval of the score holds the true one."""
    drawn = np.random.default_rng(seed).multinomial(pairs, odds, size=matches)
    distinct, times = np.unique(drawn, axis=0, return_counts=True)
    intervals = [interval_of_counts(counts, confidence) for counts in distinct.tolist()]
    truth = float(odds @ PAIR_POINTS)
    return float(times @ [interval.low <= truth <= interval.high for interval in intervals]) / matches


def decisions(sprt: Sprt, odds: np.ndarray, matches: int, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Plays so many matches until the SPRT has decided: bool[match], was H1 accepted, and int[match], after how many
    pairs."""
    rng, at_once = np.random.default_rng(seed), 32
    accepted, pairs = np.zeros(matches, bool), np.zeros(matches, int)
    counts, going_on = np.zeros((matches, 5)), np.arange(matches)
    while len(going_on):
        drawn = rng.choice(5, size=(len(going_on), at_once), p=odds)
        path = counts[going_on, None, :] + np.cumsum(np.eye(5)[drawn], axis=1)
        llrs, (low, high) = sprt.llrs(path), sprt.bounds
        ends = (llrs <= low) | (llrs >= high)
        ended, when = ends.any(axis=1), ends.argmax(axis=1)
        accepted[going_on[ended]] = llrs[ended, when[ended]] >= high
        pairs[going_on] += np.where(ended, when + 1, at_once)
        counts[going_on] = path[:, -1]
        going_on = going_on[~ended]
    return accepted, pairs


def _thirds(difference: np.ndarray, threshold: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The odds of a loss, a draw and a win."""
    loss, win = ndtr(-threshold - difference), ndtr(difference - threshold)
    return loss, np.maximum(0, 1 - loss - win), win


def _solved(score: float, draws: float, seat: float, spread: float) -> tuple[float, float]:
    """The skill and the threshold that give a score and a share of draws."""

    def shares(skill: float, threshold: float) -> tuple[float, float]:
        """Of wins and losses, both games of a pair weighing the same."""
        means = np.array([skill + seat, skill - seat])
        return (float(np.mean(ndtr((means - threshold) / spread))), float(np.mean(ndtr((-means - threshold) / spread))))

    def skill_for(threshold: float) -> float:
        def beyond(skill: float) -> float:
            won, lost = shares(skill, threshold)
            return (1 + won - lost) / 2 - score
        farthest = threshold + abs(seat) + 10 * spread
        return float(brentq(beyond, -farthest, farthest, xtol=1e-13))

    def drawn(threshold: float) -> float:
        return 1 - sum(shares(skill_for(threshold), threshold)) - draws

    threshold = float(brentq(drawn, 0, _FARTHEST, xtol=1e-13)) if drawn(0.0) < 0 else 0.0
    return skill_for(threshold), threshold

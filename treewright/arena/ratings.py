"""Ratings of several agents from the games that they played against each other.

Bradley & Terry 1952: agent i scores 1 / (1 + 10^(-(r_i - r_j) / 400)) a game against agent j, a draw counting as half
a win. The ratings r are those that make the results likeliest (Zermelo 1929); only their differences mean anything, so
their mean is zero.

How sure they are cannot come from that likelihood, which takes every game for independent and every draw for half a
coin. It comes from how far pairs of games strayed from what the ratings expect (the sandwich: Huber 1967, White 1982,
with pairs as clusters). With x for what a pair was worth, p for what was expected of it and e for who played whom,

    covariance = H^-1 J H^-1        H = sum over pairs of p (1 - p) e e'        J = sum over pairs of (x - p)^2 e e'

An agent that won all of its games has no finite rating by that, and no pair of it would stray. So each agent is given
half a pair won and half a pair lost besides its own, spread over its opponents as its pairs are; what a pairing gets
is the mean of its two agents' shares. Half an observation of each kind is what makes the logarithm of odds all but
unbiased (Anscombe 1956). For two agents with ten pairs it draws a score of 0.65 to 0.636.
"""

import dataclasses
import math
from collections.abc import Mapping

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components
from scipy.special import expit, stdtr, stdtrit

from treewright.arena.elo import SCALE
from treewright.arena.intervals import PAIR_POINTS, Interval
from treewright.arena.tally import Tally
from treewright.core.errors import Refused, nearest

ADDED = 0.5
"""How many pairs won, and how many lost, each agent is given besides its own."""

_MOST_STEPS = 200


@dataclasses.dataclass(frozen=True, eq=False)
class Ratings:
    """Ratings in Elo, relative to the mean of all agents that games connect."""

    agents: tuple[str, ...]
    """The agents, in the order in which they were named."""
    elo: np.ndarray
    """float64[agent]."""
    covariance: np.ndarray
    """float64[agent, agent], of the ratings in Elo."""
    freedom: np.ndarray
    """float64[agent]: degrees of freedom of an agent's interval."""
    groups: tuple[tuple[str, ...], ...]
    """Agents that games connect, the largest group first. Between groups nothing is known."""

    def interval(self, agent: str, confidence: float = 0.95) -> Interval:
        """An agent's rating; without ends for an agent that no games connect to another."""
        k = self._place(agent)
        if len(self._group(agent)) == 1:
            return Interval(0.0, -math.inf, math.inf)
        return _around(self.elo[k], self.covariance[k, k], self.freedom[k], confidence)

    def difference(self, first: str, second: str, confidence: float = 0.95) -> Interval:
        """How much stronger the first agent is than the second."""
        return _around(*self._compared(first, second), confidence)

    def superiority(self, first: str, second: str) -> float:
        """How sure it is that the first agent is the stronger one: the largest confidence at which an interval of their
        difference that is open to one side holds positive differences only."""
        mean, variance, freedom = self._compared(first, second)
        return float(stdtr(freedom, mean / math.sqrt(variance))) if variance > 0 else 0.5

    def ranked(self) -> list[str]:
        """The agents, the best first, group by group."""
        return [agent for group in self.groups
                for agent in sorted(group, key=lambda agent: -self.elo[self.agents.index(agent)])]

    def remarks(self) -> list[str]:
        """What a reader must know beside the ratings."""
        said = ["ratings in Elo by Bradley-Terry; the mean of connected agents is 0; 95% intervals from pairs"]
        if len(self.groups) > 1:
            apart = "; ".join(", ".join(group) for group in self.groups)
            said.append(f"no games connect these groups, so ratings compare within one only: {apart}")
        return said

    def _compared(self, first: str, second: str) -> tuple[float, float, float]:
        """The difference of two ratings, its variance, and its degrees of freedom."""
        i, j = self._place(first), self._place(second)
        if second not in self._group(first):
            raise Refused(f"no games connect {first} with {second}, so nothing is known of their difference")
        variance = self.covariance[i, i] + self.covariance[j, j] - 2 * self.covariance[i, j]
        return self.elo[i] - self.elo[j], max(0.0, variance), min(self.freedom[i], self.freedom[j])

    def _place(self, agent: str) -> int:
        if agent not in self.agents:
            raise Refused(f"there is no rating of {agent}{nearest(agent, self.agents)}")
        return self.agents.index(agent)

    def _group(self, agent: str) -> tuple[str, ...]:
        return next(group for group in self.groups if agent in group)


def rate(tallies: Mapping[tuple[str, str], Tally]) -> Ratings:
    """The ratings of all agents named in the pairings, each tally told from its pairing's first agent. A pairing may
    be there in both orders; games of an agent against itself say nothing of its strength and weigh nothing."""
    agents = tuple(dict.fromkeys(agent for pairing in tallies for agent in pairing))
    one, two, counts = _results(agents, tallies)
    group = _connected(len(agents), one, two)
    counts = counts + _added(len(agents), one, two, counts.sum(axis=1))
    strength, covariance = _fit(one, two, counts, group)
    freedom = np.maximum(1, np.bincount([*one, *two], [*counts.sum(axis=1)] * 2, len(agents)) - 1)
    members = [tuple(agent for agent, k in zip(agents, group, strict=True) if k == label)
               for label in range(group.max(initial=-1) + 1)]
    return Ratings(agents, SCALE * strength, SCALE**2 * covariance, freedom,
                   tuple(sorted(members, key=len, reverse=True)))


def _results(agents: tuple[str, ...],
             tallies: Mapping[tuple[str, str], Tally]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Who met whom, each two agents once, and how often each pair result occurred: int[k], int[k], float64[k, 5]."""
    place = {agent: k for k, agent in enumerate(agents)}
    met: dict[tuple[int, int], np.ndarray] = {}
    for (first, second), tally in tallies.items():
        i, j = place[first], place[second]
        if i != j and tally.pairs:
            counts = np.array(tally.counts, float)
            key, counts = ((i, j), counts) if i < j else ((j, i), counts[::-1])
            met[key] = met.get(key, 0) + counts
    ends = np.array(list(met), int).reshape(-1, 2)
    return ends[:, 0], ends[:, 1], np.array(list(met.values())).reshape(-1, len(PAIR_POINTS))


def _connected(agents: int, one: np.ndarray, two: np.ndarray) -> np.ndarray:
    """int[agent]: the number of an agent's group."""
    links = coo_array((np.ones(len(one)), (one, two)), shape=(agents, agents))
    return np.asarray(connected_components(links, directed=False)[1]) if agents else np.zeros(0, int)


def _added(agents: int, one: np.ndarray, two: np.ndarray, pairs: np.ndarray) -> np.ndarray:
    """The pairs that were not played, laid out like the counts: won and lost in the same numbers."""
    played = np.bincount([*one, *two], [*pairs] * 2, agents)
    added = np.zeros((len(pairs), len(PAIR_POINTS)))
    added[:, 0] = added[:, -1] = ADDED * (pairs / played[one] + pairs / played[two]) / 2
    return added


def _fit(one: np.ndarray, two: np.ndarray, counts: np.ndarray, group: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The likeliest strengths, in natural logarithms of odds, and their covariance.

    Newton's method, its steps shortened as is right for a logistic likelihood (Sun & Tran-Dinh 2019, theorem 2), so
    that it arrives from everywhere. A strength in common to a group has no effect; `same` takes its place.
    """
    agents, pairs, points = len(group), counts.sum(axis=1), np.array(PAIR_POINTS)
    meets = np.zeros((len(one), agents))
    meets[np.arange(len(one)), one], meets[np.arange(len(one)), two] = 1, -1
    same = (group[:, None] == group[None, :]) / np.bincount(group)[group]
    strength = np.zeros(agents)
    for _ in range(_MOST_STEPS):
        expected = expit(meets @ strength)
        curvature = (meets.T * (pairs * expected * (1 - expected))) @ meets + same
        step = np.linalg.solve(curvature, meets.T @ (counts @ points - pairs * expected))
        length = np.abs(meets @ step).max(initial=0)
        strength += step * (math.log1p(length) / length if length > 0 else 1)
        if length < 1e-11:
            break
    strayed = np.sum(counts * (points - expected[:, None]) ** 2, axis=1)
    together, members = np.bincount(group[one], pairs, len(group))[group[one]], np.bincount(group)[group[one]]
    strayed *= together / (together - members + 1)              # as n - 1 takes the place of n in a variance
    inverse = np.linalg.inv(curvature)
    return strength, inverse @ ((meets.T * strayed) @ meets) @ inverse


def _around(mean: float, variance: float, freedom: float, confidence: float) -> Interval:
    half = float(stdtrit(freedom, 0.5 + confidence / 2)) * math.sqrt(variance)
    return Interval(float(mean), float(mean) - half, float(mean) + half)

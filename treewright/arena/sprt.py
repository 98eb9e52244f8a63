"""SPRT: a match that ends when it is decided.

Wald's sequential probability ratio test compares two hypotheses after every pair of games and stops once one of them
explains the results so much better than the other that the error rates hold. Here they are about the mean score of a
pair: H0 says that the first agent is `elo0` stronger than the second, H1 that it is `elo1` stronger. Neither says
how likely the five pair results are, so each is given the odds that explain the results best among those with its
mean (the generalised test: Li, Liu & Ying 2014, "Generalized sequential probability ratio test for separate families
of hypotheses"). This is the test of fishtest, where the chess engine Stockfish is developed; the odds are those of
M. Van den Bergh, "A note on the maximum likelihood estimator of a multinomial with fixed expectation", proposition 1.1
(support_MLE_multinomial.pdf in fishtest's documentation): where p_i are the observed shares of results worth a_i,

    q_i = p_i / (1 + x (a_i - s))     with the x for which     sum p_i (a_i - s) / (1 + x (a_i - s)) = 0

are the likeliest with the mean s. As there, a result that did not occur counts a thousandth of a pair.
"""

import dataclasses
import math
from collections.abc import Sequence
from typing import Literal

import numpy as np

from treewright.arena.elo import score_of
from treewright.arena.intervals import PAIR_POINTS
from treewright.core.errors import Refused, nearest

UNSEEN = 1e-3
"""What a pair result counts that did not occur."""
HALVINGS = 45
"""So that even the share of such a result among a hundred million pairs is told from nothing."""
LARGEST_ELO = 1000.0


@dataclasses.dataclass(frozen=True)
class Sprt:
    """H0: the first agent is `elo0` Elo stronger; H1: `elo1` Elo. If H0 is true, H1 is accepted in about `alpha` of all
    matches or fewer; if H1 is true, H0 in about `beta`."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not self.elo0 < self.elo1:
            raise Refused(f"elo0 must be less than elo1, not {self.elo0:g} and {self.elo1:g}")
        if max(abs(self.elo0), abs(self.elo1)) > LARGEST_ELO:
            raise Refused(f"elo0 and elo1 must be from {-LARGEST_ELO:g} to {LARGEST_ELO:g}, "
                          f"not {self.elo0:g} and {self.elo1:g}")
        for name in ("alpha", "beta"):
            if not 0 < getattr(self, name) < 0.5:
                raise Refused(f"{name} must be between 0 and 0.5, not {getattr(self, name):g}")

    @classmethod
    def parse(cls, text: str) -> "Sprt":
        """From "elo0=0,elo1=30" or "elo0=0,elo1=30,alpha=0.05,beta=0.05"."""
        known = [field.name for field in dataclasses.fields(cls)]
        given: dict[str, float] = {}
        for part in filter(None, (part.strip() for part in text.split(","))):
            name, equals, number = (word.strip() for word in part.partition("="))
            if name not in known:
                raise Refused(f"an SPRT has no {name}{nearest(name, known)}")
            if name in given:
                raise Refused(f"{name} is given twice in {text!r}")
            if not equals:
                raise Refused(f"{name} needs a number: write {name}=0.05" if name in ("alpha", "beta") else
                              f"{name} needs a number of Elo: write {name}=30")
            given[name] = _number(name, number)
        if missing := [name for name in ("elo0", "elo1") if name not in given]:
            raise Refused(f"an SPRT needs {' and '.join(missing)}: write elo0=0,elo1=30")
        return cls(**given)

    def __str__(self) -> str:
        return ",".join(f"{field.name}={getattr(self, field.name):.12g}" for field in dataclasses.fields(self))

    @property
    def bounds(self) -> tuple[float, float]:
        """Where the log-likelihood ratio must arrive for H0 and for H1 (Wald 1945)."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def llr(self, counts: Sequence[int]) -> float:
        """The logarithm of how much better H1 explains the pair results than H0."""
        return float(self.llrs(np.asarray(counts)))

    def llrs(self, counts: np.ndarray) -> np.ndarray:
        """The same for many matches at once: counts[..., 5]."""
        seen = np.where(counts > 0, counts, UNSEEN)
        pairs = seen.sum(axis=-1)
        return pairs * (_loss(seen / pairs[..., None], score_of(self.elo0))
                        - _loss(seen / pairs[..., None], score_of(self.elo1)))

    def verdict(self, counts: Sequence[int]) -> Literal["H0", "H1"] | None:
        """What is accepted; None while the match must go on."""
        low, high = self.bounds
        llr = self.llr(counts)
        return "H0" if llr <= low else "H1" if llr >= high else None

    def sentence(self, counts: Sequence[int], first: str = "the first agent") -> str:
        """What a reader may conclude, with the error that goes with it."""
        after = f"after {2 * sum(counts)} games"
        match self.verdict(counts):
            case "H1":
                return (f"H1 accepted {after}: {first} is more than {self.elo0:g} Elo stronger (were it {self.elo0:g} "
                        f"or less, at most about {100 * self.alpha:g}% of such matches would say so)")
            case "H0":
                return (f"H0 accepted {after}: {first} is less than {self.elo1:g} Elo stronger (were it {self.elo1:g} "
                        f"or more, at most about {100 * self.beta:g}% of such matches would say so)")
            case _:
                low, high = self.bounds
                llr = round(self.llr(counts), 2) + 0.0          # no negative zero
                return (f"not decided {after}: the log-likelihood ratio is {llr:.2f}, and {low:.2f} would accept "
                        f"H0 ({self.elo0:g} Elo), {high:.2f} H1 ({self.elo1:g} Elo)")

    def outlook(self, odds: Sequence[float] | np.ndarray) -> tuple[float, float]:
        """How likely H1 will be accepted, and how many pairs it will take on average until either is, where the five
        pair results have these odds (or counts).

        The log-likelihood ratio is taken for a Brownian motion that starts at 0 (Wald's approximations), with the
        drift and variance of a pair by Van den Bergh's "A note on the GSPRT" (GSPRT_approximation.pdf there).
        """
        shares = np.asarray(odds, float) / np.sum(odds)
        points = np.array(PAIR_POINTS)
        mean = float(shares @ points)
        variance = float(shares @ (points - mean) ** 2)
        if variance == 0:
            raise Refused("where all pairs are alike, nothing can be said about how long an SPRT will take")
        s0, s1 = score_of(self.elo0), score_of(self.elo1)
        drift, spread = (mean - (s0 + s1) / 2) * (s1 - s0) / variance, (s1 - s0) ** 2 / variance
        low, high = self.bounds
        pull = 2 * drift / spread
        if abs(pull * (high - low)) < 1e-6:
            return -low / (high - low), -low * high / spread
        accepted = math.expm1(-pull * low) / (math.expm1(-pull * low) - math.expm1(-pull * high))
        return accepted, (accepted * high + (1 - accepted) * low) / drift


def _number(name: str, text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise Refused(f"{name} must be a number, not {text!r}")
    return number


def _loss(shares: np.ndarray, score: float) -> np.ndarray:
    """How much log-likelihood a pair loses when the odds must have this mean: max over x of sum p log(1 + x (a - s)).

    Its derivative falls from infinity to minus infinity between the two poles. At the maximum an error in x hardly
    matters, so that halving the interval is fine enough, and safe.
    """
    beyond = np.array(PAIR_POINTS) - score
    low = np.full(shares.shape[:-1], -1 / beyond[-1])
    high = np.full(shares.shape[:-1], -1 / beyond[0])
    for _ in range(HALVINGS):
        x = (low + high) / 2
        rising = np.sum(shares * beyond / (1 + x[..., None] * beyond), axis=-1) > 0
        low, high = np.where(rising, x, low), np.where(rising, high, x)
    return np.sum(shares * np.log1p(((low + high) / 2)[..., None] * beyond), axis=-1)

"""Claims and verdicts: what a paper says, and what the records say of it.

A claim states a quantity, a threshold, and on which side of it the quantity should lie. With a 95 per cent interval
around our estimate the verdict is

    holds           the interval lies wholly on the claim's side
    fails           it lies wholly on the other side
    undecided       it contains the threshold; said with the number of games that would decide, if the estimate is right
    not testable    nothing was measured that could decide, or the paper cannot be tested as printed; said why

With many claims some hold by luck. So each also has a verdict corrected after Holm (1979), by which all of a study's
decided claims together are wrong in at most 5 of 100 studies.
"""

import dataclasses
import math
from collections.abc import Callable, Sequence

from scipy.special import stdtr, stdtrit

from treewright.arena.intervals import Interval
from treewright.studies.records import Records

HOLDS, FAILS, UNDECIDED, NOT_TESTABLE = "holds", "fails", "undecided", "not testable"
CONFIDENCE = 0.95


@dataclasses.dataclass(frozen=True)
class Estimate:
    """A mean with its standard error, from so many independent games (or pairs, or runs)."""

    mean: float
    error: float
    games: int
    unit: str = "games"

    @property
    def freedom(self) -> int:
        return max(1, self.games - 1)

    def interval(self, confidence: float = CONFIDENCE) -> Interval:
        half = float(stdtrit(self.freedom, 0.5 + confidence / 2)) * self.error
        return Interval(self.mean, self.mean - half, self.mean + half)

    def surprise(self, threshold: float) -> float:
        """How likely it would be to stray as far from the threshold if that were the truth (two-sided)."""
        if self.error == 0:
            return 1.0 if self.mean == threshold else 0.0
        return 2 * float(stdtr(self.freedom, -abs(self.mean - threshold) / self.error))

    def games_to_decide(self, threshold: float) -> float:
        """How many games would make the interval exclude the threshold, if the mean stays where it is."""
        if self.mean == threshold:
            return math.inf
        half = float(stdtrit(self.freedom, 0.5 + CONFIDENCE / 2)) * self.error
        return math.ceil(self.games * (half / abs(self.mean - threshold)) ** 2)


@dataclasses.dataclass(frozen=True)
class NotTestable:
    """Why a claim cannot be decided."""

    why: str


@dataclasses.dataclass(frozen=True)
class Claim:
    """Something that a paper says, made definite."""

    name: str
    """A few words to call it by."""
    said: str
    """The paper's own words, shortly, and where they stand."""
    measured: str
    """The quantity that decides, in words."""
    threshold: float
    above: bool
    """Should the quantity lie above the threshold, or below?"""
    estimate: Callable[[Records], Estimate | NotTestable]


@dataclasses.dataclass(frozen=True)
class Verdict:
    """What the records say of a claim."""

    claim: Claim
    found: Estimate | NotTestable
    plain: str
    corrected: str

    @property
    def sentence(self) -> str:
        """The estimate with its interval, or why there is none."""
        if isinstance(self.found, NotTestable):
            return self.found.why
        interval = self.found.interval()
        text = (f"{interval.mean:.3g} [{interval.low:.3g}, {interval.high:.3g}] from {self.found.games:,} "
                f"{self.found.unit}")
        if self.plain == UNDECIDED:
            needed = self.found.games_to_decide(self.claim.threshold)
            text += f"; {needed:,.0f} would decide" if math.isfinite(needed) else "; no number would decide"
        return text


def judge(claims: Sequence[Claim], records: Records) -> list[Verdict]:
    """The verdicts on all claims of a study."""
    found = [claim.estimate(records) for claim in claims]
    sure = holm([one.surprise(claim.threshold) if isinstance(one, Estimate) else 1.0
                 for claim, one in zip(claims, found, strict=True)])
    return [_judged(claim, one, decided) for claim, one, decided in zip(claims, found, sure, strict=True)]


def _judged(claim: Claim, found: Estimate | NotTestable, decided: bool) -> Verdict:
    if isinstance(found, NotTestable):
        return Verdict(claim, found, NOT_TESTABLE, NOT_TESTABLE)
    interval = found.interval()
    side = HOLDS if (found.mean > claim.threshold) == claim.above else FAILS
    plain = side if interval.low > claim.threshold or interval.high < claim.threshold else UNDECIDED
    return Verdict(claim, found, plain, side if decided else UNDECIDED)


def holm(surprises: Sequence[float], error: float = 1 - CONFIDENCE) -> list[bool]:
    """Which of several hypotheses are rejected so that any is wrongly with at most this probability (Holm 1979)."""
    order = sorted(range(len(surprises)), key=lambda k: surprises[k])
    rejected = [False] * len(surprises)
    for rank, k in enumerate(order):
        if surprises[k] > error / (len(surprises) - rank):
            break
        rejected[k] = True
    return rejected

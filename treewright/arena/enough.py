"""When enough is known of a pairing: the rules by which it ends before all its games are played.

A rule is asked after every pair, in the order of the pairs, so it ends a pairing at the same pair in every run.
"""

import dataclasses
from typing import Protocol

from treewright.arena.sprt import Sprt
from treewright.arena.tally import Tally
from treewright.core.errors import Refused

FEWEST_PAIRS = 16
"""Below that an interval is too rough to stop at."""


class Enough(Protocol):
    """A rule that ends pairings."""

    def verdict(self, tally: Tally, first: str) -> str | None:
        """A sentence that says why, with the first agent's name; None as long as more is to be played."""


@dataclasses.dataclass(frozen=True)
class Decided:
    """A sequential test has accepted one of its hypotheses."""

    sprt: Sprt

    def verdict(self, tally: Tally, first: str) -> str | None:
        return self.sprt.sentence(tally.counts, first) if self.sprt.verdict(tally.counts) else None


@dataclasses.dataclass(frozen=True)
class Narrow:
    """The 95 per cent interval of the score reaches no further than `half` to either side.

    How narrow an interval is hardly depends on who is ahead, so to stop at that moment favours nobody."""

    half: float

    def __post_init__(self) -> None:
        if not 0 < self.half < 0.5:
            raise Refused(f"how far an interval of scores may reach to either side lies between 0 and 0.5, not at "
                          f"{self.half:g}")

    def verdict(self, tally: Tally, first: str) -> str | None:
        interval = tally.interval()
        if tally.pairs < FEWEST_PAIRS or interval.high - interval.low > 2 * self.half:
            return None
        return f"ended after {tally.games} games, when the interval reached {self.half:g} to either side"


def rules(sprt: str | None = None, until_ci: float | None = None) -> tuple[Enough, ...]:
    """The rules that these words ask for."""
    made: list[Enough] = []
    if sprt is not None:
        made.append(Decided(Sprt.parse(sprt)))
    if until_ci is not None:
        made.append(Narrow(until_ci))
    return tuple(made)

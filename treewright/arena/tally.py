"""A tally: what is known of a pairing from its pairs of games, without the games.

It stays small whatever is added: five counts, a few sums, and eight bytes a pair for the margins.
"""

import dataclasses
from array import array
from collections import Counter
from typing import NamedTuple

from treewright.arena.bootstrap import mean_interval
from treewright.arena.elo import elo_of
from treewright.arena.intervals import PAIR_POINTS, Interval, interval_of_counts
from treewright.arena.played import Played

FIRST, SECOND = 0, 1
"""The two agents of a pairing, whatever their seats."""


class Ending(NamedTuple):
    """How a game ended, as the first agent of a pairing sees it."""

    point: float
    """1 for a win, 1/2 for a draw, 0 for a loss."""
    margin: float
    """Its score minus the other's, in the game's own points."""
    plies: int = 0
    forfeit: tuple[int, str] | None = None
    """Which agent lost it otherwise than by the rules, FIRST or SECOND, and the reason in a word."""


def ending(played: Played, seat: int) -> Ending:
    """How a game of two ended, as the agent in this seat sees it."""
    margin = played.scores[seat] - played.scores[1 - seat]
    point = 1.0 if margin > 0 else 0.0 if margin < 0 else 0.5
    forfeit = None
    if played.forfeit is not None:
        forfeit = (FIRST if played.forfeit.seat == seat else SECOND, played.forfeit.reason)
    return Ending(point, margin, len(played.actions), forfeit)


@dataclasses.dataclass
class Tally:
    """Everything is told from the first agent's side; `mirrored` is the second's."""

    counts: list[int] = dataclasses.field(default_factory=lambda: [0] * len(PAIR_POINTS))
    """Pairs worth 0, 1/4, 1/2, 3/4 and 1 to the first agent: two losses first, two wins last."""
    wins: int = 0
    draws: int = 0
    losses: int = 0
    plies: int = 0
    forfeits: Counter[tuple[int, str]] = dataclasses.field(default_factory=Counter)
    """Games lost otherwise than by the rules, by agent (FIRST or SECOND) and reason; they are among wins and losses."""
    margins: "array[float]" = dataclasses.field(default_factory=lambda: array("d"))
    """The mean margin of each pair, in no order that means anything. A pair with a forfeited game has none: the points
    of such a game were not played for, and the other game alone favours a seat."""

    def add(self, one: Ending, two: Ending) -> None:
        """Add a pair: two games from the same start, the first agent at seat 0 and then at seat 1."""
        self.counts[PAIR_POINTS.index((one.point + two.point) / 2)] += 1
        for game in (one, two):
            self.wins += game.point == 1
            self.draws += game.point == 0.5
            self.losses += game.point == 0
            self.plies += game.plies
            if game.forfeit is not None:
                self.forfeits[game.forfeit] += 1
        if one.forfeit is None and two.forfeit is None:
            self.margins.append((one.margin + two.margin) / 2)

    def __add__(self, other: "Tally") -> "Tally":
        """Both together, of the same two agents in the same order."""
        return Tally([mine + theirs for mine, theirs in zip(self.counts, other.counts, strict=True)],
                     self.wins + other.wins, self.draws + other.draws, self.losses + other.losses,
                     self.plies + other.plies, self.forfeits + other.forfeits, self.margins + other.margins)

    def mirrored(self) -> "Tally":
        """The same games as the second agent sees them."""
        forfeits = Counter({(SECOND if agent == FIRST else FIRST, reason): count
                            for (agent, reason), count in self.forfeits.items()})
        return Tally(self.counts[::-1], self.losses, self.draws, self.wins, self.plies, forfeits,
                     array("d", (-margin for margin in self.margins)))

    @property
    def pairs(self) -> int:
        return sum(self.counts)

    @property
    def games(self) -> int:
        return 2 * self.pairs

    @property
    def forfeited(self) -> int:
        """How many games were lost otherwise than by the rules."""
        return self.forfeits.total()

    @property
    def unmeasured(self) -> int:
        """How many pairs have no margin, since one of their games was forfeited."""
        return self.pairs - len(self.margins)

    @property
    def score(self) -> float:
        """The first agent's mean score a game; 1/2 before the first pair."""
        return self.interval().mean

    @property
    def normalised(self) -> float:
        """(wins - losses + n) / 2n, which "TUBSTAP under fog of war" reports: 18 wins, 9 losses and 3 ties give 0.65.
        It is the mean score, since (w - l + w + d + l) / 2n = (w + d/2) / n."""
        n = self.wins + self.draws + self.losses
        return (self.wins - self.losses + n) / (2 * n) if n else 0.5

    @property
    def length(self) -> float:
        """The mean number of plies of a game."""
        return self.plies / self.games if self.pairs else 0.0

    def interval(self, confidence: float = 0.95) -> Interval:
        """The first agent's score a game."""
        return interval_of_counts(self.counts, confidence)

    def elo(self, confidence: float = 0.95) -> Interval:
        """How much stronger the first agent is, in Elo; an end is infinite where a score of 0 or 1 is possible."""
        score = self.interval(confidence)
        return Interval(elo_of(score.mean), elo_of(score.low), elo_of(score.high))

    def margin_interval(self, confidence: float = 0.95) -> Interval:
        """The first agent's mean margin in the game's own points, by a bootstrap over pairs."""
        return mean_interval(self.margins, confidence)

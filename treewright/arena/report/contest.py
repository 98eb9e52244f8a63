"""What a report says of one game: who met whom on which terms, and what came of it.

A contest is a game under one kind of start and one limit of time: scores of different terms are never mixed.
"""

import dataclasses
import functools
import hashlib
from array import array
from collections import Counter
from collections.abc import Sequence

import numpy as np

from treewright.arena.intervals import Interval
from treewright.arena.played import Played
from treewright.arena.ratings import Ratings, rate
from treewright.arena.tally import Tally, ending

CURRENT, OLDER, UNKNOWN = "current", "older", "unknown"
"""Which code played a game, beside the code of today; unknown where that cannot be found any more."""

WON_OR_LOST = (0, 0.25, 0.5, 0.75, 1)
"""Mean scores of pairs, but for their signs, where a win counts 1 and a loss 0 or -1."""


class Meeting:
    """The games of two agents that count, told from the first one's side."""

    def __init__(self, first: str, second: str):
        self.first, self.second = first, second
        self.tally, self.seats = Tally(), Tally()
        """The same pairs from the first agent's side, and from that of whoever sat in seat 0."""
        self.lengths = array("i")
        """Plies of games that were not forfeited."""
        self.unpaired = 0
        """Games whose other half is missing."""
        self.seeds, self.starts = set[int](), set[str]()
        self.codes: Counter[str] = Counter()
        self.by_the_clock = 0
        """Games that cannot be played again move for move."""
        self.words = dict[tuple[str, str], str]()
        """For an agent and a reason of a forfeit, an example in words."""
        self.points = (array("d"), array("d"))
        """For each agent its mean score of each pair, in the game's own points; a pair with a forfeit has none."""
        self._fingerprints = array("Q")

    def add(self, one: Played, two: Played) -> None:
        """Add a pair: the first agent at seat 0, then at seat 1."""
        self.tally.add(ending(one, 0), ending(two, 1))
        self.seats.add(ending(one, 0), ending(two, 0))
        for played, seated in ((one, (self.first, self.second)), (two, (self.second, self.first))):
            opening, actions = played.fingerprint
            digest = hashlib.blake2b(opening + np.array(actions, np.int32).tobytes(), digest_size=8).digest()
            self._fingerprints.append(int.from_bytes(digest, "little"))
            if played.forfeit is None:
                self.lengths.append(len(actions))
            else:
                self.words.setdefault((seated[played.forfeit.seat], played.forfeit.reason), played.forfeit.words)

        if one.forfeit is None and two.forfeit is None:
            for agent in (0, 1):
                self.points[agent].append((one.scores[agent] + two.scores[1 - agent]) / 2)

    @property
    def games(self) -> int:
        return self.tally.games

    @functools.cached_property
    def distinct(self) -> int:
        """How many of the games are not the same, move for move, as another."""
        return len(np.unique(np.frombuffer(self._fingerprints, np.uint64))) if self._fingerprints else 0

    @property
    def repeats_itself(self) -> bool:
        """Are fewer than half of the games distinct?"""
        return 2 * self.distinct < self.games

    @property
    def is_with_itself(self) -> bool:
        return self.first == self.second


@dataclasses.dataclass
class Contest:
    """All meetings in one game on the same terms."""

    game: str
    start: str
    """own, random:PLIES, or GIVEN."""
    move_seconds: float | None
    meetings: list[Meeting]

    @property
    def met(self) -> list[Meeting]:
        """The meetings that have a pair, between agents that are not the same."""
        return [one for one in self.meetings if one.games and not one.is_with_itself]

    @functools.cached_property
    def ratings(self) -> Ratings:
        return rate({(one.first, one.second): one.tally for one in self.meetings if one.games})

    @functools.cached_property
    def agents(self) -> list[str]:
        """The best first, group by group if not all are connected."""
        return self.ratings.ranked()

    @functools.cached_property
    def scores(self) -> dict[tuple[str, str], Interval]:
        """What one agent scored against another, both ways."""
        found = {}
        for one in self.met:
            found[one.first, one.second] = one.tally.interval()
            found[one.second, one.first] = one.tally.mirrored().interval()
        return found

    @property
    def games(self) -> int:
        return sum(one.games for one in self.meetings)

    @property
    def has_points(self) -> bool:
        """Do its scores tell more than who won?"""
        return any(abs(points) not in WON_OR_LOST for one in self.meetings for points in one.points[0])

    def is_behind(self, meeting: Meeting) -> bool:
        """Has it fewer games than others have, or some that wait for their other half?"""
        return meeting.unpaired > 0 or meeting.games < max(one.games for one in self.meetings)

    def of(self, agent: str) -> list[Meeting]:
        """The meetings of an agent with others."""
        return [one for one in self.met if agent in (one.first, one.second)]

    def total(self, agent: str) -> tuple[int, float]:
        """An agent's games against others, and its score over all of them."""
        tallies = [one.tally if one.first == agent else one.tally.mirrored() for one in self.of(agent)]
        games = sum(tally.games for tally in tallies)
        return games, sum(tally.wins + tally.draws / 2 for tally in tallies) / games if games else 0.5


def seats_of(meetings: Sequence[Meeting]) -> Tally:
    """How the games of all of them ended for the first seat."""
    return sum((one.seats for one in meetings), Tally())


def lengths_of(meetings: Sequence[Meeting]) -> np.ndarray:
    """The plies of all their games that were not forfeited."""
    return np.concatenate([np.frombuffer(one.lengths, np.int32) if one.lengths else np.zeros(0, np.int32)
                           for one in meetings])

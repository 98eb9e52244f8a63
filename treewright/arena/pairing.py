"""A pairing: two agents that meet in a game over and over, and what came of it so far.

Games end in any order, but they count in the order of their pairs. So a pairing that ends as soon as enough is known
ends at the same pair whoever played, and however many games were under way at that moment.
"""

import dataclasses
import hashlib
import math
from array import array
from collections.abc import Callable
from typing import Any

import numpy as np

from treewright.arena.enough import Enough
from treewright.arena.fixture import Fixture, pair_of
from treewright.arena.played import Played
from treewright.arena.tally import FIRST, SECOND, Tally, ending
from treewright.core.errors import Refused

WAYS = {"illegal": "an illegal move", "crash": "a crash", "time": "the clock"}


@dataclasses.dataclass(frozen=True)
class Terms:
    """On which terms agents meet; with the game and the agents they decide every move."""

    games: int = 100
    seed: int = 0
    start: Callable[[int], str] = lambda number: "own"
    """The start of each pair, as a fixture names it."""
    move_seconds: float | None = None
    enough: tuple[Enough, ...] = ()

    def __post_init__(self) -> None:
        if not isinstance(self.games, int) or self.games < 2 or self.games % 2:
            raise Refused(f"games must be an even number above 0 (pairs with the seats exchanged), not {self.games}")
        if self.move_seconds is not None and not 0 < self.move_seconds < math.inf:
            raise Refused(f"move_seconds must be a number above 0, not {self.move_seconds:g}")


class Pairing:
    """The first agent's view of its games against the second."""

    def __init__(self, game: str, first: str, second: str, terms: Terms, code: str = "", reproducible: bool = True,
                 keep: bool = False):
        self.game, self.first, self.second = game, first, second
        self.terms, self.code, self.reproducible = terms, code, reproducible
        self.tally = Tally()
        self.verdict: str | None = None
        """Why it ended before all games were played."""
        self.kept: list[tuple[Played, Played]] | None = [] if keep else None
        self.from_store, self.words = 0, dict[str, str]()
        """How many games were not played anew; for each reason of a forfeit, an example."""
        self._seconds = array("d")
        self._waiting: dict[int, dict[str, Played]] = {}
        self._fingerprints = array("Q")

    @property
    def pairs(self) -> int:
        """Those that count so far."""
        return self.tally.pairs

    @property
    def open(self) -> bool:
        """Is there more to be played?"""
        return self.verdict is None and self.pairs < self.terms.games // 2

    @property
    def seconds_a_game(self) -> float | None:
        """What a game takes, without the longest, which may have waited for the compiler; None: nobody knows."""
        if not self._seconds:
            return None
        most = max(self._seconds) if len(self._seconds) > 1 else 0.0
        return (sum(self._seconds) - most) / max(1, len(self._seconds) - 1)

    def wants(self, number: int) -> bool:
        return self.verdict is None and number < self.terms.games // 2

    def fixtures(self, number: int) -> tuple[Fixture, Fixture]:
        """The two games of a pair."""
        terms = self.terms
        return pair_of(self.game, self.first, self.second, number, terms.seed, terms.start(number), terms.move_seconds)

    def take(self, fixture: Fixture, played: Played, stored: bool = False) -> None:
        """A game ended; pairs that are complete and next in order are counted."""
        which = "one" if fixture.turn == self.fixtures(fixture.number)[0].turn else "two"
        self._waiting.setdefault(fixture.number, {})[which] = played
        self.from_store += stored
        self._seconds.append(played.seconds)
        while self.open and len(self._waiting.get(self.pairs, ())) == 2:
            pair = self._waiting.pop(self.pairs)
            self._count(pair["one"], pair["two"])
            for rule in self.terms.enough:
                self.verdict = self.verdict or rule.verdict(self.tally, self.first)

    def distinct(self) -> int:
        """How many of the games are not the same, move for move, as another."""
        return len(np.unique(np.frombuffer(self._fingerprints, np.uint64))) if self._fingerprints else 0

    def remarks(self) -> list[str]:
        """What a reader must know beside the score."""
        said, tally, distinct = [], self.tally, self.distinct()
        if distinct < tally.games:
            few = ": fewer than half, so the interval promises too much" if 2 * distinct < tally.games else ""
            said.append(f"{distinct:,} of the {tally.games:,} games are distinct{few}")
        for agent, name in ((FIRST, self.first), (SECOND, self.second)):
            lost = {reason: count for (loser, reason), count in tally.forfeits.items() if loser == agent}
            if lost:
                told = ", ".join(f"{count} by {WAYS[reason]} ({self.words[reason]})" for reason, count in lost.items())
                said.append(f"{name} forfeited {sum(lost.values())} of its games: {told}")
        if self.verdict:
            said.append(self.verdict)
        return said

    def as_dict(self) -> dict[str, Any]:
        """The pairing as plain data."""
        tally, score = self.tally, self.tally.interval()
        margin = tally.margin_interval()
        return {"game": self.game, "agents": [self.first, self.second], "seed": self.terms.seed,
                "games": tally.games, "wins": tally.wins, "draws": tally.draws, "losses": tally.losses,
                "pairs": list(tally.counts), "score": score.mean, "interval": [score.low, score.high],
                "mean_margin": margin.mean, "margin_interval": [margin.low, margin.high],
                "mean_length": tally.length, "distinct_games": self.distinct(),
                "forfeits": [{"agent": (self.first, self.second)[agent], "reason": reason, "games": count}
                             for (agent, reason), count in tally.forfeits.items()],
                "verdict": self.verdict, "code": self.code, "reproducible": self.reproducible}

    def _count(self, one: Played, two: Played) -> None:
        self.tally.add(ending(one, 0), ending(two, 1))
        for played in (one, two):
            opening, actions = played.fingerprint
            digest = hashlib.blake2b(opening + np.array(actions, np.int32).tobytes(), digest_size=8).digest()
            self._fingerprints.append(int.from_bytes(digest, "little"))
            if played.forfeit is not None:
                self.words.setdefault(played.forfeit.reason, played.forfeit.words)
        if self.kept is not None:
            self.kept.append((one, two))

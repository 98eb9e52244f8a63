"""A run: pairings whose games are played by an engine and kept in a store, until all are played or decided.

What the store has is not played again, so a run that was interrupted, at whatever moment, goes on where it was.
"""

import math
import time
from collections.abc import Callable, Iterator, Sequence

from treewright.arena.engine import Engine
from treewright.arena.fixture import Fixture
from treewright.arena.pairing import Pairing
from treewright.arena.played import Played
from treewright.arena.store import Store
from treewright.core.thinking import Stop

LOOK_AHEAD = 2048
"""So many games at most are looked up in the store at once."""


class Run:
    """Plays the pairings round by round: the first pair of each, then the second of each."""

    def __init__(self, pairings: Sequence[Pairing], engine: Engine, store: Store | None = None,
                 accept_code: bool = False):
        self.pairings, self.engine, self.store, self.accept_code = pairings, engine, store, accept_code
        self.played = 0
        """Games played by this run, not those found in the store."""
        self._of = {(one.game, *sorted((one.first, one.second))): one for one in pairings}
        self._found: dict[Fixture, Played] = {}

    @property
    def games(self) -> int:
        """Games that count so far."""
        return sum(2 * one.pairs for one in self.pairings)

    @property
    def total(self) -> int:
        """Games that there will be; fewer where a pairing was decided early."""
        return sum(2 * one.pairs if one.verdict else one.terms.games for one in self.pairings)

    @property
    def interrupted(self) -> bool:
        return any(one.open for one in self.pairings)

    def play(self, watch: Callable[["Run"], None] = lambda run: None, seconds: float = math.inf) -> None:
        """Play until nothing is open, the process was asked to stop, or so many seconds have passed, when games under
        way are still finished; `watch` is called after every game."""
        for fixture, played in self.engine.play(self._missing(time.perf_counter() + seconds)):
            if not played.finished:
                continue
            pairing = self._pairing(fixture)
            if self.store is not None:
                self.store.put_game(fixture, pairing.code, played, pairing.reproducible)
            self.played += 1
            pairing.take(fixture, played)
            watch(self)
        watch(self)

    def _pairing(self, fixture: Fixture) -> Pairing:
        return self._of[fixture.game, *sorted(fixture.agents)]

    def _missing(self, end: float) -> Iterator[Fixture]:
        """The games that the store does not have, in the order in which they are to be played."""
        number, known_to = 0, 0
        while not Stop.raised_for_all and any(one.wants(number) for one in self.pairings):
            if number >= known_to:
                known_to = self._look_up(number)
            for pairing in self.pairings:
                for fixture in pairing.fixtures(number) if pairing.wants(number) else ():
                    found = self._found.pop(fixture, None)
                    if found is None:
                        if time.perf_counter() > end:
                            return
                        yield fixture
                    else:
                        pairing.take(fixture, found, stored=True)
            number += 1

    def _look_up(self, number: int) -> int:
        """Ask the store for the games of the next pairs; returns the number of the first pair not asked for."""
        wanting = [one for one in self.pairings if one.wants(number)]
        end = number + max(1, LOOK_AHEAD // (2 * len(wanting)))
        if self.store is not None:
            wanted = [(fixture, one.code) for one in wanting for k in range(number, end) if one.wants(k)
                      for fixture in one.fixtures(k)]
            found = self.store.find(wanted, self.accept_code)
            self._found = {fixture: played for (fixture, _), played in zip(wanted, found) if played is not None}
        return end

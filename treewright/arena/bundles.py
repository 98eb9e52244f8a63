"""Bundles: fixtures put together so that playing them takes long enough to be worth a journey.

What a bundle will take is known from the games of the same pairing that ended before; a pairing that is new travels
alone. Bundles stay small enough for a run to look at what came back before it asks for more.
"""

import statistics
from collections import deque
from collections.abc import Iterator

from treewright.arena.fixture import Fixture

TASK_SECONDS = 2.0
"""A bundle is complete when it is expected to take this long. Passing one on costs milliseconds."""
MOST_GAMES = 256
REMEMBERED = 9
"""So many of the latest games of a pairing say how long the next one takes; their median, since the first game on each
worker takes as long as loading or compiling its code does."""

Kind = tuple[str, ...]


class Bundles:
    """Cuts an iterator of fixtures, no further ahead than it is asked to."""

    def __init__(self, fixtures: Iterator[Fixture]):
        self._fixtures = fixtures
        self._seconds: dict[Kind, deque[float]] = {}

    def cut(self) -> tuple[Fixture, ...]:
        """The next fixtures; none when there are no more."""
        bundle, expected = list[Fixture](), 0.0
        while expected < TASK_SECONDS and len(bundle) < MOST_GAMES:
            fixture = next(self._fixtures, None)
            if fixture is None:
                break
            bundle.append(fixture)
            expected += self._expected(fixture)
        return tuple(bundle)

    def took(self, fixture: Fixture, seconds: float) -> None:
        """A game of this kind took so long."""
        self._seconds.setdefault(_kind(fixture), deque(maxlen=REMEMBERED)).append(seconds)

    def _expected(self, fixture: Fixture) -> float:
        known = self._seconds.get(_kind(fixture))
        return statistics.median(known) if known else TASK_SECONDS


def _kind(fixture: Fixture) -> Kind:
    return fixture.game, *sorted(fixture.agents)

"""Engines spread fixtures over workers. Whichever engine plays a fixture, its moves are the same.

`play` takes fixtures from an iterator as it needs them and yields each with its game as games end, so that the caller
can look at what came back before it decides what else is to be played.
"""

import contextlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator

from treewright.agents.agent import Agent
from treewright.arena.cast import Bodies, Cast
from treewright.arena.fixture import Fixture
from treewright.arena.played import Played
from treewright.arena.referee import play_game
from treewright.arena.spread import refuse_workers, spread
from treewright.arena.starts import beginning

End = tuple[Fixture, Played]


class Engine(ABC):
    """Something that plays fixtures."""

    cores: int = 1
    """How many games are played at the same time."""

    @abstractmethod
    def play(self, fixtures: Iterator[Fixture]) -> Iterator[End]:
        """Games as they end. One that was stopped on the way comes unfinished."""

    def close(self) -> None:  # noqa: B027  (threads need no end)
        """Nothing more will be played."""


class Worker:
    """What plays one game at a time, with agents of its own."""

    def __init__(self, cast: Cast, isolate: bool = False):
        self.cast = cast
        self.bodies = Bodies(_isolated if isolate else cast.agent)

    def play(self, fixture: Fixture) -> Played:
        game = self.cast.game(fixture.game)
        agents = self.bodies.pair(fixture.agents)
        played = play_game(game, agents, fixture.game_seed, beginning(game, fixture), fixture.move_seconds)
        if played.forfeit is not None:
            self.bodies.dismiss(fixture.agents)
        return played

    def close(self) -> None:
        self.bodies.close()


def _isolated(text: str) -> Agent:
    from treewright.arena.isolation import Isolated
    return Isolated(text)


class Threads(Engine):
    """Worker threads of this process: compiled searches release the interpreter's lock."""

    def __init__(self, cast: Cast, workers: int = 1, isolate: bool = False):
        refuse_workers(workers)
        self.cores, self.cast, self.isolate = workers, cast, isolate

    def play(self, fixtures: Iterator[Fixture]) -> Iterator[End]:
        return spread(fixtures, self.cores, self._worker)

    @contextlib.contextmanager
    def _worker(self) -> Iterator[Callable[[Fixture], Played]]:
        with contextlib.closing(Worker(self.cast, self.isolate)) as worker:
            yield worker.play

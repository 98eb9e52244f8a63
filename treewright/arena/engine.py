"""Engines spread fixtures over workers. Whichever engine plays a fixture, its moves are the same.

`play` takes fixtures from an iterator as it needs them and yields each with its game as games end, so that the caller
can look at what came back before it decides what else is to be played.
"""

import queue
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator

from treewright.agents.agent import Agent
from treewright.arena.cast import Bodies, Cast
from treewright.arena.fixture import Fixture
from treewright.arena.played import Played
from treewright.arena.referee import play_game
from treewright.arena.starts import beginning
from treewright.core.errors import Refused
from treewright.core.thinking import Stop

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
        if not isinstance(workers, int) or isinstance(workers, bool) or workers < 1:
            raise Refused(f"workers must be a whole number above 0, not {workers!r}")
        self.cores = workers
        self._made: Callable[[], Worker] = lambda: Worker(cast, isolate)

    def play(self, fixtures: Iterator[Fixture]) -> Iterator[End]:
        waiting: queue.SimpleQueue[Fixture | None] = queue.SimpleQueue()
        ended: queue.SimpleQueue[End | BaseException] = queue.SimpleQueue()
        for _ in range(self.cores):
            threading.Thread(target=self._work, args=(waiting, ended), daemon=True).start()
        under_way, more = 0, True
        try:
            while more or under_way:
                # One game more than there are workers is ready, so that none of them waits for the caller.
                while more and under_way <= self.cores and not Stop.raised_for_all:
                    fixture = next(fixtures, None)
                    more = fixture is not None
                    if fixture is not None:
                        waiting.put(fixture)
                        under_way += 1
                if not under_way:
                    return
                end = ended.get()
                under_way -= 1
                if isinstance(end, BaseException):
                    raise end
                yield end
        finally:
            for _ in range(self.cores):
                waiting.put(None)

    def _work(self, waiting: "queue.SimpleQueue[Fixture | None]",
              ended: "queue.SimpleQueue[End | BaseException]") -> None:
        worker = self._made()
        while (fixture := waiting.get()) is not None:
            try:
                ended.put((fixture, worker.play(fixture)))
            except BaseException as error:
                ended.put(error)
        worker.close()

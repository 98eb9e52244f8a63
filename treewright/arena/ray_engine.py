"""Ray spreads games over the processors of one machine or of many (Moritz et al. 2018).

The driver cuts the fixtures into plain tasks of a few seconds, keeps no more of them under way than the cluster has
work for, and yields games as they come back. A task that is lost with its worker or its machine is sent again, game
by game. A game that takes its worker with it twice is played with its agents isolated, so that the one whose process
dies forfeits it; what is lost even then ends the run.
"""

import contextlib
import os
import time
from collections import deque
from collections.abc import Iterator
from typing import Any

from treewright.agents.human import Human
from treewright.arena import outpost
from treewright.arena.bundles import Bundles
from treewright.arena.cast import Cast
from treewright.arena.code import code_of
from treewright.arena.engine import End, Engine
from treewright.arena.fixture import Fixture
from treewright.arena.luggage import Luggage, pack
from treewright.arena.outpost import Answer, Order
from treewright.arena.ray_session import Session
from treewright.arena.words import in_one_line
from treewright.core.errors import Refused
from treewright.core.thinking import Stop

DEPTH = 2
"""Tasks under way for each processor: one is played, one waits its turn, so that no processor waits for the driver."""
ISOLATED, MOST_ATTEMPTS = 2, 5
"""A game is sent so often; after so many losses its agents are isolated."""
GLANCE_SECONDS = 0.05
COUNT_SECONDS = 1.0
"""So often the cluster is asked how many processors it has."""
PATIENCE_SECONDS = 300.0
"""So long may a cluster take to offer its first processor; some start machines when these are needed."""


class Ray(Engine):
    """Games on the cluster at `address`, or on one of this machine with so many `workers`."""

    def __init__(self, cast: Cast, workers: int = 1, address: str | None = None, isolate: bool = False):
        if not isinstance(workers, int) or isinstance(workers, bool) or workers < 1:
            raise Refused(f"workers must be a whole number above 0, not {workers!r}")
        cast.refuse_unnamed()
        self.cast, self.isolate = cast, isolate
        self.lost = 0
        """Games that were under way when their worker or its machine was lost, and were sent again."""
        begun = time.perf_counter()
        self._session = Session(workers, address)
        self._ray = self._session.ray
        self._play, self._prepare = map(self._ray.remote, (outpost.play, outpost.prepare))
        self._carried: dict[str, None] = {}
        """The texts whose files are in the luggage."""
        self._luggage, self._sent = Luggage(), None
        self._codes: dict[tuple[str, ...], str] = {}
        self._suspects: set[str] = set()
        """Agents that ended the process which they were in."""
        self.cores, self._counted = self._count(), time.monotonic()
        try:
            self._greet()
        except BaseException:
            self.close()
            raise
        self.startup_seconds = time.perf_counter() - begun
        """From the first call of Ray until a worker had loaded the code of the first game and answered."""

    def play(self, fixtures: Iterator[Fixture]) -> Iterator[End]:
        bundles, again = Bundles(fixtures), deque[Order]()
        under_way: dict[Any, Order] = {}
        try:
            while not Stop.raised_for_all:
                while len(under_way) < self._room():
                    order = again.popleft() if again else self._order(bundles.cut())
                    if not order.fixtures:
                        break
                    under_way[self._send(self._play, order)] = order
                if not under_way:
                    return
                ended, _ = self._ray.wait(list(under_way), timeout=GLANCE_SECONDS)
                for task in ended:
                    order, answer = under_way.pop(task), self._answer(task)
                    if isinstance(answer, Answer):
                        self._learn(bundles, order, answer)
                        yield from zip(order.fixtures, answer.games, strict=True)
                    else:
                        again.extend(self._once_more(order, answer))
        finally:
            self._cancel(under_way)

    def close(self) -> None:
        self._session.close()

    # ------------------------------------------------------------ what is sent

    def _order(self, fixtures: tuple[Fixture, ...], attempt: int = 0) -> Order:
        """Fixtures with all that whoever plays them must know."""
        self._pack(fixtures)
        isolate = self.isolate or attempt >= ISOLATED or any(
            text in self._suspects for fixture in fixtures for text in fixture.agents)
        return Order(fixtures, tuple(map(self._code, fixtures)), outpost.versions(), isolate, attempt)

    def _pack(self, fixtures: tuple[Fixture, ...]) -> None:
        """The files of everybody who was entered are the luggage; those of others join it when they are met."""
        texts = {text for fixture in fixtures for text in (fixture.game, *fixture.agents)}
        if not texts <= self._carried.keys():
            self._carried.update(dict.fromkeys((*self.cast.games, *self.cast.agents, *sorted(texts))))
            luggage = pack(self._carried)
            if luggage != self._luggage:
                self._luggage, self._sent = luggage, None

    def _code(self, fixture: Fixture) -> str:
        key = (fixture.game, *sorted(fixture.agents))
        if key not in self._codes:
            agents = [self.cast.agent(text) for text in fixture.agents]
            for agent in agents:
                if isinstance(agent, Human):
                    raise Refused(f"{agent} plays at this terminal, and so not on a cluster")
            self._codes[key] = code_of(self.cast.game(fixture.game), agents)
        return self._codes[key]

    def _send(self, function: Any, order: Order) -> Any:
        """Ray itself is to try nothing again: it would send a task whole that took its worker with it."""
        if self._sent is None:
            self._sent = self._ray.put(self._luggage)
        task = function.options(num_cpus=1, max_retries=0, runtime_env=self._environment())
        return task.remote(self._sent, order)

    def _environment(self) -> dict[str, Any]:
        """Environment variables of the workers. Those with others are other processes, so two versions of a user's
        file never meet in one."""
        settings = {"TREEWRIGHT_LUGGAGE": self._luggage.digest, "TREEWRIGHT_CACHE": os.environ.get("TREEWRIGHT_CACHE")}
        return {"env_vars": {name: value for name, value in settings.items() if value}}

    def _greet(self) -> None:
        """Have one worker load what the first game needs: whatever is refused is refused now, and code that must be
        compiled is compiled once, and found in the cache by the other workers of the machine."""
        games, agents = self.cast.games[:1], self.cast.agents[:2]
        first = tuple(Fixture(game, (agents[0], agents[-1])) for game in games if agents)
        task, begun = self._send(self._prepare, self._order(first)), time.monotonic()
        while not self._ray.wait([task], timeout=GLANCE_SECONDS)[0]:
            if Stop.raised_for_all:
                return
            if time.monotonic() - begun > PATIENCE_SECONDS:
                raise Refused(f"no worker of the cluster answered within {PATIENCE_SECONDS:g} seconds; `ray status` "
                              f"says what it has and what it waits for")
        self._answer(task)  # where the worker was lost, the game itself will tell

    # ------------------------------------------------------------ what comes back

    def _answer(self, task: Any) -> Answer | Exception:
        """What came of a task; that it was lost is returned, any other trouble is raised."""
        try:
            answer: Answer = self._ray.get(task)
        except self._ray.exceptions.RayTaskError as error:
            raise unable(error) or error from None
        except self._ray.exceptions.RayError as error:
            return error
        if answer.refused is not None:
            raise Refused(answer.refused)
        return answer

    def _learn(self, bundles: Bundles, order: Order, answer: Answer) -> None:
        """How long games take, and which agents are better isolated from the beginning."""
        for fixture, played, seconds in zip(order.fixtures, answer.games, answer.seconds, strict=True):
            bundles.took(fixture, seconds)
            if order.attempt >= ISOLATED and played.forfeit is not None and played.forfeit.reason == "crash":
                self._suspects.add(fixture.agents[played.forfeit.seat])

    def _once_more(self, order: Order, error: Exception) -> list[Order]:
        """The games of a task that was lost, each by itself."""
        attempt = order.attempt + 1
        if attempt == MOST_ATTEMPTS:
            fixture = order.fixtures[0]
            raise Refused(f"pair {fixture.number} of {fixture.agents[0]} and {fixture.agents[1]} in {fixture.game} was "
                          f"lost {attempt} times with its worker, the last times with its agents isolated: "
                          f"{in_one_line(str(error))}")
        self.lost += len(order.fixtures)
        return [self._order((fixture,), attempt) for fixture in order.fixtures]

    # ------------------------------------------------------------ how much

    def _room(self) -> int:
        """How many tasks may be under way."""
        if time.monotonic() - self._counted > COUNT_SECONDS:
            self.cores, self._counted = self._count(), time.monotonic()
        return DEPTH * self.cores

    def _count(self) -> int:
        return max(1, int(self._ray.cluster_resources().get("CPU", 0)))

    def _cancel(self, under_way: dict[Any, Order]) -> None:
        """End them at once, whatever they are doing."""
        for task in under_way:
            with contextlib.suppress(self._ray.exceptions.RayError):
                self._ray.cancel(task, force=True)


def unable(error: Any) -> Refused | None:
    """A worker that could not even load what plays there."""
    if "failed to import on the worker" not in str(error) and not isinstance(error, ImportError):
        return None
    last = str(error).strip().splitlines()[-1]
    return Refused(f"a machine of the cluster cannot load this Treewright ({in_one_line(last)}): install the same "
                   f"version on all machines")

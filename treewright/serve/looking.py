"""Looking at a search while it goes on, as often as a client wants to hear of it."""

import threading
import time
from collections.abc import Callable
from types import TracebackType

from treewright.agents.agent import Agent
from treewright.agents.final import choose_finally
from treewright.agents.report import principal_variation, rows, standing
from treewright.agents.search import Search
from treewright.core.result import Line, Row
from treewright.serve import schema
from treewright.serve.queries import Analyse


class Look:
    """Inside, `tell` is called with an answer of progress every `query.progress` seconds.

    A search with the loop is looked at between two of its chunks, by its own thread, when its tree is at rest; other
    trees that grow beside it are not, so of several trees only the actions at the root are told. Of agents of other
    kinds only the time is known.
    """

    def __init__(self, agent: Agent, query: Analyse, tell: Callable[[schema.Answer], None]):
        self.agent, self.query, self._tell = agent, query, tell
        self._begun = self._told = time.monotonic()
        self._over = threading.Event()
        self._turn = threading.Lock()

    def __enter__(self) -> "Look":
        if self.query.progress is None:
            return self
        if isinstance(self.agent, Search):
            self.agent.watch = self._see
        else:
            threading.Thread(target=self._keep_time, daemon=True).start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self._over.set()
        if isinstance(self.agent, Search):
            self.agent.watch = None

    def _see(self, simulations: int, seconds: float) -> None:
        assert self.query.progress is not None
        if time.monotonic() - self._told < self.query.progress or not self._turn.acquire(blocking=False):
            return
        try:
            self._told = time.monotonic()
            seen = _seen(self.agent)  # type: ignore[arg-type]
            if seen is not None:
                self._tell(schema.progress(self.query.id, simulations, seconds, *seen))
        finally:
            self._turn.release()

    def _keep_time(self) -> None:
        while not self._over.wait(self.query.progress):
            self._tell(schema.progress(self.query.id, 0, time.monotonic() - self._begun, (), None))


def _seen(agent: Search) -> tuple[tuple[Row, ...], Line] | None:
    """The rows and the principal variation so far, None before there is any."""
    known = standing(agent.observation, agent.workers)
    if not known.visits.any():
        return None
    choice = choose_finally(agent.final, known, agent.scale)
    found = rows(agent.game, agent.observation, agent.workers)
    if agent.threads == 1:
        return found, principal_variation(agent.game, agent.observation, agent.workers, choice)
    return found, Line((choice,), tuple(row.text for row in found if row.action == choice))

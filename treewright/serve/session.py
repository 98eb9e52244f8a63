"""A session: one client, from its first line to its last."""

import threading
from collections.abc import Callable
from typing import Any

import treewright
from treewright.agents.registry import AGENTS, GAMES
from treewright.core.errors import Refused
from treewright.serve import schema
from treewright.serve.crew import Crew
from treewright.serve.job import Job
from treewright.serve.lines import LONGEST, Lines
from treewright.serve.outbox import Outbox
from treewright.serve.queries import About, Cancel, Query, Unreadable, read

MOST_PENDING = 256
"""So many queries of one client may be unanswered; the next one is not read before one of them is."""


class Session:
    """Hears a client's bytes, gives its queries to the crew, and puts the answers into its outbox."""

    def __init__(self, crew: Crew, outbox: Outbox, files: bool = True, most: int = MOST_PENDING):
        self._crew, self._outbox, self._files, self._most = crew, outbox, files, most
        self._lines = Lines()
        self._heard = 0
        self._pending: dict[Any, Job] = {}
        self._change = threading.Condition()
        self._gone = False

    def hear(self, more: bytes) -> None:
        """Take bytes as they come. Returns when there is room for what may follow them."""
        for line in self._lines.feed(more):
            self._hear_line(line)

    def end(self, seconds: float | None = None, beat: Callable[[], None] = lambda: None) -> None:
        """Nothing more comes: return when everything is answered; until then `beat` is called every so many seconds."""
        for line in self._lines.end():
            self._hear_line(line)
        while not self.wait(seconds):
            beat()

    def wait(self, seconds: float | None = None) -> bool:
        """Until everything is answered, or so many seconds; is it?"""
        with self._change:
            return self._change.wait_for(lambda: not self._pending, seconds)

    def lose(self) -> None:
        """The client is gone: nothing of it goes on."""
        self._outbox.forget()
        self.stop()

    def stop(self) -> None:
        """Take nothing more; searches that go on answer with what they have, what waits is refused."""
        with self._change:
            self._gone = True
            jobs = list(self._pending.values())
            self._change.notify_all()
        for job in jobs:
            self._crew.cancel(job)

    def _hear_line(self, line: bytes | None) -> None:
        self._heard += 1
        if line is not None and not line.strip():
            return
        self._outbox.wait_for_room()
        if self._gone:
            return
        if line is None:
            self._refuse(None, f"this line is longer than {LONGEST:,} bytes")
            return
        try:
            self._answer(read(line))
        except Unreadable as refused:
            self._refuse(refused.name if not self._is_pending(refused.name) else None, str(refused))
        except Refused as refused:
            self._refuse(None, str(refused))

    def _answer(self, query: Query) -> None:
        if self._is_pending(query.id):
            raise Refused(f"the id {query.id!r} belongs to a query that is not answered yet: give each its own")
        if isinstance(query, About):
            self._outbox.put(schema.answer("about", query.id, treewright=treewright.__version__, games=sorted(GAMES),
                                           agents=sorted(set(AGENTS) - {"human"})))
        elif isinstance(query, Cancel):
            with self._change:
                job = self._pending.get(query.cancels)
            was = "unknown" if job is None else self._crew.cancel(job)
            self._outbox.put(schema.answer("cancel", query.id, cancels=query.cancels, was=was))
        else:
            job = Job(query, self._heard, self._told, self._files)
            with self._change:
                self._change.wait_for(lambda: self._gone or len(self._pending) < self._most)
                if self._gone:
                    return
                self._pending[query.id] = job
            self._crew.take(job, self)

    def _is_pending(self, name: schema.Id) -> bool:
        with self._change:
            return name is not None and name in self._pending

    def _told(self, answer: schema.Answer) -> None:
        """A job answers."""
        self._outbox.put(answer)
        if answer["kind"] != schema.PROGRESS:
            with self._change:
                self._pending.pop(answer["id"], None)
                self._change.notify_all()

    def _refuse(self, name: schema.Id, sentence: str) -> None:
        self._outbox.put(schema.error(name, sentence, self._heard))

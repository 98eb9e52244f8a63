"""The crew: workers that take jobs from all clients in turn, so that nobody's long list keeps the others waiting."""

import threading
from collections import OrderedDict, deque
from typing import Any

from treewright.arena.spread import refuse_workers
from treewright.serve.job import Job

RING_SECONDS = 0.005


class Crew:
    """So many jobs at a time."""

    def __init__(self, workers: int = 1):
        refuse_workers(workers)
        self._waiting: OrderedDict[Any, deque[Job]] = OrderedDict()
        self._change = threading.Condition()
        self._closed = False
        self._bell = Bell()
        for _ in range(workers):
            threading.Thread(target=self._work, daemon=True).start()

    def take(self, job: Job, client: Any) -> None:
        """Do this job when its turn comes."""
        with self._change:
            self._waiting.setdefault(client, deque()).append(job)
            self._change.notify()

    def cancel(self, job: Job) -> str:
        """End a job; whether it was running or still waiting."""
        if job.cancel():
            self._bell.ring(job)
            return "running"
        return "waiting"

    def close(self) -> None:
        """Take no further jobs; those under way end in their own time."""
        with self._change:
            self._closed = True
            self._change.notify_all()
        self._bell.close()

    def _work(self) -> None:
        while True:
            with self._change:
                self._change.wait_for(lambda: self._closed or self._waiting)
                if self._closed:
                    return
                job = self._next()
            job.run()

    def _next(self) -> Job:
        """The next job of the client whose turn it is, who then waits until all others had theirs."""
        client, jobs = self._waiting.popitem(last=False)
        job = jobs.popleft()
        if jobs:
            self._waiting[client] = jobs
        return job


class Bell:
    """Tells searches to stop until they have. An agent lowers its flag when it begins to think, so a stop that comes in
    that very moment would be lost if it were said once."""

    def __init__(self) -> None:
        self._stopping: list[Job] = []
        self._change = threading.Condition()
        self._closed = False
        threading.Thread(target=self._ring, daemon=True).start()

    def ring(self, job: Job) -> None:
        job.stop()
        with self._change:
            self._stopping.append(job)
            self._change.notify()

    def close(self) -> None:
        with self._change:
            self._closed = True
            self._change.notify()

    def _ring(self) -> None:
        while True:
            with self._change:
                self._change.wait_for(lambda: self._closed or self._stopping)
                self._stopping = [job for job in self._stopping if not job.ended]
                if self._closed and not self._stopping:
                    return
                jobs = list(self._stopping)
                self._change.wait(RING_SECONDS)
            for job in jobs:
                job.stop()

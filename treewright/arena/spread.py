"""Spreading tasks over worker threads: results as they come, tasks pulled only when somebody is about to be free."""

import queue
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from typing import TypeVar

from treewright.core.errors import Refused
from treewright.core.thinking import Stop

Task = TypeVar("Task")
Answer = TypeVar("Answer")


def refuse_workers(workers: int) -> None:
    """Somebody must work."""
    if not isinstance(workers, int) or isinstance(workers, bool) or workers < 1:
        raise Refused(f"workers must be a whole number above 0, not {workers!r}")


def spread(tasks: Iterator[Task], workers: int,
           hire: Callable[[], AbstractContextManager[Callable[[Task], Answer]]]) -> Iterator[tuple[Task, Answer]]:
    """Every task with its answer, in the order in which they end.

    Each thread enters a `hire()` of its own for what answers its tasks. What a task raises is raised here. When the
    process is asked to stop, no further task is taken; those under way still answer."""
    waiting: queue.SimpleQueue[tuple[Task] | None] = queue.SimpleQueue()
    ended: queue.SimpleQueue[tuple[Task, Answer] | BaseException] = queue.SimpleQueue()

    def work() -> None:
        with hire() as answer:
            while (one := waiting.get()) is not None:
                try:
                    ended.put((one[0], answer(one[0])))
                except BaseException as error:
                    ended.put(error)

    for _ in range(workers):
        threading.Thread(target=work, daemon=True).start()
    under_way, more = 0, True
    try:
        while more or under_way:
            # One task more than there are workers is ready, so that none of them waits for the caller.
            while more and under_way <= workers and not Stop.raised_for_all:
                try:
                    waiting.put((next(tasks),))
                    under_way += 1
                except StopIteration:
                    more = False
            if not under_way:
                return
            end = ended.get()
            under_way -= 1
            if isinstance(end, BaseException):
                raise end
            yield end
    finally:
        for _ in range(workers):
            waiting.put(None)

"""One client through a pair of pipes: it started this process, and is gone when nobody reads what is written."""

import os
import select
import threading
from collections.abc import Callable

from treewright.core.thinking import Stop
from treewright.serve.crew import Crew
from treewright.serve.outbox import Outbox
from treewright.serve.session import Session

CHUNK = 2**16
GLANCE_SECONDS = 0.02


def serve(source: int, sink: int, workers: int = 1) -> None:
    """Answer what comes from one file descriptor on another; returns at the end of the input, when everything is
    answered, or when the client is gone, or when the process is to stop."""
    crew, over = Crew(workers), threading.Event()

    def lost() -> None:
        session.lose()
        over.set()

    def hear() -> None:
        while more := os.read(source, CHUNK):
            session.hear(more)
        session.end()
        over.set()

    outbox = Outbox(lambda data: _write(sink, data), lost)
    session = Session(crew, outbox)
    threading.Thread(target=hear, daemon=True).start()
    threading.Thread(target=_call_when_nobody_reads, args=(sink, lost, over), daemon=True).start()
    while not over.wait(GLANCE_SECONDS):
        if Stop.raised_for_all:
            session.stop()
            session.wait()
            break
    over.set()
    crew.close()
    outbox.close()


def _write(sink: int, data: bytes) -> None:
    left = memoryview(data)
    while left:
        left = left[os.write(sink, left) :]


def _call_when_nobody_reads(sink: int, lost: Callable[[], None], over: threading.Event) -> None:
    """A search may have nothing to say for a minute, and must not go on for nobody."""
    watched = select.poll()
    watched.register(sink, 0)
    while not over.is_set():
        if watched.poll(1000):
            if not over.is_set():
                lost()
            return

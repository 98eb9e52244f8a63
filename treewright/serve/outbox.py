"""Answers on their way to one client. They are written by a thread of their own, so that nobody else waits for a client
who does not read; whoever asks more than he reads is not listened to until he does (back-pressure)."""

import threading
from collections import deque
from collections.abc import Callable

from treewright.serve.schema import PROGRESS, Answer, Id, written

ROOM = 1000
"""So many answers may wait to be read before no more queries are taken."""


class Outbox:
    """`write` writes bytes to the client; `lost` is called once, when that turns out to be impossible."""

    def __init__(self, write: Callable[[bytes], None], lost: Callable[[], None] = lambda: None, room: int = ROOM):
        self._write, self._lost, self._room = write, lost, room
        self._waiting: deque[list[Answer]] = deque()
        self._reported: dict[Id, list[Answer]] = {}
        """For each search the progress that waits to be written: later progress takes its place."""
        self._change = threading.Condition()
        self._ending = self._gone = False
        self._thread = threading.Thread(target=self._deliver, daemon=True)
        self._thread.start()

    def put(self, answer: Answer) -> None:
        """Take an answer; never waits."""
        with self._change:
            if self._gone:
                return
            letter = [answer]
            if answer["kind"] == PROGRESS and self._reported.setdefault(answer["id"], letter) is not letter:
                self._reported[answer["id"]][0] = answer
                return
            self._waiting.append(letter)
            self._change.notify_all()

    def beat(self) -> None:
        """Write an empty line, to find out whether anybody is there."""
        with self._change:
            if not self._waiting:
                self._waiting.append([])
                self._change.notify_all()

    def wait_for_room(self) -> None:
        """Until the client has read enough, or will read nothing any more."""
        with self._change:
            self._change.wait_for(lambda: self._gone or len(self._waiting) < self._room)

    def close(self) -> None:
        """Write what is waiting, then end."""
        with self._change:
            self._ending = True
            self._change.notify_all()
        self._thread.join()

    def forget(self) -> None:
        """The client is gone: nothing is written any more."""
        with self._change:
            self._gone = True
            self._waiting.clear()
            self._change.notify_all()

    def _deliver(self) -> None:
        while True:
            with self._change:
                self._change.wait_for(lambda: self._gone or self._ending or self._waiting)
                if self._gone or not self._waiting:
                    return
                letters = [self._waiting.popleft() for _ in range(len(self._waiting))]
                self._reported.clear()
                self._change.notify_all()
            try:
                self._write(b"".join(written(letter[0]) if letter else b"\n" for letter in letters))
            except OSError:
                self.forget()
                self._lost()
                return

"""Patience that ends: a call that makes no progress is given up, and so is one that Ctrl-C finds under way."""

import ctypes
import sys
import threading
import time
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any, TypeVar

import numpy as np

from treewright.checking import places
from treewright.core.thinking import Stop

T = TypeVar("T")
SECONDS = 10.0
"""How long one verb may take."""


class Stuck(Exception):
    """A call that has not come back; `place` is the line it is at, if that is plain Python."""

    def __init__(self, place: str):
        super().__init__(place)
        self.place = place


class Interrupted(Exception):
    """Ctrl-C was pressed while a call was under way."""


class _GivenUp(BaseException):
    """Raised in a thread that nobody waits for any more."""


class Patient:
    """Runs calls in a thread of its own, one after the other, and watches their marks."""

    def __init__(self, seconds: float = SECONDS):
        self.seconds = seconds
        self._begin()

    def run(self, call: Callable[[], T], marks: np.ndarray) -> T:
        """What `call` returns or raises. As long as `marks` change it makes progress."""
        done = threading.Event()
        answer: list[Any] = []
        self._calls.put((call, answer, done))
        seen, since = marks.tobytes(), time.monotonic()
        while not done.wait(0.05):
            now = marks.tobytes()
            if now != seen:
                seen, since = now, time.monotonic()
            if Stop.raised_for_all:
                self._give_up()
                raise Interrupted
            if time.monotonic() - since > self.seconds:
                raise Stuck(self._give_up())
        returned, raised = answer
        if raised is not None:
            raise raised
        return returned  # type: ignore[no-any-return]

    def close(self) -> None:
        """Let the thread end."""
        self._calls.put(None)

    def _begin(self) -> None:
        self._calls: SimpleQueue[Any] = SimpleQueue()
        self._thread = threading.Thread(target=_work, args=(self._calls,), daemon=True)
        self._thread.start()

    def _give_up(self) -> str:
        """Leave the thread to itself; it ends as soon as it is in plain Python."""
        number = self._thread.ident or 0
        frame = sys._current_frames().get(number)
        place = places.of_frame(frame) if frame is not None else ""
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(number), ctypes.py_object(_GivenUp))
        self._begin()
        return place


def _work(calls: "SimpleQueue[Any]") -> None:
    try:
        while (one := calls.get()) is not None:
            call, answer, done = one
            try:
                answer.extend((call(), None))
            except Exception as error:
                answer.extend((None, error))
            done.set()
    except _GivenUp:
        return

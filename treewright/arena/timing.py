"""A time limit: at the limit an agent is asked to stop, and what it then plays counts; after some grace the game is
lost.

Nothing can end a thread from outside for certain. One that overruns is left behind, with its agent: it does not keep
the process from ending, and an exception ends it as soon as it runs Python code again. But native code that never
returns keeps a core busy, and if it keeps the interpreter's lock too, nobody else runs. Such agents are to be isolated
(see `isolation`).
"""

import ctypes
import functools
import math
import queue
import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from treewright.agents.agent import Agent
from treewright.arena.seat import Cost, Lost, Seat
from treewright.core.compiling import counts
from treewright.core.errors import Refused
from treewright.core.game import Game
from treewright.core.stream import Seed
from treewright.core.thinking import Stop

BEGIN_SECONDS = 60.0
"""The limit of `begin`, where memory is made, machine code loaded and processes started; or that of a move, where it
is longer."""
LEAST_GRACE = 0.25
GLANCE_SECONDS = 0.05

Answers = queue.SimpleQueue[Any]


def grace(limit: float | None) -> float:
    """How long an agent may take to stop when it is asked to at its limit."""
    return max(LEAST_GRACE, 0.1 * (limit or 0.0))


def refuse_limit(seconds: Any) -> None:
    """A limit is a number of seconds above 0."""
    is_number = isinstance(seconds, int | float) and not isinstance(seconds, bool)
    if not is_number or not math.isfinite(seconds) or seconds <= 0:
        raise Refused(f"the time for a move must be a number of seconds above 0, not {seconds!r}")


def wait_for(answers: Answers, asked: str, limit: float | None, stop: Callable[[], None],
             compiling: Callable[[], float]) -> Any:
    """The answer to what was asked, when it comes. At the limit, or when all searches are to stop, `stop` is called
    until the grace is over, then the game is `Lost`. The seconds that go into `compiling` do not count."""
    begun, compiled, stopped = time.monotonic(), compiling(), None
    while True:
        now = time.monotonic()
        spent = now - begun - (compiling() - compiled)
        left = math.inf if limit is None else limit - spent
        if left <= 0 or Stop.raised_for_all:
            stopped = now if stopped is None else stopped
            if now - stopped >= (grace(limit) if left <= 0 else LEAST_GRACE):
                if not answers.empty():
                    return answers.get()
                raise Lost("time", f"{asked} took longer than {limit:g} s" if left <= 0 else f"{asked} did not stop")
            stop()
        try:
            return answers.get(timeout=GLANCE_SECONDS if left <= 0 else min(GLANCE_SECONDS, left))
        except queue.Empty:
            continue


class TimedSeat(Seat):
    """An agent that is asked in a thread of its own, and left there when it overruns."""

    def __init__(self, agent: Agent, limit: float):
        super().__init__(agent)
        self.limit = limit
        self._calls, self._answers = Answers(), Answers()
        self._thread = threading.Thread(target=_serve, args=(self._calls, self._answers), daemon=True)
        self._thread.start()

    def begin(self, game: Game, seat: int, seed: Seed) -> None:
        self._within(max(self.limit, BEGIN_SECONDS), "begin", super().begin, game, seat, seed)

    def see(self, observation: np.ndarray) -> None:
        self._within(self.limit, "see", super().see, observation)

    def choose(self) -> tuple[int, Cost]:
        chosen: tuple[int, Cost] = self._within(self.limit, "choose", super().choose)
        return chosen

    def leave(self) -> None:
        self._calls.put(None)

    def _within(self, limit: float, asked: str, call: Callable[..., Any], *arguments: Any) -> Any:
        try:
            self._calls.put(functools.partial(call, *arguments))
            value, error = wait_for(self._answers, asked, limit, self.stop, counts.so_far)
        except BaseException:
            self._abandon()
            raise
        if error is not None:
            raise error
        return value

    def _abandon(self) -> None:
        """End the thread if it runs Python code; a loop that is left running would slow every other thread down."""
        self.agent.abandoned = True
        self._calls.put(None)
        thread = ctypes.c_ulong(self._thread.ident or 0)
        ctypes.pythonapi.PyThreadState_SetAsyncExc(thread, ctypes.py_object(SystemExit))


def _serve(calls: Answers, answers: Answers) -> None:
    """What the thread of a seat does until the game is over."""
    while (call := calls.get()) is not None:
        try:
            answers.put((call(), None))
        except BaseException as error:
            answers.put((None, error))

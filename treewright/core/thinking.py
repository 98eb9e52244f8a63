"""Thinking: running the search loop under a budget, until it is done, stopped or interrupted.

A budget in simulations or nodes gives the same result for the same seed. A budget in seconds runs the loop in chunks
of a few milliseconds, and so does any long search, so that Ctrl-C and `stop()` are heard at once.
"""

import dataclasses
import math
import time
import weakref
from collections.abc import Callable
from typing import Any

import numpy as np

from treewright.core.errors import Refused

CHUNK_SECONDS, FIRST_CHUNK = 0.02, 64
ENDLESS = 2**62


@dataclasses.dataclass(frozen=True)
class Budget:
    """How long to think: the search ends with the first limit that it reaches."""

    simulations: int | None = None
    seconds: float | None = None
    nodes: int | None = None

    def __post_init__(self) -> None:
        for name, value in dataclasses.asdict(self).items():
            if value is None:
                continue
            if not isinstance(value, int | float) or isinstance(value, bool) or not math.isfinite(value) or value <= 0:
                raise Refused(f"{name} must be a number above 0, not {value!r}")
            if name != "seconds" and int(value) != value:
                raise Refused(f"{name} must be a whole number, not {value!r}")
            object.__setattr__(self, name, float(value) if name == "seconds" else int(value))
        if self.simulations is None and self.seconds is None and self.nodes is None:
            raise Refused("a search needs a budget: simulations, seconds or nodes")

    @property
    def reproducible(self) -> bool:
        """Is a search under this budget determined by its seed?"""
        return self.seconds is None


class Stop:
    """A flag that compiled loops look at before every simulation; any thread may raise it."""

    raised_for_all = False
    _living: "weakref.WeakSet[Stop]" = weakref.WeakSet()

    def __init__(self) -> None:
        self.flag = np.full(1, Stop.raised_for_all, np.int8)
        Stop._living.add(self)

    def now(self) -> None:
        self.flag[0] = 1

    def lower(self) -> None:
        self.flag[0] = Stop.raised_for_all

    @classmethod
    def all(cls) -> None:
        """Every search of this process returns what it has, and so does every one begun from now on."""
        cls.raised_for_all = True
        for stop in list(cls._living):
            stop.now()

    @classmethod
    def none(cls) -> None:
        """Searches may begin again."""
        cls.raised_for_all = False
        for stop in list(cls._living):
            stop.lower()


def think(
    budget: Budget, run: Callable[[int, int], int], watch: Callable[[int, float], Any] | None = None, rate: float = 0.0
) -> tuple[int, float, bool]:
    """Call `run(simulations, most_nodes)` until the budget is spent or `run` does fewer than it was asked.

    Returns the simulations done, the seconds taken, and whether Ctrl-C ended it. `watch(done, seconds)` is called
    between chunks. Chunks grow from a small one, or begin with what `rate`, a guess of simulations a second, allows."""
    begun = time.perf_counter()
    total, interrupted = 0, False
    chunk = max(FIRST_CHUNK, int(rate * min(CHUNK_SECONDS, budget.seconds or CHUNK_SECONDS)))
    wanted = budget.simulations or ENDLESS
    most_nodes = budget.nodes or ENDLESS
    try:
        while total < wanted:
            asked = min(chunk, wanted - total)
            done = run(asked, most_nodes)
            total += done
            spent = time.perf_counter() - begun
            if watch is not None:
                watch(total, spent)
            left = math.inf if budget.seconds is None else budget.seconds - spent
            if done < asked or left <= 0:
                break
            rate = total / max(spent, 1e-6)
            chunk = max(1, min(2 * chunk, int(rate * min(CHUNK_SECONDS, left))))
    except KeyboardInterrupt:
        interrupted = True
    return total, time.perf_counter() - begun, interrupted

"""How far an order of Heap-Go's actions agrees with their temperatures: the match rate of the paper's section V.

"The temperature of each heap state is calculated before the learning process starts. These temperatures are used to
set up the priority relation R^T between any two actions, where actions with higher temperatures have higher
priorities." An action's temperature is that of what its heap holds when it is played. Two kinds of pairs are left out:
those on the same heap, "since the rule of Heap-Go implies that these actions will never happen at the same time", and
those of equal temperature, about which the paper says nothing: no order of the two is wrong. Temperatures are compared
as fractions.

A setup is int8[heap, counter], from bottom to top, blue counters positive and red ones negative; every heap is full.
"""

from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from treewright.cgt.heap import Heap
from treewright.core.compiling import compiled
from treewright.games.heap_go import HeapGo


class Pairs(NamedTuple):
    """How many pairs of actions on different heaps a setup has, and how many of them have equal temperatures."""

    compared: int
    equal: int


def random_setup(heaps: int, counters: int, seed: int) -> np.ndarray:
    """The setup with which `heap_go(heaps, counters)` begins for this seed."""
    return HeapGo(heaps, counters).new(seed)["counter"][0, :heaps, :counters]


def temperatures(setup: np.ndarray) -> list[Fraction]:
    """Of each action, numbered as in Heap-Go: heap * counters + place of the counter that is taken first."""
    return [one for heap in setup for one in Heap(heap.tolist()).temperatures[1:]]


def ranks(setup: np.ndarray) -> np.ndarray:
    """int32[action]: 0 for the coldest actions; equal temperatures have equal ranks."""
    given = temperatures(setup)
    place = {one: rank for rank, one in enumerate(sorted(set(given)))}
    return np.array([place[one] for one in given], np.int32)


def hotter(setup: np.ndarray) -> np.ndarray:
    """bool[a, b]: is action a hotter than b, on another heap? This is R^T."""
    heap = np.repeat(np.arange(len(setup)), setup.shape[1])
    rank = ranks(setup)
    return np.greater.outer(rank, rank) & np.not_equal.outer(heap, heap)


def pairs(setup: np.ndarray) -> Pairs:
    """How many pairs the match rate is taken over, and how many more are left out because they are equal."""
    heaps, counters = setup.shape
    compared = int(hotter(setup).sum())
    return Pairs(compared, heaps * (heaps - 1) // 2 * counters**2 - compared)


def match_rate(order: Any, hotter: np.ndarray) -> float:
    """Of an order of all actions, the best first: the per cent of pairs in which the hotter action stands before the
    other. NaN if there are no pairs."""
    agreed, compared = agreement(np.asarray(order, np.int32), hotter)
    return 100 * agreed / compared if compared else float("nan")


@compiled
def agreement(order: np.ndarray, hotter: np.ndarray) -> tuple[int, int]:
    """In how many pairs the hotter action stands before the other, and in how many one is hotter."""
    agreed = contradicted = 0
    for i in range(len(order)):
        for j in range(i + 1, len(order)):
            agreed += hotter[order[i], order[j]]
            contradicted += hotter[order[j], order[i]]
    return agreed, agreed + contradicted

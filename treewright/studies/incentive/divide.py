"""Divide and conquer on Heap-Go: orders learnt for half of the heaps at a time, and merged (section VI of the paper).

"Since the incentive of an action at one heap is independent of the states of other heaps, the learning results from the
two groups A and B are reliable. [...] If the results of the previous runs are not sufficient to determine a complete
ordered list, one can continue additional runs."

A run deals the heaps into two groups of half of them each (of an odd number, one group has one more), and learns an
order for each in a game of those heaps alone. A group of a single heap has no two actions to compare, and nothing is
spent on it. How the groups of later runs are chosen the paper leaves open; here they are dealt at random.

As in the paper, what a group hands on is a list of all its actions. Where the game of a group never offers two of them
at once, as happens with two or three heaps, their order in the list is the learner's start, and counts like any other.
"""

from typing import Any, NamedTuple, Protocol

import numpy as np

from treewright.core.errors import Refused
from treewright.core.stream import Seed, branch
from treewright.games.heap_go import HeapGo
from treewright.playout.merging import merged

FEWEST_HEAPS = 3
"""Two heaps would never be in one group."""


class Learns(Protocol):
    """An agent whose playout policy keeps an order of actions, such as `uct(playout=incentive(), simulations=1000)`."""

    learnt: Any

    def search(self, game: HeapGo, position: np.ndarray, seed: Seed) -> Any:
        """Think about one position."""


class Divided(NamedTuple):
    """The merged order, and what it took."""

    order: np.ndarray
    """int32[action]: numbered as in the game of all heaps, the best first."""
    runs: int
    simulations: int
    """Of all runs together."""
    undecided: int
    """Pairs that the runs leave open; 0 unless there were as many runs as allowed."""
    overruled: int
    """See `Merged`."""


def divide(setup: np.ndarray, learner: Learns, seed: Seed, most_runs: int = 100) -> Divided:
    """Run until every pair of actions is decided, at most so many times."""
    heaps, counters = setup.shape
    if heaps < FEWEST_HEAPS:
        raise Refused(f"there must be at least {FEWEST_HEAPS} heaps to divide them, not {heaps}")
    if most_runs < 1:
        raise Refused(f"most_runs must be at least 1, not {most_runs}")
    games = {size: HeapGo(size, counters) for size in {heaps // 2, heaps - heaps // 2}}
    lists: list[np.ndarray] = []
    simulations = 0
    for run in range(most_runs):
        for number, group in enumerate(dealt(heaps, branch(seed, run))):
            if len(group) > 1:
                found, spent = learn(setup, group, games[len(group)], learner, branch(seed, run, number))
                lists.append(found)
                simulations += spent
        together = merged(lists, setup.size)
        if together.undecided == 0:
            break
    return Divided(together.order, run + 1, simulations, together.undecided, together.overruled)


def dealt(heaps: int, seed: np.random.SeedSequence) -> tuple[np.ndarray, np.ndarray]:
    """The heaps in two random groups, each in ascending order."""
    mixed = np.random.default_rng(seed).permutation(heaps)
    return np.sort(mixed[:heaps // 2]), np.sort(mixed[heaps // 2:])


def learn(setup: np.ndarray, group: np.ndarray, game: HeapGo, learner: Learns, seed: Seed) -> tuple[np.ndarray, int]:
    """The order that is learnt in a game of these heaps alone, as actions of the game of all heaps, and the simulations
    spent."""
    counters = setup.shape[1]
    position = game.new()
    position["counter"][0, :len(group), :counters] = setup[group]
    found = learner.search(game, position, seed)
    heap, place = np.divmod(np.array(learner.learnt.listed), counters)
    return group[heap] * counters + place, found.simulations

"""Reading trees: the most visited nodes to a depth, added up over threads, with their actions in words.

A tree keeps no states, so the game is played along with the reading, in plain Python.
"""

import dataclasses
import heapq
import itertools
import math
from typing import Any

import numpy as np

from treewright.agents.report import standing_below
from treewright.core.branch import Branch
from treewright.core.game import Game
from treewright.core.record import view
from treewright.core.tree import ROOT

Spots = list[tuple[Any, int]]
"""A node in each worker's tree that has it."""


@dataclasses.dataclass
class Open:
    """A node that is being read."""

    branch: Branch
    states: np.ndarray
    spots: Spots
    depth: int
    children: list["Open"] = dataclasses.field(default_factory=list)
    more: int = 0

    def closed(self) -> Branch:
        return dataclasses.replace(self.branch, children=tuple(child.closed() for child in self.children),
                                   more=self.more)


def branches(game: Game, root: np.ndarray, workers: Any, depth: int, most: int) -> Branch:
    """The tree down to `depth`, without the root at most `most` nodes: those that were visited most often."""
    spots = [(worker, ROOT) for worker in workers]
    visits = sum(int(worker.tree.nodes[ROOT]["visits"]) for worker in workers)
    top = Open(Branch(None, "", None, visits, None, None), _copied(game, root[0]), spots, 0)
    edge: list[tuple[int, int, Open, Open]] = []
    read, order = 0, itertools.count()

    def reach(parent: Open) -> None:
        """Its children may be read next, where it has any and they are not too deep."""
        if parent.depth < depth and not view(parent.states).over:
            for child in _children(game, parent):
                heapq.heappush(edge, (-child.branch.visits, next(order), parent, child))
                parent.more += 1

    reach(top)
    while edge and read < most:
        _, _, parent, child = heapq.heappop(edge)
        assert child.branch.action is not None
        with np.errstate(over="ignore"):
            game.play(view(child.states), child.branch.action)
        parent.children.append(child)
        parent.more -= 1
        read += 1
        reach(child)
    return top.closed()


def _children(game: Game, parent: Open) -> list[Open]:
    """The visited children of a node; their states are still that of the parent."""
    s = view(parent.states)
    known = standing_below(parent.spots, int(s.to_move))
    made = []
    for k, action in enumerate(known.action.tolist()):
        if known.visits[k] > 0:
            spots = [spot for spot in (_child(worker, at, action) for worker, at in parent.spots) if spot is not None]
            branch = Branch(action, game.describe(s, action), int(s.to_move), int(known.visits[k]),
                            _number(known.mean[k]) if s.to_move >= 0 else None, _number(known.proven[k]))
            made.append(Open(branch, _copied(game, parent.states[0]), spots, parent.depth + 1))
    return made


def _child(worker: Any, at: int, action: int) -> tuple[Any, int] | None:
    nodes = worker.tree.nodes
    first, count = int(nodes[at]["first"]), int(nodes[at]["count"])
    found = np.flatnonzero(nodes["action"][first : first + count] == action)
    return (worker, first + int(found[0])) if len(found) else None


def _copied(game: Game, state: Any) -> np.ndarray:
    states = np.zeros(1, game.state)
    game.copy(states, 0, state)
    return states


def _number(value: float) -> float | None:
    return None if math.isnan(value) else float(value)

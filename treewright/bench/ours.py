"""Our side of the comparisons: the search loop and bare playouts, without an agent around them."""

import time
from collections.abc import Callable

import numpy as np

from treewright.core.compiling import compiled
from treewright.core.component import fitted
from treewright.core.desk import Desk, new_desk
from treewright.core.expansion import Plain
from treewright.core.game import Game
from treewright.core.parts import Expansion, Leaf, Nothing, Playout, Seen, Selection
from treewright.core.search import search
from treewright.core.stream import Stream
from treewright.core.tree import USED, new_tree
from treewright.playout.rollout import Rollout
from treewright.select.uct import UCT

SIMULATIONS = 20_000
GO = np.zeros(1, np.int8)


class Searcher:
    """Searches from the start on an empty tree and returns simulations a second; compiled and warm when it is made."""

    def __init__(self, game: Game, rule: Selection | None = None, simulations: int = SIMULATIONS,
                 expansion: Expansion | None = None):
        self.game, self.simulations = game, simulations
        self.rule, self.leaf, self.learner = fitted((rule if rule is not None else UCT(), Rollout(), Nothing()), game)
        self.expansion = expansion if expansion is not None else Plain()
        self.tree = new_tree(self.rule, self.learner, 2 + (simulations + 1) * game.widest)
        self.desk, self.root, self.seed = new_desk(game), game.new(), 0
        self.run(min(1000, simulations))

    def __call__(self) -> float:
        return self.run(self.simulations)

    def run(self, simulations: int) -> float:
        self.tree.pool[:] = 0
        self.seed += 1
        begun = time.perf_counter()
        search(self.game, Seen(), self.expansion, self.rule, self.leaf, self.learner, self.root, self.tree, self.desk,
               simulations, 2**62, GO, Stream(self.seed))
        return simulations / (time.perf_counter() - begun)

    @property
    def records(self) -> int:
        """How many records of the tree the last search used."""
        return int(self.tree.pool[USED])


@compiled
def playouts(game: Game, leaf: Leaf, root: np.ndarray, desk: Desk, count: int, rng: Stream) -> None:
    """Bare playouts from a position: copy it, play on to the end."""
    for _ in range(count):
        game.copy(desk.states, 0, root[0])
        desk.traces[0].length = 0
        leaf.value(game, desk.states[0], desk.traces[0], desk.actions, desk.odds, rng)


def player(game: Game, count: int = SIMULATIONS, policy: Playout | None = None) -> Callable[[], float]:
    """A function that plays games from the start by a policy, uniform unless given, and returns how many a second."""
    leaf, desk, root, rng = Rollout() if policy is None else Rollout(policy), new_desk(game), game.new(), Stream(1)

    def run(number: int) -> float:
        begun = time.perf_counter()
        playouts(game, leaf, root, desk, number, rng)
        return number / (time.perf_counter() - begun)

    run(100)
    return lambda: run(count)

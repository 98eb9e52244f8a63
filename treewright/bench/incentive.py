"""Incentive learning beside itself: RIDE with MAXI, RIDE with RAND, and plain UCT that learns nothing, in Heap-Go.

The same searches of the same random games, alternating; then where their time goes. Nothing can look at a clock inside
compiled code without changing what it measures, so the searches of a profile differ by one thing each, and what that
thing takes is the difference of their times:

    learner      RIDE
    unsorted     learns D, and leaves L* as it is          learner - unsorted: keeping L*
    untaught     plays by L* or at random, learns nothing  unsorted - untaught: learning D
    tree         the same in a tree, if it was a table     untaught - tree: keeping all positions
    twice        the same with every playout made twice    twice - tree: the playout
                                                           the rest: going down the tree

L* of all but the learner is the one that the learner ended with.
"""

import dataclasses
import time
from collections.abc import Callable, Iterator, Mapping, Sequence

import numpy as np

from treewright.agents.search import Search
from treewright.bench.measure import Line, alternate, breakdown
from treewright.core.game import Game
from treewright.core.parts import Leaf, Playout
from treewright.games.heap_go import HeapGo
from treewright.playout.incentive import Incentive
from treewright.playout.order import Order
from treewright.playout.ordered import Ordered
from treewright.playout.rollout import Rollout
from treewright.playout.uniform import Uniform
from treewright.select.uct import UCT

SIZES, STATES = (5, 7), ("tree", "table")
SIMULATIONS, SETUPS = 10_000, 3
MEMORY = 256
TARGETS = {(5, "tree", "RAND"): 0.8, (5, "tree", "UCT"): 0.3}


class Thinker:
    """Searches the starts of some random games, each with an agent of its own and from nothing, and returns simulations
    a second; compiled and warm when it is made."""

    def __init__(self, game: Game, agents: Sequence[Search]):
        self.agents, self.starts = agents, [game.new(seed) for seed in range(len(agents))]
        for seed, agent in enumerate(agents):
            agent.begin(game, 0, seed)
        self()

    def __call__(self) -> float:
        spent = 0.0
        for agent, start in zip(self.agents, self.starts):
            agent.see(start)
            begun = time.perf_counter()
            agent.choose()
            spent += time.perf_counter() - begun
        return sum(thought.simulations for agent in self.agents if (thought := agent.thought())) / spent


class Unsorted(Incentive):
    """Learns D and keeps no L*: it stays as it is at the start."""

    def fit(self, game):
        super().fit(game)
        self.ranking = Untouched(self.ranking.listed, self.ranking.place, self.ranking.met)


class Untouched(Order):
    """An order that prefers nothing."""

    def prefer(self, better, worse, differences):
        pass


class Twice(Leaf):
    """What a rollout brings, after another one from the same leaf that counts for nothing."""

    rollout: Rollout
    spare: np.ndarray = dataclasses.field(init=False)

    def fit(self, game):
        self.spare = np.zeros(1, game.state)

    def value(self, game, s, trace, actions, odds, rng):
        length = trace.length
        game.copy(self.spare, 0, s)
        self.rollout.value(game, self.spare[0], trace, actions, odds, rng)
        trace.length = length
        self.rollout.value(game, s, trace, actions, odds, rng)


def learning(rounds: int) -> Iterator[Line]:
    """RIDE with MAXI beside RIDE with RAND and beside plain UCT, and where the time goes."""
    for size in SIZES:
        for states in STATES:
            where, game = f"heap_go({size}), {states}", HeapGo(size)
            thinkers = {name: Thinker(game, [agent(game, default, states) for _ in range(SETUPS)])
                        for name, default in (("MAXI", "maxi"), ("RAND", "rand"), ("UCT", None))}
            for peer in ("RAND", "UCT"):
                yield alternate("incentive", f"{where}: MAXI / {peer}", thinkers["MAXI"], thinkers[peer], rounds,
                                target=TARGETS.get((size, states, peer)))
            for default in ("maxi", "rand"):
                yield from profile(game, default, states, f"time of {default.upper()}, {where}", rounds)


def profile(game: HeapGo, default: str, states: str, title: str, rounds: int) -> Iterator[Line]:
    """What the parts of a simulation take."""
    learners = [agent(game, default, states) for _ in range(SETUPS)]
    runs = {"learner": Thinker(game, learners)}
    orders = [learner.learnt.listed for learner in learners]  # type: ignore[attr-defined]
    plays: list[Playout] = [Ordered(order) if default == "maxi" else Uniform() for order in orders]
    runs["unsorted"] = Thinker(game, [searching(Unsorted(default, order=order, keep=False), states)
                                      for order in orders])
    runs["untaught"] = Thinker(game, [searching(policy, states) for policy in plays])
    runs["tree"] = runs["untaught"]
    if states == "table":
        runs["tree"] = Thinker(game, [searching(policy, "tree") for policy in plays])
    runs["twice"] = Thinker(game, [searching(policy, "tree", Twice(Rollout(policy))) for policy in plays])
    yield from breakdown(title, runs, "learner", parts_of(states), rounds)


Seconds = Mapping[str, float]


def parts_of(states: str) -> dict[str, Callable[[Seconds], float]]:
    """The parts, which add up to the whole, by the times of the searches."""
    parts: dict[str, Callable[[Seconds], float]] = {
        "going down the tree": lambda t: 2 * t["tree"] - t["twice"],
        "the playout": lambda t: t["twice"] - t["tree"],
        "learning D": lambda t: t["unsorted"] - t["untaught"],
        "keeping L*": lambda t: t["learner"] - t["unsorted"],
    }
    if states == "table":
        parts["keeping all positions"] = lambda t: t["untaught"] - t["tree"]
    return parts


def agent(game: HeapGo, default: str | None, states: str) -> Search:
    """RIDE with a default policy, as the plain reading of the paper has it, or UCT that learns nothing."""
    if default is None:
        return searching(Uniform(), states)
    return searching(Incentive(default, start="number", order=from_the_top(game), keep=False), states)


def searching(policy: Playout, states: str, leaf: Leaf | None = None) -> Search:
    """The search that all of them make, from nothing each time."""
    return Search(UCT(c=1.0), policy, leaf=leaf, simulations=SIMULATIONS, states=states, reuse=False, memory=MEMORY)


def from_the_top(game: HeapGo) -> list[int]:
    """Where L* begins: the top counters of all heaps, then the next ones, down to the bottom."""
    return [heap * game.tallest + place for place in reversed(range(game.tallest)) for heap in range(game.widest)]

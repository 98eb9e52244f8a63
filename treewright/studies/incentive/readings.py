"""The readings: every way in which what the paper leaves open is filled in, and the learner that follows from it.

The paper says how incentive learning works in five lines, and they can be read in more than one way. Each question is a
field of `Reading`, with the paper's words beside its answers. Answers are varied one at a time, from two bases that
differ in where Q lives. None of them looks at temperatures, or at the paper's numbers.
"""

import dataclasses
from collections.abc import Mapping
from typing import Any

from treewright.agents.search import Search
from treewright.playout.incentive import Incentive
from treewright.select.uct import UCT

MEMORY = 1500
"""Megabytes: room for all positions that a search of 7 x 7 heaps meets."""


@dataclasses.dataclass(frozen=True)
class Reading:
    """
    states    "learn from MCTS simulations": Q lives in the nodes of a tree, which grows by one node a simulation, or in
              a table of positions, of which a simulation keeps all that it comes through
    start     "L* can be updated incrementally", from what? top: the top counters of all heaps, then those below them,
              and so on; number: heap by heap, from the bottom; random; met: an action joins at the end when it is
              first compared; seen: when it can first be played on the path of a simulation
    sample    "E{Q(s, a) - Q(s, b)}": the difference of both means, once for each simulation; the outcome of this
              simulation less the mean of the other action; or the means, each position once (see `Incentive`)
    plies     "for each action on the path": of all plies; the first one; or those of the player who moves first
    others    "any other Q(s, a)": of actions that were tried, or also of others, whose Q is 0
    c         "a scalar exploration constant", on the scale on which the largest possible score is 1
    session   "simulations for training": one search of the start, or a game that the learner plays against itself, with
              the simulations spread evenly over its moves
    """

    states: str = "tree"
    start: str = "top"
    sample: str = "means"
    plies: str = "all"
    others: str = "tried"
    c: float = 1.0
    session: str = "search"

    def __str__(self) -> str:
        """What differs from the base: `table, sample=outcome`."""
        changes = [f"{name}={value:g}" if isinstance(value, float) else f"{name}={value}"
                   for name, value in self.changes.items()]
        return ", ".join([self.states, *changes])

    @property
    def changes(self) -> dict[str, Any]:
        """Fields that are not as in the base."""
        base = BASES[self.states]
        return {field.name: getattr(self, field.name) for field in dataclasses.fields(self)
                if getattr(self, field.name) != getattr(base, field.name)}

    def condition(self) -> dict[str, Any]:
        return dataclasses.asdict(self)

    def policy(self, heaps: int, counters: int, default: str = "maxi") -> Incentive:
        """The playout policy that learns so."""
        orders = {"top": from_the_top(heaps, counters)}
        return Incentive(default=default, order=orders.get(self.start),
                         start="number" if self.start in orders else self.start,
                         sample=self.sample, plies=self.plies, others=self.others)

    def learner(self, heaps: int, counters: int, simulations: int, default: str = "maxi") -> Search:
        """The search of Heap-Go that learns so."""
        return Search(UCT(c=self.c), self.policy(heaps, counters, default), simulations=simulations,
                      states=self.states, reuse=self.session == "game", memory=MEMORY)


BASES = {"tree": Reading("tree"), "table": Reading("table")}
VARIATIONS: tuple[Mapping[str, Any], ...] = (
    {"start": "number"}, {"start": "random"}, {"start": "met"}, {"start": "seen"},
    {"sample": "outcome"}, {"sample": "states"},
    {"plies": "root"}, {"plies": "own"},
    {"others": "any"},
    {"c": 0.1}, {"c": 0.3}, {"c": 3.0},
    {"session": "game"},
)
READINGS = tuple(dataclasses.replace(base, **change) for base in BASES.values() for change in ({}, *VARIATIONS))
PLAIN = BASES["tree"]
"""The plain reading of the text: "each node represents a state", of a tree."""
BEST = dataclasses.replace(BASES["table"], sample="states")
"""The nearest to Table I on the seeds on which readings are compared; the page says if it is no longer."""


def reading_of(condition: Mapping[str, Any]) -> Reading:
    """The reading that is part of a condition."""
    return Reading(**{field.name: condition[field.name] for field in dataclasses.fields(Reading)})


def from_the_top(heaps: int, counters: int) -> list[int]:
    """Actions of Heap-Go: the top counters of all heaps, then the next ones, down to the bottom."""
    return [heap * counters + place for place in reversed(range(counters)) for heap in range(heaps)]

"""Searches that learn incentives, told to the compiled search and to its twin, and what the two disagree about."""

import dataclasses
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from tests.twin import rules
from tests.twin.node import Node
from tests.twin.playouts import after
from tests.twin.ride import Ride
from tests.twin.side_by_side import Compiled, disagreement, game_named, position
from tests.twin.table import TableTwin
from tests.twin.twin import Twin
from treewright.core.game import Game
from treewright.core.record import view
from treewright.core.tree import ROOT
from treewright.games.heap_go import HeapGo
from treewright.playout.incentive import Incentive
from treewright.select.uct import UCT

HEAPS = ((3, 3), (4, 4), "B5 R2 B3 / R7 B1 R10 B2 / R4 / B6 B6", (4, 3), (3, 4), "B2 R1 B9 / B1 R8 B3 / R7")
"""Heap-Go of several sizes, one compiled type."""

READINGS: tuple[Mapping[str, Any], ...] = (
    {},
    {"default": "rand"},
    {"start": "seen"},
    {"start": "number"},
    {"start": "random"},
    {"order": [2, 0]},
    {"sample": "outcome"},
    {"sample": "states"},
    {"plies": "root"},
    {"plies": "own"},
    {"others": "any"},
    {"keep": False},
    {"sample": "outcome", "plies": "own", "start": "seen"},
    {"sample": "outcome", "others": "any", "default": "rand"},
    {"sample": "states", "others": "any"},
    {"sample": "states", "start": "number", "default": "rand"},
    {"plies": "root", "others": "any", "start": "random"},
    {"keep": False, "start": "seen", "sample": "outcome"},
    {"keep": False, "order": [1, 2], "plies": "own"},
    {"start": "number", "others": "any", "sample": "outcome"},
)
"""Every answer to every question at least once, and some together."""

RULES: tuple[Mapping[str, Any], ...] = (
    {}, {"c": 0.2}, {"c": 5.0, "scale": "raw"}, {"ties": "drawn", "c": 0.7}, {"expand": "all"},
    {"urgency": 0.5, "ties": "drawn"}, {"c": 0.5, "scale": "unit", "ties": "numbered"},
)
"""The constant, the scale that gives it a meaning, and what else decides how many actions of a position were tried."""


@dataclasses.dataclass(frozen=True)
class Search:
    """One search with both, in a tree or in a table.

    pairs     room for D, if it is a hash table
    memory    records; the table has room for `entries` positions, a quarter of them never taken
    """

    game: Game
    reading: Mapping[str, Any]
    rule: Mapping[str, Any]
    states: str
    seed: int
    pairs: int | None = None
    memory: int = 60_000
    entries: int = 1 << 13

    def compiled(self) -> Compiled:
        given = dict(self.rule)
        scale = given.pop("scale", "sign")
        room = {} if self.pairs is None else {"pairs": self.pairs}
        return Compiled(self.game, UCT(**given), self.seed, Incentive(**self.reading, **room), scale=scale,
                        memory=self.memory, entries=self.entries if self.states == "table" else 0)

    def twin(self) -> Twin:
        given = dict(self.rule)
        shared: dict[str, Any] = {"scale": given.pop("scale", "sign"), "memory": self.memory}
        rule, policy = rules.UCT(**given), Ride(**self.reading, **self.room)
        if self.states == "table":
            return TableTwin(self.game, rule, self.seed, policy, positions=self.entries * 3 // 4, **shared)
        return Twin(self.game, rule, self.seed, policy, **shared)

    @property
    def room(self) -> Mapping[str, Any]:
        """Three of four entries, of which there is a power of two: sixteen, or more than 4 / 3 for each pair."""
        if self.pairs is None:
            return {}
        size = 16
        while size <= 4 * self.pairs // 3:
            size *= 2
        return {"room": size * 3 // 4}

    def __str__(self) -> str:
        told = ", ".join(f"{name}={value}" for name, value in {**self.reading, **self.rule}.items())
        return f"{self.game} in a {self.states}, {told}, seed {self.seed}"


def game_for(name: str, k: int) -> Game:
    """A game by its name; Heap-Go in the k-th size."""
    if name != "heap_go":
        return game_named(name)
    heaps = HEAPS[k % len(HEAPS)]
    return HeapGo(heaps) if isinstance(heaps, str) else HeapGo(*heaps)


def compare(search: Search, simulations: int, moves: int = 1) -> tuple[Compiled, Twin]:
    """Search a position with both, and then those that follow, in a game in which each takes what was searched most;
    complain where they differ."""
    compiled, twin = search.compiled(), search.twin()
    state = position(search.game, search.seed)
    for move in range(1 + moves):
        done = compiled.search(state, simulations), twin.search(state, simulations)
        assert done == (simulations, simulations)
        visits = twin.visits()
        action = max(sorted(visits), key=visits.__getitem__)
        with np.errstate(over="ignore"):  # sets of cells are words, and words may wrap around
            differ_in(search, compiled, twin, f"{search}, move {move}")
            state = state.copy()
            search.game.play(view(state), action)
        if state["over"][0] or move == moves:
            break
        with np.errstate(over="ignore"):
            twin.keep(action)
        compiled.keep(action)
    return compiled, twin


def differ_in(search: Search, compiled: Compiled, twin: Twin, told: str) -> None:
    """The same visits and means in every node, the same random numbers drawn, the same D, the same L*."""
    found = disagreement_of_tables(compiled, twin) if isinstance(twin, TableTwin) else disagreement(compiled, twin)
    assert found is None, f"{told}: {found}"
    assert compiled.rng.state.tolist() == twin.dice.words, f"{told}: other random numbers were drawn"
    policy, plain = compiled.parts[4], twin.playout
    assert isinstance(policy, Incentive)
    assert isinstance(plain, Ride)
    for a in range(search.game.actions):
        for b in range(a + 1, search.game.actions):
            met = int(policy.differences.samples(a, b)), float(policy.differences.between(a, b))
            assert met == (plain.count(a, b), plain.d(a, b)), f"{told}: D({a}, {b})"
            assert policy.differences.between(b, a) == -met[1]
    assert policy.listed == plain.best_first, f"{told}: L*"


# ---------------------------------------------------------------- tables


def disagreement_of_tables(compiled: Compiled, twin: TableTwin) -> str | None:
    """The first action, after a path, of which both say different things; None where they agree."""
    return next(disagreements(compiled, ROOT, twin, twin.root, twin.began, set(), ()), None)


def disagreements(compiled: Compiled, at: int, twin: TableTwin, node: Node, state: np.ndarray, compared: set[int],
                  path: tuple[int, ...]) -> Iterator[str]:
    """A position's actions come before what they lead to; each position is compared once, but must stand in one place
    whichever way leads there."""
    nodes = compiled.tree.nodes
    first, home = int(nodes["first"][at]), int(nodes["first"][at]) - 1
    where = f"after {' '.join(map(str, path))}" if path else "at the root"
    if home in compared:
        return
    compared.add(home)
    if nodes["visits"][home] != node.visits:
        yield f"{where}: {nodes['visits'][home]} visits, the twin counts {node.visits}"
    block = {int(nodes["action"][i]): i for i in range(first, first + int(nodes["room"][home]))}
    in_line = [int(nodes["action"][i]) for i in range(first, first + int(nodes["count"][home]))]
    if in_line != node.line:
        yield f"{where}: {in_line} in line, the twin has {node.line}"
    if set(block) != set(node.children):
        yield f"{where}: {sorted(block)} are legal, the twin says {sorted(node.children)}"
    for action, i in block.items():
        child = node.children[action]
        if (nodes["visits"][i], nodes["mean"][i]) != (child.visits, child.mean):
            yield (f"{where}, action {action}: {nodes['visits'][i]} visits worth {nodes['mean'][i]}, "
                   f"the twin counts {child.visits} worth {child.mean}")
    for action, i in block.items():
        if nodes["room"][i] > 0:
            following = after(compiled.game, view(state), action)
            there = twin.find(following)
            if there is None:
                yield f"{where}, action {action}: the twin does not know where it leads"
            else:
                states = np.zeros(1, compiled.game.state)
                states[0] = following
                yield from disagreements(compiled, i, twin, there, states, compared, (*path, action))


def positions(compiled: Compiled, at: int = ROOT) -> set[int]:
    """The records that count the visits of all positions that can be reached from one."""
    nodes, found, waiting = compiled.tree.nodes, set[int](), [at]
    while waiting:
        i = waiting.pop()
        first = int(nodes["first"][i])
        if nodes["room"][i] > 0 and first - 1 not in found:
            found.add(first - 1)
            waiting += range(first, first + int(nodes["room"][first - 1]))
    return found

"""From trees to a report: what the root's children are worth, added up over threads, and the principal variation."""

import dataclasses
import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from treewright.core.compiling import compiled_in_passing
from treewright.core.game import CHANCE, Game
from treewright.core.parts import Selection
from treewright.core.record import view
from treewright.core.result import Line, Row
from treewright.core.tree import ROOT, Tree

LONGEST_LINE = 12


@dataclasses.dataclass(frozen=True)
class Standing:
    """The root actions side by side, in the order in which ties are broken; columns are arrays."""

    action: np.ndarray
    visits: np.ndarray
    mean: np.ndarray
    proven: np.ndarray
    """The exact score for the player to move, nan where none is proven."""
    ceiling: np.ndarray
    """The most that the score can still turn out to be."""
    merit: np.ndarray | None = None
    """What the selection rule would end with, if it was asked."""


@compiled_in_passing
def values_below(rule: Selection, tree: Tree, at: int, values: np.ndarray) -> None:
    """What each child of a node is worth to the player who chose it."""
    for i in range(tree.nodes[at].count):
        values[i] = rule.value(tree.nodes, tree.nodes[at].first + i)


@compiled_in_passing
def merits_below(rule: Selection, tree: Tree, at: int, merits: np.ndarray) -> None:
    """How much each child of a node deserves to be played, by the rule."""
    for i in range(tree.nodes[at].count):
        merits[i] = rule.merit(tree.nodes, tree.nodes[at].first + i)


def children(tree: Tree, at: int = ROOT) -> np.ndarray:
    """The records of a node's children."""
    first, count = int(tree.nodes[at]["first"]), int(tree.nodes[at]["count"])
    return tree.nodes[first : first + count]


def standing(root: np.ndarray, workers: Any, merits: bool = False) -> Standing:
    """What the search knows of each root action that it has tried; with their merits, if there is one tree."""
    return standing_below([(worker, ROOT) for worker in workers], int(root["to_move"][0]), merits)


def standing_below(spots: Sequence[tuple[Any, int]], mover: int, merits: bool = False) -> Standing:
    """The same of the children of a node, given as the places that it has in the trees of workers."""
    columns = [_of_tree(worker.parts[2], worker.tree, at, mover, merits) for worker, at in spots]
    if len(columns) == 1:
        return columns[0]
    action = np.array(list(dict.fromkeys(np.concatenate([one.action for one in columns]).tolist())), np.int64)
    visits, total = np.zeros(len(action), np.int64), np.zeros(len(action))
    proven, ceiling = np.full(len(action), np.nan), np.full(len(action), np.inf)
    place = {number: k for k, number in enumerate(action.tolist())}
    for one in columns:
        at = np.array([place[number] for number in one.action.tolist()], np.int64)
        visits[at] += one.visits
        total[at] += one.visits * one.mean
        proven[at] = np.where(np.isnan(proven[at]), one.proven, proven[at])
        ceiling[at] = np.minimum(ceiling[at], one.ceiling)
    return Standing(action, visits, total / np.maximum(visits, 1), proven, ceiling)


def _of_tree(rule: Selection, tree: Tree, at: int, mover: int, merits: bool) -> Standing:
    below = children(tree, at)
    mean = np.zeros(len(below))
    if mover != CHANCE:
        values_below(rule, tree, at, mean)
    proven, ceiling = np.full(len(below), np.nan), np.full(len(below), np.inf)
    if "low" in (tree.nodes.dtype.names or ()):
        least, most = (below["low"], below["high"]) if mover == 0 else (-below["high"], -below["low"])
        ceiling = most.astype(float)
        proven = np.where(least == most, ceiling, np.nan)
    merit = np.zeros(len(below)) if merits and mover != CHANCE else None
    if merit is not None:
        merits_below(rule, tree, at, merit)
    return Standing(below["action"].astype(np.int64), below["visits"].astype(np.int64), mean, proven, ceiling, merit)


def rows(game: Game, root: np.ndarray, workers: Any) -> tuple[Row, ...]:
    """One row for each legal root action, the most visited first."""
    s, known = view(root), standing(root, workers)
    moments = sum(worker.desk.moments for worker in workers)
    made = []
    for k, action in enumerate(known.action.tolist()):
        n, mean, proven = int(known.visits[k]), float(known.mean[k]), float(known.proven[k])
        error = 1.96 * standard_error(moments[action], n)
        made.append(Row(action, game.describe(s, action), n, mean, mean - error, mean + error,
                        None if math.isnan(proven) else proven, float(known.ceiling[k])))
    met = set(known.action.tolist())
    made += [
        Row(action, game.describe(s, action), 0, 0.0, -math.inf, math.inf)
        for action in game.choices(s)
        if action not in met
    ]
    return tuple(sorted(made, key=lambda row: -row.visits))


def standard_error(moments: np.ndarray, visits: int) -> float:
    """Of a mean over `visits` rewards, whose variance is taken from those of this search; infinite for fewer than
    two."""
    n, total, squares = moments
    if n < 2 or visits == 0:
        return math.inf
    return math.sqrt(max(0.0, (squares - total * total / n) / (n - 1)) / visits)


def principal_variation(game: Game, root: np.ndarray, workers: Any, choice: int) -> Line:
    """The chosen action and the most visited path below it, in the tree that visited it most."""
    def visits_of_choice(worker: Any) -> int:
        return max((int(node["visits"]) for node in children(worker.tree) if node["action"] == choice), default=0)

    tree = max(workers, key=visits_of_choice).tree
    states = np.zeros(1, game.state)
    game.copy(states, 0, root[0])
    s, at, action = view(states), ROOT, choice
    actions, texts = list[int](), list[str]()
    while len(actions) < LONGEST_LINE:
        actions.append(action)
        texts.append(game.describe(s, action))
        at = next(
            (int(tree.nodes[at]["first"]) + i for i, node in enumerate(children(tree, at)) if node["action"] == action),
            0,
        )
        with np.errstate(over="ignore"):
            game.play(s, action)
        below = children(tree, at) if at else tree.nodes[:0]
        if s.over or len(below) == 0 or below["visits"].max() == 0:
            break
        action = int(below["action"][np.argmax(below["visits"])])
    return Line(tuple(actions), tuple(texts))

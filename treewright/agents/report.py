"""From trees to a report: the root's rows, added up over threads, and the principal variation."""

import math
from typing import Any

import numpy as np

from treewright.core.compiling import compiled
from treewright.core.game import CHANCE, Game
from treewright.core.parts import Selection
from treewright.core.record import view
from treewright.core.result import Line, Row
from treewright.core.scale import Scale
from treewright.core.tree import ROOT, Tree

LONGEST_LINE = 12


def children(tree: Tree, at: int = ROOT) -> np.ndarray:
    """The records of a node's children."""
    first, count = int(tree.nodes[at]["first"]), int(tree.nodes[at]["count"])
    return tree.nodes[first : first + count]


@compiled
def values_below(rule: Selection, tree: Tree, at: int, values: np.ndarray) -> None:
    """What each child of a node is worth to the player who chose it."""
    for i in range(tree.nodes[at].count):
        values[i] = rule.value(tree.nodes, tree.nodes[at].first + i)


def merged_rows(game: Game, root: np.ndarray, workers: Any, scale: Scale) -> list[Row]:
    """One row for each legal root action, the most visited first."""
    s = view(root)
    mover = int(s.to_move)
    visits: dict[int, int] = {}
    totals: dict[int, float] = {}
    proven: dict[int, float] = {}
    ceiling: dict[int, float] = {}
    for worker in workers:
        rule = worker.parts[2]
        values = np.zeros(len(children(worker.tree)))
        values_below(rule, worker.tree, ROOT, values)
        for i, node in enumerate(children(worker.tree)):
            action, n = int(node["action"]), int(node["visits"])
            visits[action] = visits.get(action, 0) + n
            if n and mover != CHANCE:
                totals[action] = totals.get(action, 0.0) + n * float(values[i])
            if "low" in worker.tree.nodes.dtype.names:
                ceiling[action] = float(node["high"] if mover == 0 else -node["low"])
                if node["low"] == node["high"]:
                    proven[action] = ceiling[action]
    moments = sum(worker.desk.moments for worker in workers)
    order = [int(node["action"]) for node in children(workers[0].tree)]
    order += [action for action in game.choices(s) if action not in order]
    rows = []
    for action in order:
        n = visits.get(action, 0)
        mean = totals.get(action, 0.0) / n if n else 0.0
        error = standard_error(moments[action], n)
        rows.append(Row(action, game.describe(s, action), n, mean, mean - 1.96 * error, mean + 1.96 * error, proven.get(action),
                        ceiling.get(action, math.inf)))
    return sorted(rows, key=lambda row: -row.visits)


def standard_error(moments: np.ndarray, visits: int) -> float:
    """Of a mean over `visits` rewards, whose variance is taken from those of this search; infinite for fewer than two."""
    n, total, squares = moments
    if n < 2 or visits == 0:
        return math.inf
    variance = max(0.0, (squares - total * total / n) / (n - 1))
    return math.sqrt(variance / visits)


def principal_variation(game: Game, root: np.ndarray, workers: Any, choice: int) -> Line:
    """The chosen action and the most visited path below it, in the tree that visited it most."""
    def visits_of_choice(worker: Any) -> int:
        return max((int(node["visits"]) for node in children(worker.tree) if node["action"] == choice), default=0)

    tree = max(workers, key=visits_of_choice).tree
    states = np.zeros(1, game.state)
    game.copy(states, 0, root[0])
    s, at, action = view(states), ROOT, choice
    actions, texts = [], []
    while len(actions) < LONGEST_LINE:
        actions.append(action)
        texts.append(game.describe(s, action))
        at = next((int(tree.nodes[at]["first"]) + i for i, node in enumerate(children(tree, at)) if node["action"] == action), 0)
        with np.errstate(over="ignore"):
            game.play(s, action)
        below = children(tree, at) if at else tree.nodes[:0]
        if s.over or len(below) == 0 or below["visits"].max() == 0:
            break
        action = int(below["action"][np.argmax(below["visits"])])
    return Line(tuple(actions), tuple(texts))

"""Leaves in batches: gathered from many trees, valued by NumPy, scattered back."""

import numpy as np
import pytest

from treewright.core.batch import gather, new_forest, scatter
from treewright.core.component import fitted
from treewright.core.desk import new_desk
from treewright.core.expansion import Plain
from treewright.core.parts import Both, Nothing, Seen
from treewright.core.stream import Stream
from treewright.core.tree import ROOT
from treewright.games.tic_tac_toe import TicTacToe
from treewright.select.puct import PUCT
from treewright.select.solver import Solver
from treewright.select.uct import UCT

GAME = TicTacToe()


def evaluate(states):
    """The centre is worth a tenth of a win, and a prior of one half."""
    mover, both = states["mine"] >> 4 & 1, states["both"] >> 4 & 1
    first = np.where(states["to_move"] == 0, 1, -1) * (2 * mover - both)
    values = np.stack([0.1 * first, -0.1 * first], 1).astype(np.float32)
    priors = np.full((len(states), 9), 1 / 16, np.float32)
    priors[:, 4] = 1 / 2
    return values, priors


def searched(rule, trees, leaves, rounds, learner=None):
    rule, learner = fitted((rule, learner if learner is not None else Nothing()), GAME)
    forest, desk = new_forest(rule, learner, trees, 5000), new_desk(GAME, trees * leaves)
    roots, rng = np.repeat(GAME.new(), trees), Stream(1)
    for _ in range(rounds):
        gather(GAME, Seen(), Plain(), rule, learner, roots, forest, desk, leaves, rng)
        scatter(GAME, rule, learner, forest, desk, leaves, *evaluate(desk.states), rng)
    return forest


def root_children(forest, k):
    root = forest.nodes[k, ROOT]
    return forest.nodes[k, root["first"]: root["first"] + root["count"]]


@pytest.mark.parametrize(("trees", "leaves"), [(1, 1), (1, 8), (5, 4)])
def test_every_leaf_is_credited_once(trees, leaves):
    forest = searched(UCT(), trees, leaves, 40)
    for k in range(trees):
        assert forest.nodes[k, ROOT]["visits"] == 40 * leaves
        assert root_children(forest, k)["visits"].sum() == 40 * leaves


def test_the_evaluation_decides():
    children = root_children(searched(UCT(), 1, 4, 300), 0)
    assert children["action"][children["visits"].argmax()] == 4


def test_lent_losses_are_paid_back():
    """After a round nothing is left of them: a mean is that of the rewards that were really earned."""
    rule, learner = fitted((UCT(), Nothing()), GAME)
    forest, desk, rng = new_forest(rule, learner, 1, 5000), new_desk(GAME, 8), Stream(1)
    for _ in range(30):
        gather(GAME, Seen(), Plain(), rule, learner, GAME.new(), forest, desk, 8, rng)
        scatter(GAME, rule, learner, forest, desk, 8, *evaluate(desk.states), rng)
    for child in root_children(forest, 0):
        n, total, _ = desk.moments[child["action"]]
        assert child["visits"] == n
        assert child["mean"] == pytest.approx(total / n, abs=1e-5)


def test_priors_reach_the_children_of_a_leaf():
    forest = searched(PUCT(guided=True), 2, 4, 30)
    children = root_children(forest, 1)
    assert children["prior"][children["action"] == 4] == pytest.approx(1 / 2)
    assert children["prior"].sum() == pytest.approx(1)
    assert children["action"][children["visits"].argmax()] == 4
    grown = [node for node in children if node["count"] > 0 and node["action"] != 4]
    assert grown
    for node in grown:
        below = forest.nodes[1, node["first"] : node["first"] + node["count"]]
        assert below["prior"][below["action"] == 4] == pytest.approx(1 / 2)


def test_a_solver_may_move_nodes_between_the_halves():
    forest = searched(UCT(), 1, 8, 200, Both(Nothing(), Solver()))
    assert forest.nodes[0, ROOT]["visits"] >= 1000
    assert root_children(forest, 0)["visits"].sum() == forest.nodes[0, ROOT]["visits"]

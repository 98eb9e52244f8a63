"""Each selection rule's score is that of its formula, worked out by hand on a node with two children."""

import math

import numpy as np
import pytest

from treewright.core.compiling import compiled
from treewright.core.component import fitted
from treewright.core.errors import Refused
from treewright.core.parts import Nothing
from treewright.core.tree import columns
from treewright.games.tic_tac_toe import TicTacToe
from treewright.select.puct import PUCT
from treewright.select.rave import RAVE
from treewright.select.ucb1 import UCB1
from treewright.select.uct import UCT


@compiled
def scores(rule, nodes, out):
    for k in range(2):
        out[k] = rule.score(nodes, 1, 2 + k)


def scored(rule, parent, one, two):
    """The scores of two children given as dictionaries of columns."""
    rule = fitted(rule, TicTacToe())
    nodes = np.zeros(4, columns(rule, Nothing()))
    nodes["visits"][1] = parent
    for k, child in enumerate((one, two)):
        visits = child["visits"]
        spread = 1 / math.sqrt(visits) if visits else 1.0
        for name, value in {"spread": spread, **child}.items():
            nodes[name][2 + k] = value
    out = np.zeros(2)
    scores(rule, nodes, out)
    return out


def test_uct_is_equation_13():
    got = scored(UCT(c=0.9), 40, {"visits": 10, "mean": 0.25}, {"visits": 30, "mean": 0.5})
    assert got == pytest.approx([0.25 + 0.9 * math.sqrt(math.log(40) / 10), 0.5 + 0.9 * math.sqrt(math.log(40) / 30)])


def test_uct_beyond_the_table_of_logarithms():
    got = scored(UCT(c=1), 100_000, {"visits": 10, "mean": 0}, {"visits": 99_990, "mean": 0})
    assert got == pytest.approx([math.sqrt(math.log(100_000) / n) for n in (10, 99_990)], rel=1e-5)


def test_ucb1_is_that_of_the_3d_bingo_paper():
    got = scored(UCB1(cp=0.3), 40, {"visits": 10, "mean": 0.25}, {"visits": 30, "mean": 0.5})
    assert got == pytest.approx(
        [0.25 + 0.6 * math.sqrt(2 * math.log(40) / 10), 0.5 + 0.6 * math.sqrt(2 * math.log(40) / 30)]
    )


def test_the_urgency_is_the_score_of_a_child_without_visits():
    assert scored(UCT(urgency=0.3), 5, {"visits": 0}, {"visits": 4, "mean": 0})[0] == pytest.approx(0.3)
    assert scored(UCT(expand="all"), 5, {"visits": 0}, {"visits": 4, "mean": 0})[0] == math.inf


def test_puct_weighs_the_prior_by_the_visits():
    got = scored(PUCT(c=2), 26, {"visits": 4, "mean": 0.1, "prior": 0.3}, {"visits": 0, "prior": 0.7})
    assert got == pytest.approx([0.1 + 2 * 0.3 * math.sqrt(25) / 5, 0 + 2 * 0.7 * math.sqrt(25) / 1])


CHILDREN = {"visits": 10, "mean": 0.5, "amaf": -0.1, "samples": 60}, {"visits": 0, "amaf": 0.4, "samples": 3}


def mixture(beta, child):
    return (1 - beta) * child.get("mean", 0) + beta * child["amaf"]


def test_rave_by_hand_selected_schedule():
    beta = math.sqrt(100 / (3 * 40 + 100))
    got = scored(RAVE(c=0, k=100), 40, *CHILDREN)
    assert got == pytest.approx([mixture(beta, CHILDREN[0]), 0.4])


def test_rave_by_minimum_mean_squared_error():
    beta = 60 / (10 + 60 + 4 * 10 * 60 * 0.2**2)
    got = scored(RAVE(c=0, schedule="minimum", bias=0.2), 40, *CHILDREN)
    assert got == pytest.approx([mixture(beta, CHILDREN[0]), 0.4])


def test_rave_alone():
    assert scored(RAVE(c=0, schedule="only"), 40, *CHILDREN) == pytest.approx([-0.1, 0.4])


def test_rave_explores_as_uct_does():
    assert scored(RAVE(c=0.5, schedule="only"), 40, *CHILDREN)[0] == pytest.approx(
        -0.1 + 0.5 * math.sqrt(math.log(40) / 10)
    )


@pytest.mark.parametrize(("made", "said"), [
    (lambda: UCT(ties="fair"), "ties must be one of shuffled, numbered, drawn"),
    (lambda: UCT(expand="some"), "expand must be one or all"),
    (lambda: RAVE(schedule="best"), "schedule must be one of hand, minimum, only")])
def test_parameters_that_make_no_sense_are_refused(made, said):
    with pytest.raises(Refused, match=said):
        made()

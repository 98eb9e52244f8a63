"""UCB1-Tuned: its bound by hand, on every scale, and what it remembers of rewards."""

import math

import numpy as np
import pytest

from tests.select.by_hand import PARENT, nodes_of, ready, scores
from treewright.games.tic_tac_toe import TicTacToe
from treewright.select.ucb1_tuned import UCB1Tuned

GAME = TicTacToe()


def test_the_bound_is_that_of_the_paper_for_rewards_from_0_to_1():
    rule, ratio = ready(UCB1Tuned(), GAME, "unit"), math.log(400) / 100
    got = scores(rule, 400, {"visits": 100, "mean": 0.3, "squares": 2.0}, {"visits": 100, "mean": 0.5, "squares": 25.0})
    assert 0.02 + math.sqrt(2 * ratio) > 0.25
    assert got == pytest.approx([0.3 + math.sqrt(ratio / 4), 0.5 + math.sqrt(ratio / 4)])
    ratio = math.log(400) / 10_000
    (got,) = scores(rule, 400, {"visits": 10_000, "mean": 0.3, "squares": 200.0})
    assert got == pytest.approx(0.3 + math.sqrt(ratio * (0.02 + math.sqrt(2 * ratio))))


def test_twice_the_scale_is_twice_the_bound():
    told = {"visits": 10_000, "mean": 0.0, "squares": 200.0}, {"visits": 10_000, "mean": 0.0, "squares": 800.0}
    unit, sign = (scores(ready(UCB1Tuned(), GAME, scale), 400, one)[0]
                  for scale, one in zip(("unit", "sign"), told, strict=True))
    assert sign == pytest.approx(2 * unit)


def test_it_remembers_mean_and_variance_and_forgets_what_was_lent():
    rule, rewards = ready(UCB1Tuned(), GAME), [1.0, -1.0, 1.0, 0.0, 1.0]
    nodes = nodes_of(rule, 9, {"visits": 0})
    child = PARENT + 1
    for reward in rewards:
        nodes[child].visits += 1
        rule.update(nodes, child, np.float32(reward))
    kept = nodes[child].mean, nodes[child].squares
    assert kept == pytest.approx((np.mean(rewards), 5 * np.var(rewards)), rel=1e-6)
    rule.lend(nodes, child, -1.0)
    assert nodes[child].mean < kept[0]
    rule.repay(nodes, child, -1.0)
    assert (nodes[child].mean, nodes[child].squares) == pytest.approx(kept, rel=1e-5)
    assert nodes[child].visits == 5

"""Implicit minimax backups: the mixture by hand, and minimax values in the tree."""

import math

import pytest

import treewright as tw
from tests.select.by_hand import ready, scores
from tests.small_games.pig import Pig
from tests.small_games.trio import Trio
from treewright.core.component import fitted
from treewright.core.errors import Refused
from treewright.select.implicit_minimax import ImplicitMinimax

FOUR = tw.connect_four()


def test_the_mixture_of_mean_and_minimax_value():
    rule = ready(ImplicitMinimax(c=0.5, alpha=0.25), FOUR)
    (got,) = scores(rule, 40, {"visits": 10, "mean": 0.2, "worth": -1.0})
    assert got == pytest.approx(0.75 * 0.2 - 0.25 + 0.5 * math.sqrt(math.log(40) / 10))


@pytest.mark.parametrize("scale", ["sign", "unit"])
def test_a_node_is_worth_the_best_reply_to_it(scale):
    """After 1 2 1 2 1, the other player must take column 1, or lose at once."""
    agent = tw.implicit_minimax(simulations=400, scale=scale)
    agent.search(FOUR, FOUR.position("1 2 1 2 1"))
    nodes = agent.workers[0].tree.nodes
    below = nodes[nodes["first"][1]:nodes["first"][1] + nodes["count"][1]]
    lost, even = {"sign": (-1.0, 0.0), "unit": (0.0, 0.5)}[scale]
    assert all(below["visits"] >= 2)
    assert {int(one["action"]): float(one["worth"]) for one in below} == {0: even, **dict.fromkeys(range(1, 7), lost)}


def test_the_values_of_a_game_of_points_are_those_of_minimax():
    """Five heaps of one counter: the value of a node after its children are there is the score two plies on."""
    game = tw.heap_go("B5 / B4 / R3")
    agent = tw.implicit_minimax(simulations=3000, c=5, scale="raw")
    agent.search(game)
    nodes = agent.workers[0].tree.nodes
    below = nodes[nodes["first"][1]:nodes["first"][1] + nodes["count"][1]]
    exact = {row.action: row.mean for row in tw.perfect().search(game).rows}
    assert {int(one["action"]): float(one["worth"]) for one in below} == exact


@pytest.mark.parametrize(("game", "why"), [(Pig(), "chance moves"), (Trio(), "there are not two players")])
def test_games_without_a_minimax_value_are_refused(game, why):
    with pytest.raises(Refused, match=f"implicit minimax backups need two players.*{why}"):
        fitted(ImplicitMinimax(), game)


def test_alpha_is_a_share():
    with pytest.raises(Refused, match="alpha must be from 0 to 1, not 2"):
        ImplicitMinimax(alpha=2.0)

"""A child that ended the game is worth its outcome, and what is settled is played."""

import numpy as np
import pytest

import treewright as tw
from treewright.core.errors import Refused
from treewright.select.settled import Settled


def test_a_finished_child_has_no_exploration_term_and_the_others_have_theirs():
    game = tw.tic_tac_toe()
    position = game.position([0, 3, 1, 4])                       # 2 wins at once
    agent = tw.search(select=Settled(c=1.4), simulations=500)
    result = agent.search(game, position)
    worker = agent.workers[0]
    nodes = worker.tree.nodes
    below = nodes[nodes["first"][1]:][: nodes["count"][1]]
    finished = below[below["action"] == 2][0]
    assert (finished["spread"], finished["mean"]) == (0, 1)
    assert (finished["low"], finished["high"]) == (1, 1)
    others = below[below["action"] != 2]
    assert others["spread"] == pytest.approx(1 / np.sqrt(others["visits"]))
    assert (result.text, result.rows[0].visits > 0) == (game.describe(None, 2), True)


def test_an_immediate_win_is_played_however_often_others_were_visited():
    game = tw.tic_tac_toe()
    result = tw.search(select=Settled(c=50.0), simulations=300).search(game, game.position([0, 3, 1, 4]))
    assert result.choice == 2
    assert max(result.rows, key=lambda row: row.visits).action != 2


def test_it_is_for_two_players_whose_scores_add_up_to_nothing():
    game = tw.tic_tac_toe()
    game.players = 3
    with pytest.raises(Refused, match="settled needs two players"):
        Settled().fit(game)

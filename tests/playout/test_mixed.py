"""A leaf worth (1 - weight) V + weight z."""

import numpy as np
import pytest

from treewright.core.compiling import compiled
from treewright.core.component import fitted
from treewright.core.desk import new_desk
from treewright.core.parts import Leaf
from treewright.core.stream import Stream
from treewright.games.tic_tac_toe import TicTacToe
from treewright.playout.mixed import Mixed
from treewright.playout.rollout import Rollout


class Quarter(Leaf):
    """Every position is worth a quarter to player 0."""

    def value(self, game, s, trace, actions, odds, rng):
        trace.score[0], trace.score[1] = 0.25, -0.25


@compiled
def valued(game, leaf, states, desk, rng):
    game.copy(desk.states, 0, states[0])
    desk.traces[0].length = 0
    leaf.value(game, desk.states[0], desk.traces[0], desk.actions, desk.odds, rng)


@pytest.mark.parametrize("weight", [0.0, 0.5, 0.7, 1.0])
def test_the_mixture_is_that_of_the_equation(weight):
    game, desk = TicTacToe(), new_desk(TicTacToe())
    won = game.position([0, 3, 1, 4, 8, 6, 7])        # every way to go on decides between cells 2 and 5
    leaf = fitted(Mixed(Quarter(), Rollout(), weight), game)
    seen = set()
    for seed in range(20):
        valued(game, leaf, won, desk, Stream(seed))
        seen.add(round(float(desk.traces["score"][0, 0]), 6))
        assert desk.traces["score"][0, 1] == pytest.approx(-desk.traces["score"][0, 0])
    outcomes = {round(float(np.float32((1 - weight) * 0.25 + weight * z)), 6) for z in (-1, 0, 1)}
    assert seen <= outcomes

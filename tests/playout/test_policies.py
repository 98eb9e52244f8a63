"""Playout policies: what they choose, and how often."""

import numpy as np
import pytest

from tests.playout.choosing import chosen, drawn
from treewright.core.component import fitted
from treewright.core.errors import Refused
from treewright.games.connect_four import ConnectFour
from treewright.games.tic_tac_toe import TicTacToe
from treewright.playout.mast import MAST
from treewright.playout.mixed import Mixed
from treewright.playout.rollout import Rollout
from treewright.playout.tactical import Tactical
from treewright.playout.uniform import Uniform
from treewright.playout.weighted import ByAction, Weighted


class Unaided(TicTacToe):
    """Tic-tac-toe that does not say where a player would win."""

    shows_wins = False


def after(game, actions):
    return game.position(list(actions))


@pytest.mark.parametrize("game", [TicTacToe(), Unaided()])
class TestTactical:
    def test_wins_at_once(self, game):
        assert chosen(game, Tactical(), after(game, [0, 3, 1, 4]))[2] == 2000

    def test_wins_rather_than_stops_the_other(self, game):
        assert chosen(game, Tactical(), after(game, [0, 3, 1, 4, 8]))[5] == 2000

    def test_stops_the_other_from_winning(self, game):
        assert chosen(game, Tactical(), after(game, [0, 4, 1]))[2] == 2000

    def test_chooses_at_random_where_nothing_threatens(self, game):
        counts = chosen(game, Tactical(), after(game, [4]), 8000)
        assert counts[4] == 0
        assert np.all(np.abs(counts[[0, 1, 2, 3, 5, 6, 7, 8]] - 1000) < 150)


def test_tactical_beats_uniform_clearly():
    from treewright.arena.match import match
    assert match("tic_tac_toe", "tactical()", "uniform()", games=200, seed=1).interval().low > 0.6


def test_weighted_draws_in_proportion():
    game = ConnectFour()
    counts = chosen(game, Weighted(ByAction([1, 2, 3, 4, 0, 0, 0])), game.new(), 10_000)
    assert np.all(np.abs(counts - np.array([1000, 2000, 3000, 4000, 0, 0, 0])) < 250)


def test_weights_of_nothing_mean_uniform():
    game = ConnectFour()
    counts = chosen(game, Weighted(ByAction([0.0] * 7)), game.new(), 7000)
    assert np.all(np.abs(counts - 1000) < 160)


def test_the_two_uniforms_agree():
    game = ConnectFour()
    counts = chosen(game, Uniform(), game.new(), 7000)
    assert np.all(np.abs(counts - 1000) < 160)


def taught(policy, game, rewards):
    """A MAST that saw player 0 earn a reward with each action of a one-move game."""
    made = fitted(policy, game)
    for action, reward in rewards:
        made.plays[0, action] += 1
        made.mean[0, action] += (reward - made.mean[0, action]) / made.plays[0, action]
    return made


def test_mast_draws_by_the_gibbs_distribution():
    game = ConnectFour()
    values = [0.1, 0.2, 0.3, 0.0, -0.1, -0.5, -1.0]
    policy = taught(MAST(tau=0.5), game, enumerate(values))
    wanted = np.exp(np.array(values) / 0.5)
    assert drawn(game, policy, game.new(), 20_000) / 20_000 == pytest.approx(wanted / wanted.sum(), abs=0.02)


def test_mast_with_epsilon_takes_the_best():
    game = ConnectFour()
    policy = taught(MAST(epsilon=0.1), game, enumerate([0.1, 0.2, 0.9, 0.0, -0.1, -0.5, -1.0]))
    assert drawn(game, policy, game.new(), 5000)[2] / 5000 == pytest.approx(0.9 + 0.1 / 7, abs=0.02)


@pytest.mark.parametrize(("made", "said"), [
    (lambda: MAST(tau=0), "tau above 0"), (lambda: MAST(epsilon=2), "epsilon from 0 to 1"),
    (lambda: ByAction([1, -1]), "none below 0"), (lambda: ByAction([1, float("inf")]), "finite"),
    (lambda: Mixed(Rollout(), weight=1.5), "weight must be from 0 to 1"),
    (lambda: fitted(Weighted(ByAction([1, 2])), TicTacToe()), "9 actions, but there are 2 weights")])
def test_parameters_that_make_no_sense_are_refused(made, said):
    with pytest.raises(Refused, match=said):
        made()

"""States that are imagined are those that fit all that a player has seen, each as likely as any other."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from tests.belief.hidden import cells, reachable
from treewright.agents.agent import observed
from treewright.belief.imagined import Imagined, OneWorld, imagined
from treewright.core.compiling import compiled
from treewright.core.component import fitted
from treewright.core.errors import Refused
from treewright.core.record import view
from treewright.core.stream import Stream
from treewright.games.dark_hex import DarkHex
from treewright.games.phantom_tic_tac_toe import PhantomTicTacToe

GAMES = [PhantomTicTacToe(), DarkHex(3)]
each_game = pytest.mark.parametrize("game", GAMES, ids=str)
MOST = 3000
"""Worlds of a position that are counted one by one."""


@compiled
def imagine_many(game, observation, states, rng):
    for i in range(len(states)):
        if not imagined(game, observation, states, i, rng):
            return False
    return True


def samples(game, observation, n, seed=0):
    states = np.zeros(n, game.state)
    assert imagine_many(game, observation, states, Stream(seed))
    return states


def played(game, lots, most=40):
    """A game of random moves: the states, what was played, and by whom."""
    states, actions = [game.new()], []
    while not states[-1]["over"][0] and len(actions) < most:
        legal = game.choices(view(states[-1]))
        actions.append(legal[int(lots.integers(len(legal)))])
        states.append(game.position(actions))
    return states, actions


def worlds_of(game, states, actions, t):
    """All that fits what the mover of position t has seen until then."""
    me = int(states[t]["to_move"][0])
    movers = [int(state["to_move"][0]) for state in states[:t + 1]]
    mine = [cells(state["stones"][0][me]) for state in states[1:t + 1]]
    return me, reachable(game, me, actions[:t], movers, mine)


def world(state, me):
    return cells(state["stones"][1 - me]), cells(state["found"][1 - me])


@each_game
@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_samples_fit_the_whole_history_and_the_truth_may_always_be_drawn(game, seed):
    states, actions = played(game, np.random.default_rng(seed))
    for t, state in enumerate(states[:-1]):
        me, worlds = worlds_of(game, states, actions, t)
        assert world(state[0], me) in worlds
        seen = observed(game, state, me)
        for drawn in samples(game, seen, 20, seed):
            assert world(drawn, me) in worlds
            assert not drawn["over"]
            assert observed(game, np.array([drawn]), me).tobytes() == seen.tobytes()
            assert game.choices(view(np.array([drawn]))) == game.choices(view(state))


@each_game
def test_every_world_that_fits_is_as_likely_as_any_other(game):
    lots, compared = np.random.default_rng(3), 0
    for _ in range(12):
        states, actions = played(game, lots)
        t = int(lots.integers(1, len(states) - 1))
        me, worlds = worlds_of(game, states, actions, t)
        if not 1 < len(worlds) <= MOST:
            continue
        tally = dict.fromkeys(worlds, 0)
        for drawn in samples(game, observed(game, states[t], me), 8 * len(worlds), t):
            tally[world(drawn, me)] += 1
        assert stats.chisquare(list(tally.values())).pvalue > 1e-4
        compared += 1
    assert compared >= 6


@each_game
def test_an_imagined_state_has_the_bytes_of_one_that_was_played(game):
    """So the records hold nothing else that a search could trip over: a linked chain, say."""
    lots = np.random.default_rng(5)
    for _ in range(10):
        states, _ = played(game, lots)
        for state in states[:-1]:
            me = int(state["to_move"][0])
            for drawn in samples(game, observed(game, state, me), 5):
                assert rebuilt(game, drawn).tobytes() == drawn.tobytes()


def rebuilt(game, drawn):
    """The same stones, put in turn and found, by the rules."""
    own, found = ([cells(drawn[field][player]) for player in range(2)] for field in ("stones", "found"))
    order, s = [sorted(stones) for stones in own], view(game.new())
    while any(order):
        game.play(s, order[s.to_move].pop())
    made = np.array([s]).view(game.state)
    for player in range(2):
        for cell in found[player]:
            made["to_move"] = player
            game.play(view(made), cell)
    made["to_move"] = drawn["to_move"]
    return made


def test_a_larger_board_is_imagined_as_well():
    game = DarkHex(9)
    lots = np.random.default_rng(1)
    states, _ = played(game, lots, most=60)
    state = states[-1]
    me = int(state["to_move"][0])
    for drawn in samples(game, observed(game, state, me), 50):
        own, others = (len(cells(drawn["stones"][player])) for player in range(2))
        assert own - others == drawn["to_move"]
        assert observed(game, np.array([drawn]), me).tobytes() == observed(game, state, me).tobytes()


@pytest.mark.parametrize("belief", [Imagined(), OneWorld()], ids=str)
def test_what_contradicts_itself_is_refused(belief):
    """Two stones of one's own, and four that were found."""
    game = PhantomTicTacToe()
    observation = game.new()
    observation["stones"][0] = 0b000011, 0b111100
    observation["found"][0, 0] = 0b111100
    said = "no state of phantom_tic_tac_toe fits what player 1 is said to have seen: 1,000,000 were tried"
    with pytest.raises(Refused, match=said):
        fitted(belief, game).face(game, observation, Stream(0))

"""The solver proves what is won, lost and drawn, in points too, and the search then plays it."""

import numpy as np
import pytest

from treewright.agents import language
from treewright.agents.perfect import perfect
from treewright.agents.ready import rave, uct
from treewright.core.errors import Refused
from treewright.core.record import view
from treewright.games.bingo3d import Bingo3D
from treewright.games.connect_four import ConnectFour
from treewright.games.heap_go import HeapGo
from treewright.games.tic_tac_toe import TicTacToe

SIMULATIONS = 200_000


def late_positions(game, seed):
    """Positions with four to eleven plies to go, for ever: games of random moves in which nobody takes a win."""
    random = np.random.default_rng(seed)
    while True:
        position, left = game.new(), int(random.integers(4, 12))
        while game.longest - left > 0 and position is not None:
            position, left = quiet_move(game, position, random), left + 1
        if position is not None:
            yield position


def quiet_move(game, position, random):
    """The position after a random move that does not end the game; None if every move does."""
    for action in random.permutation(game.choices(view(position))):
        after = position.copy()
        with np.errstate(over="ignore"):
            game.play(view(after), int(action))
        if not after["over"][0]:
            return after
    return None


def exact_value(game, position):
    """What the player to move gets, by the exact player (which has tests of its own)."""
    return max(row.proven for row in perfect().search(game, position).rows)


@pytest.mark.parametrize("game", [ConnectFour(), Bingo3D()], ids=str)
def test_won_lost_and_drawn_positions_are_proven(game):
    wanted, met = 4, {-1.0: 0, 0.0: 0, 1.0: 0}
    agents = [make(simulations=SIMULATIONS, solver=True) for make in (uct, rave)]
    for position in late_positions(game, seed=1):
        exact = exact_value(game, position)
        met[exact] += 1
        if met[exact] > wanted:
            continue
        for agent in agents:
            result = agent.search(game, position)
            assert result.solved
            assert next(row for row in result.rows if row.action == result.choice).proven == exact
            assert all(row.proven <= exact for row in result.rows if row.proven is not None)
        if min(met.values()) >= wanted:
            break


def test_points_are_proven_too():
    game = HeapGo("B5 R2 B3 / R7 B1 / B4 R9")
    position = game.new()
    result = uct(simulations=SIMULATIONS, solver=True).search(game, position)
    assert result.solved
    assert next(row.proven for row in result.rows if row.action == result.choice) == exact_value(game, position)


def test_tic_tac_toe_is_a_draw():
    result = uct(simulations=SIMULATIONS, solver=True).search(TicTacToe())
    assert (result.solved, result.simulations < SIMULATIONS) == (True, True)
    assert next(row.proven for row in result.rows if row.action == result.choice) == 0


def test_a_solved_position_keeps_its_proof_over_moves():
    game, agent = TicTacToe(), uct(simulations=SIMULATIONS, solver=True)
    state = game.new()
    agent.begin(game, 0, 1)
    agent.see(state)
    while not state["over"][0]:
        game.play(view(state), agent.choose())
        assert agent.result().solved
        agent.see(state)
    assert state["score"][0].tolist() == [0, 0]


def test_what_cannot_be_solved_is_refused():
    class Dicey(TicTacToe):
        chance = True

    with pytest.raises(Refused, match="the solver proves nothing where chance moves"):
        language.agent("uct(simulations=10, solver=true)").search(Dicey())

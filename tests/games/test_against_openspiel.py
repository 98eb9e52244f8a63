"""Rules beside an independent implementation: legal moves, the end and the returns of random games are OpenSpiel's."""

import pytest

from tests.games.drive import random_game
from treewright.games.connect_four import ConnectFour
from treewright.games.hex import Hex
from treewright.games.tic_tac_toe import TicTacToe

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (it is in the extra dev)")


@pytest.mark.parametrize(("game", "theirs", "games"), [
    (TicTacToe(), "tic_tac_toe", 2000),
    (ConnectFour(), "connect_four", 2000),
    (ConnectFour(5, 4), "connect_four(columns=5,rows=4)", 500),
    (Hex(3), "hex(board_size=3)", 800),
    (Hex(7), "hex(board_size=7)", 800),
    (Hex(11), "hex(board_size=11)", 400),
    (Hex(13), "hex(board_size=13)", 100),
], ids=lambda value: value if isinstance(value, str) else "")
def test_random_games_are_the_same_ply_by_ply(game, theirs, games):
    board = pyspiel.load_game(theirs)
    assert game.actions == board.num_distinct_actions()
    assert game.score_range == (board.min_utility(), board.max_utility())
    for seed in range(games):
        played, state = random_game(game, seed), board.new_initial_state()
        movers = played.states["to_move"].tolist()
        for mover, legal, action in zip(movers, played.legal, played.actions):
            assert not state.is_terminal()
            assert mover == state.current_player()
            assert legal == state.legal_actions()
            state.apply_action(action)
        assert state.is_terminal()
        assert played.states["score"][-1].tolist() == state.returns()


def test_hex_names_cells_as_openspiel_does():
    game, state = Hex(5), pyspiel.load_game("hex(board_size=5)").new_initial_state()
    for action in range(25):
        assert game.describe(None, action) == state.action_to_string(0, action)

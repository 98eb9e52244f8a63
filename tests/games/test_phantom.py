"""The games with hidden stones: their rules beside OpenSpiel's, ply by ply, and what each player is told."""

import numpy as np
import pytest

from tests.games.drive import random_game, random_game_in_python
from treewright.core.compiling import compiled
from treewright.core.record import SPARE, holes, view
from treewright.games.dark_hex import DarkHex
from treewright.games.phantom_tic_tac_toe import PhantomTicTacToe

GAMES = [PhantomTicTacToe(), DarkHex(3), DarkHex(9)]
each_game = pytest.mark.parametrize("game", GAMES, ids=str)


@compiled
def observe_all(game, states, seen):
    for t in range(len(states)):
        for player in range(2):
            game.observe(states[t], player, seen[t, player])


def observations(game, states):
    """What each player sees of each state."""
    seen = np.zeros((len(states), 2), game.state)
    observe_all(game, states, seen)
    return seen


@pytest.mark.parametrize(("game", "theirs", "games"), [
    (PhantomTicTacToe(), "phantom_ttt", 2000),
    (DarkHex(3), "dark_hex", 2000),
    (DarkHex(4), "dark_hex(board_size=4)", 300),
    (DarkHex(9), "dark_hex(board_size=9)", 20),
], ids=lambda value: value if isinstance(value, str) else "")
def test_random_games_and_what_is_told_of_them_are_openspiels(game, theirs, games):
    """Who knows the same there is told the same here; and who is told the same here sees the same there."""
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (it is in the extra dev)")
    board = pyspiel.load_game(theirs)
    assert (game.actions, game.longest) == (board.num_distinct_actions(), board.max_game_length())
    assert game.score_range == (board.min_utility(), board.max_utility())
    told, shown = {}, {}
    for seed in range(games):
        played, state = random_game(game, seed), board.new_initial_state()
        seen = observations(game, played.states)
        for t, now in enumerate(played.states):
            mover = int(now["to_move"]) if t < len(played.actions) else None
            for player in range(2):
                here = seen[t, player].tobytes()
                end = tuple(state.returns()) if mover is None else None
                turn = (player, mover if mover is not None else int(now["to_move"]), end)
                assert told.setdefault((turn, state.information_state_string(player)), here) == here
                there = state.observation_string(player)
                assert shown.setdefault((turn, here), there) == there
            if mover is not None:
                assert not state.is_terminal()
                assert mover == state.current_player()
                assert played.legal[t] == state.legal_actions()
                state.apply_action(played.actions[t])
        assert state.is_terminal()
        assert played.states["score"][-1].tolist() == state.returns()


@each_game
def test_plain_python_and_compiled_code_give_the_same_bytes(game):
    assert holes(game.state) == []
    for seed in range(20 if game.longest < 100 else 2):
        fast, plain = random_game(game, seed), random_game_in_python(game, seed)
        assert fast.actions == plain.actions
        assert fast.legal == plain.legal
        assert fast.states.tobytes() == plain.states.tobytes()
        assert SPARE not in game.state.names or not fast.states[SPARE].any()


@each_game
def test_the_mover_sees_what_is_legal_for_him(game):
    for seed in range(10):
        played = random_game(game, seed)
        seen = observations(game, played.states)
        for t, legal in enumerate(played.legal):
            assert game.choices(view(seen[t], int(played.states["to_move"][t]))) == legal


def test_a_taken_cell_is_found_and_the_player_tries_again():
    game = PhantomTicTacToe()
    s = view(game.position("b2 b2 a1"))
    assert s.to_move == 0
    seen = observations(game, game.position("b2 b2 a1"))[0].view(np.recarray)
    assert game.show(seen[0]) == "  a b c\n1 . . .\n2 . x .\n3 . . .\nx to move"
    assert game.show(seen[1]) == "  a b c\n1 o . .\n2 . x .\n3 . . .\nx to move"

"""The planes of each game, by hand, and what holds for those of every game."""

import numpy as np
import pytest

import treewright as tw
from tests.games.drive import random_game
from treewright.agents import language
from treewright.agents.registry import GAMES
from treewright.core.planes import plane_shape, planes_of, writes_planes
from treewright.core.record import view

SIZED = ["tic_tac_toe", "connect_four", "connect_four(5, 4)", "hex(5)", "hex(9)", "bingo3d", "heap_go(4, 3)",
         "heap_go('B50 R2 / R7')"]
HIDDEN = ["phantom_tic_tac_toe", "dark_hex(3)", "dark_hex(9)"]


def planes(game, moves, player):
    return planes_of(game, game.position(moves), np.array([player]))[0]


def grid(text):
    return [[float(word) for word in line.split()] for line in text.strip().splitlines()]


def test_every_game_of_cells_writes_planes_of_its_own():
    """The war games show the fields of their records."""
    own = {name.partition("(")[0] for name in SIZED + HIDDEN}
    assert own == set(GAMES) - {"tubstap", "microrts"}
    assert {name for name in GAMES if writes_planes(language.game(name))} == own


@pytest.mark.parametrize("name", SIZED)
def test_planes_are_the_same_in_plain_python_and_tell_positions_apart(name):
    game = language.game(name)
    met: dict[bytes, bytes] = {}
    for seed in range(5):
        played = random_game(game, seed)
        for player in (0, 1):
            fast = planes_of(game, played.states, np.full(len(played.states), player))
            assert np.all((fast >= -1) & (fast <= 1))
            for t, s in enumerate(played.views):
                plain = np.zeros(plane_shape(game), np.float32)
                with np.errstate(over="ignore"):
                    game.planes(s, player, plain)
                assert np.array_equal(fast[t], plain)
                if not s.over:
                    seen = game.identity(played.states, t)
                    assert met.setdefault(fast[t].tobytes() + bytes([player]), seen) == seen


@pytest.mark.parametrize("name", HIDDEN)
def test_where_something_is_hidden_planes_tell_what_a_player_sees(name):
    game = language.game(name)
    met: dict[bytes, bytes] = {}
    for seed in range(5):
        played = random_game(game, seed)
        for player in (0, 1):
            fast = planes_of(game, played.states, np.full(len(played.states), player))
            for t, s in enumerate(played.views[:-1]):
                seen, plain = np.zeros(1, game.state), np.zeros(plane_shape(game), np.float32)
                with np.errstate(over="ignore"):
                    game.observe(s, player, view(seen))
                    game.planes(view(seen), player, plain)
                assert np.array_equal(fast[t], plain)
                assert met.setdefault(fast[t].tobytes() + bytes([player]), seen.tobytes()) == seen.tobytes()


def test_tic_tac_toe_from_both_sides():
    game = tw.tic_tac_toe()
    mine, other, turn = planes(game, "a1 b2 c3", 1)
    assert mine.tolist() == grid("0 0 0\n0 1 0\n0 0 0")
    assert other.tolist() == grid("1 0 0\n0 0 0\n0 0 1")
    assert turn.all()
    theirs = planes(game, "a1 b2 c3", 0)
    assert np.array_equal(theirs[:2], np.stack([other, mine]))
    assert not theirs[2].any()


def test_nobody_is_to_move_when_the_game_is_over():
    for player in (0, 1):
        assert not planes(tw.tic_tac_toe(), "1 4 2 5 3", player)[2].any()


def test_connect_four_has_the_top_row_first_as_it_is_drawn():
    mine, other, _ = planes(tw.connect_four(5, 4), "1 1 2 5", 0)
    assert mine.tolist() == grid("0 0 0 0 0\n0 0 0 0 0\n0 0 0 0 0\n1 1 0 0 0")
    assert other.tolist() == grid("0 0 0 0 0\n0 0 0 0 0\n1 0 0 0 0\n0 0 0 0 1")


def test_hex_is_not_turned_but_says_which_sides_are_the_players():
    game = tw.hex(9)
    for player in (0, 1):
        mine, other, turn, across = planes(game, "i9 a2", player)
        stones = (mine, other) if player == 0 else (other, mine)
        assert np.argwhere(stones[0]).tolist() == [[8, 8]]
        assert np.argwhere(stones[1]).tolist() == [[1, 0]]
        assert np.all(across == player)
        assert np.all(turn == (player == 0))


def test_bingo_has_a_plane_for_each_level_and_player():
    got = planes(tw.bingo3d(), "b1 b1 c4", 1)
    assert np.argwhere(got).tolist()[:3] == [[1, 0, 1], [4, 0, 1], [4, 3, 2]]
    assert got[8].all()
    assert got.sum() == 3 + 16


def test_heap_go_has_weights_in_parts_of_the_heaviest_and_the_lead_in_parts_of_all():
    game = tw.heap_go("B4 R8 / R2 B6")
    own, other, turn, lead = planes(game, "B", 1)             # Left took B6 and then R2: 8 of 20 points
    assert own.tolist() == grid("0 1\n0 0")
    assert other.tolist() == grid("0.5 0\n0 0")
    assert turn.all()
    assert np.allclose(lead, -8 / 20)
    assert int(view(game.position("B")).score[0]) == 8

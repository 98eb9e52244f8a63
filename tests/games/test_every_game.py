"""What holds for every game."""

import numpy as np
import pytest
from scipy import stats

from tests.games.drive import after_in_python, draw, draw_listed, random_game, random_game_in_python
from treewright.core.compiling import counts
from treewright.core.record import SPARE, holes, view
from treewright.core.stream import Stream
from treewright.games.bingo3d import Bingo3D
from treewright.games.connect_four import ConnectFour
from treewright.games.heap_go import HeapGo
from treewright.games.hex import Hex
from treewright.games.tic_tac_toe import TicTacToe

GAMES = [TicTacToe(), ConnectFour(), ConnectFour(5, 4), Bingo3D(), Hex(3), Hex(7), Hex(11), Hex(13),
         HeapGo(3, 3), HeapGo(5, 5), HeapGo("B5 R2 B3 / R7 B1 / R4")]
each_game = pytest.mark.parametrize("game", GAMES, ids=str)


def board(game, s):
    """The drawing without its last line, which tells the score."""
    return game.show(s).rpartition("\n")[0]


@each_game
def test_plain_python_and_compiled_code_give_the_same_bytes(game):
    for seed in range(20 if game.longest < 100 else 3):
        fast, plain = random_game(game, seed), random_game_in_python(game, seed)
        assert fast.actions == plain.actions
        assert fast.legal == plain.legal
        assert fast.states.tobytes() == plain.states.tobytes()


@each_game
def test_every_random_game_keeps_what_the_game_declares(game):
    assert holes(game.state) == []
    low, high = game.score_range
    for seed in range(100):
        played = random_game(game, seed)
        states = played.states
        assert 0 < len(played.actions) <= game.longest
        assert [bool(over) for over in states["over"]] == [False] * len(played.actions) + [True]
        assert np.all(states["score"].sum(axis=1) == 0)
        assert np.all((low <= states["score"]) & (states["score"] <= high))
        assert states["to_move"].tolist() == [t % 2 for t in range(len(states))]
        if SPARE in game.state.names:
            assert not states[SPARE].any()
        for legal, action in zip(played.legal, played.actions):
            assert action in legal
            assert len(set(legal)) == len(legal) <= game.widest
            assert all(0 <= one < game.actions for one in legal)


@each_game
def test_any_action_is_uniform_over_the_legal_ones(game):
    draws, played = 20_000, random_game(game, 7)
    for t in {0, len(played.actions) // 3, 2 * len(played.actions) // 3, len(played.actions) - 2}:
        legal, tallies = played.legal[t], np.zeros((2, game.actions), np.int64)
        draw(game, played.states, t, tallies[0], draws, Stream((t, 0)))
        draw_listed(game, played.states, t, tallies[1], draws, Stream((t, 1)))
        assert np.all(np.delete(tallies, legal, axis=1) == 0)
        if len(legal) > 1:
            assert stats.chisquare(tallies[0, legal]).pvalue > 1e-4
            assert stats.chi2_contingency(tallies[:, legal]).pvalue > 1e-4


@each_game
def test_every_legal_action_is_described_and_read_back(game):
    played = random_game(game, 3)
    for s, legal in list(zip(played.views, played.legal))[:: max(1, len(played.legal) // 8)]:
        told = [game.describe(s, action) for action in legal]
        assert len(set(told)) == len(told)
        assert [game.parse(s, f" {text.upper()} ") for text in told] == legal


@each_game
def test_a_game_written_down_can_be_replayed(game):
    played = random_game(game, 5, game.new())
    moves = [game.describe(s, action) for s, action in zip(played.views, played.actions)]
    assert game.position(" ".join(moves)).tobytes() == played.states[-1].tobytes()


@each_game
def test_equal_positions_reached_by_two_orders_of_moves_are_equal_bytes(game):
    """Each player's moves in another order; whether the positions are equal, the drawing says."""
    rng, met = np.random.default_rng(2), {True: 0, False: 0}
    for seed in range(150 if game.longest < 100 else 30):
        begin = game.new()
        played = random_game(game, seed, begin)
        length = int(rng.integers(2, 9))
        if length >= len(played.actions):
            continue
        first, second = played.actions[:length:2], played.actions[1:length:2]
        mixed = [0] * length
        mixed[::2], mixed[1::2] = rng.permutation(first).tolist(), rng.permutation(second).tolist()
        states = begin
        for action in mixed:
            if states["over"][0] or action not in game.choices(view(states)):
                break
            states = after_in_python(game, states, action)
        else:
            there = played.states[length:length + 1]
            same = board(game, view(there)) == board(game, view(states)) and not states["over"][0]
            met[same] += 1
            assert (game.identity(there) == game.identity(states)) is same
    assert met[True] > 5


@each_game
def test_the_drawing_says_whose_turn_it_is_and_how_the_game_ended(game):
    played = random_game(game, 1)
    assert game.show(played.views[0]).endswith(" to move")
    assert game.show(played.views[-1]).endswith(("has won", "a draw"))


@each_game
def test_an_illegal_move_is_refused_with_the_legal_ones(game):
    with pytest.raises(ValueError, match="not a legal action here; there are "):
        game.position("z99")


@pytest.mark.parametrize("game", [game for game in GAMES if game.shows_wins], ids=str)
def test_wins_finds_a_winning_move_for_either_player_exactly_where_there_is_one(game):
    found = 0
    for seed in range(15):
        for s in random_game(game, seed).states[:-1]:
            for player in (0, 1):
                turned = np.array([s])
                if s["to_move"] != player:
                    turned["mine"] ^= turned["both"]
                    turned["to_move"] = player
                winning = [action for action in game.choices(view(turned))
                           if after_in_python(game, turned, action)["score"][0, player] > 0]
                with np.errstate(over="ignore"):
                    told = game.wins(view(np.array([s])), player)
                assert told in winning if winning else told == -1
                found += bool(winning)
    assert found > 20


@pytest.mark.parametrize(("one", "other"), [
    (ConnectFour(7, 6), ConnectFour(4, 5)), (Hex(7), Hex(8)), (Hex(11), Hex(9)), (HeapGo(5, 5), HeapGo(7, 6)),
    (HeapGo(3, 3), HeapGo("B5 R2 B3 / R7 B1 / R4"))], ids=str)
def test_another_size_within_the_capacity_compiles_nothing(one, other):
    random_game(one, 1)
    before = counts.compiled
    random_game(other, 1)
    assert counts.compiled == before
    assert one.new().dtype == other.new().dtype

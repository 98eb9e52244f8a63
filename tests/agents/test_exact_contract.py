"""The exact players as players: chance, several actions a turn, refusals, interruption, budgets, seeds."""

import _thread
import json
import threading
import time

import numpy as np
import pytest

from tests.agents.test_exact import begun, game_named, positions, thought, twin_values, values
from tests.small_games.pig import Pig
from tests.small_games.stakes import Stakes
from tests.small_games.tricks import Tricks
from tests.small_games.trio import Trio
from treewright.agents.language import agent
from treewright.core.errors import Refused
from treewright.core.game import CHANCE, Game
from treewright.core.record import record
from treewright.core.thinking import Stop

HALF_A_SECOND = 0.5
STAND, ROLL, PAY, FLIP = 0, 1, 2, 3
FACES, ODDS = np.array([1, 2, 6]), np.array([0.5, 0.25, 0.25])


class Dare(Game):
    """Player 0 stands and has 1, or rolls a die that shows 1, 2 or 6; then player 1 pays what it shows, or
    flips a coin and pays 5 or nothing."""

    chance = True
    actions, widest, longest = 4, 3, 4
    score_range = (-6.0, 6.0)
    state = record(shown="i1", coin="i1", to_move="i1", over="i1", score=("f4", 2))

    def legal(self, s, actions):
        actions[0], actions[1] = (STAND, ROLL) if s.to_move == 0 else (PAY, FLIP)
        return 2

    def outcomes(self, s, actions, odds):
        if s.coin:
            actions[0], actions[1] = 0, 1
            odds[0] = odds[1] = 0.5
            return 2
        for face in range(3):
            actions[face], odds[face] = face, ODDS[face]
        return 3

    def play(self, s, action):
        paid = -1
        if s.to_move == CHANCE:
            if s.coin:
                paid = 5 * action
            else:
                s.shown, s.to_move = FACES[action], 1
        elif action == STAND:
            paid = 1
        elif action == PAY:
            paid = s.shown
        else:
            s.coin = action == FLIP
            s.to_move = CHANCE
        if paid >= 0:
            s.over = 1
            s.score[0], s.score[1] = paid, -paid


class Queue(Game):
    """One action and no choice, 900 times, and then a point for player 0."""

    actions, widest, longest = 1, 1, 900
    score_range = (-1.0, 1.0)
    state = record(count="i4", to_move="i1", over="i1", score=("f4", 2))

    def legal(self, s, actions):
        actions[0] = 0
        return 1

    def play(self, s, action):
        s.count += 1
        s.to_move = 1 - s.to_move
        if s.count == self.longest:
            s.over = 1
            s.score[0], s.score[1] = 1, -1


class LongQueue(Queue):
    """The same, with room for more plies than a line may have."""

    longest = 5000


# ---------------------------------------------------------------- chance, and several actions a turn


def test_expectiminimax_weighs_what_chance_may_do():
    """Player 1 pays 1 or 2, and rather flips (2.5) than pay 6: to roll is worth 0.5 + 0.5 + 0.625."""
    found = agent("expectiminimax(depth=2)").search(Dare())
    assert values(found) == {STAND: 1, ROLL: 1.625}
    assert found.choice == ROLL
    assert found.solved


def test_expectiminimax_looks_through_chance_but_not_beyond_its_depth():
    """After the roll it is player 1's turn, and nothing has been scored."""
    found = agent("expectiminimax(depth=1)").search(Dare())
    assert values(found) == {STAND: 1, ROLL: 0}
    assert [row.proven for row in found.rows] == [1, None]


def test_perfect_weighs_chance_too():
    found = agent("perfect()").search(Dare())
    assert values(found) == {STAND: 1, ROLL: 1.625}
    assert found.line.texts == ("1",)


@pytest.mark.parametrize("text", ["alphabeta(memory=1)", "perfect()"])
def test_a_mover_who_keeps_the_turn_goes_on_maximising(text):
    on, known = Stakes(), {}
    player = begun(text, on)
    for position in positions(on, 40, fewest=2):
        wanted, found = twin_values(on, position, known), thought(player, position)
        assert found.value == max(wanted.values()) == wanted[found.choice]


def test_a_long_line_fits_on_the_native_stack():
    found = agent("alphabeta(memory=1)").search(Queue())
    assert found.solved
    assert found.value == 1
    assert found.depth_largest == 900


# ---------------------------------------------------------------- what is refused


@pytest.mark.parametrize(("text", "on", "said"), [
    ("minimax(depth=2)", Trio(), "minimax needs two players whose scores add up to nothing; trio has 3 play"),
    ("alphabeta()", Trio(), "alphabeta needs two players whose scores add up to nothing; trio has 3 players"),
    ("perfect()", Trio(), "perfect needs two players"),
    ("minimax(depth=2)", Pig(), "minimax has no place for chance, which moves in pig; use expectiminimax"),
    ("alphabeta()", Pig(), "alphabeta has no place for chance, which moves in pig; use expectiminimax"),
    ("perfect()", Tricks(), "needs the full state, but tricks hides some of it"),
    ("perfect()", LongQueue(), "5,000 plies of long_queue are too many to look ahead: 1,000 at most"),
    ("minimax(depth=2000)", LongQueue(), "2,000 plies of long_queue are too many to look ahead"),
])
def test_games_that_they_cannot_play(text, on, said):
    with pytest.raises(Refused, match=said):
        agent(text).begin(on, 0, 0)


def test_scores_that_do_not_add_up_to_nothing():
    class Generous(Queue):
        zero_sum = False

    with pytest.raises(Refused, match="two players whose scores add up to nothing; those of generous do not"):
        agent("alphabeta()").begin(Generous(), 0, 0)


@pytest.mark.parametrize(("text", "said"), [
    ("minimax(depth=0)", "depth must be a whole number above 0, not 0"),
    ("minimax(depth=2.5)", "depth must be a whole number above 0, not 2.5"),
    ("expectiminimax(depth=true)", "depth must be a whole number above 0"),
    ("alphabeta(depth=-1)", "depth must be a whole number above 0, not -1"),
    ("alphabeta(seconds=-1)", "seconds must be a number above 0, not -1"),
    ("alphabeta(nodes=0)", "nodes must be a number above 0, not 0"),
    ("alphabeta(memory=-1)", "memory must be a number of megabytes, 0 for no table, not -1"),
    ("alphabeta(evaluate=uniform())", "evaluate must be a"),
    ("perfect(memory=0)", "memory must be a number of megabytes above 0, not 0"),
    ("perfect(ties=lots)", "ties must be one of drawn, numbered, not 'lots'"),
    ("minimax()", "minimax: missing a required argument: 'depth'"),
])
def test_arguments_that_make_no_sense(text, said):
    with pytest.raises(Refused, match=said):
        agent(text)


def test_a_game_that_is_not_small_enough_to_solve():
    said = "connect_four is not small enough to solve: more than 196,608 positions, which fill memory=10"
    with pytest.raises(Refused, match=said):
        agent("perfect(memory=10)").search(game_named("connect_four"))


def test_what_earlier_games_left_makes_room():
    on = game_named("heap_go(4, 4)")
    one, many = agent("perfect(memory=0.1)"), []
    for seed in range(12):
        many.append(one.search(on, on.new(seed)).value)
    assert one.memo.used[0] < 4096
    assert many == [agent("perfect()").search(on, on.new(seed)).value for seed in range(12)]


# ---------------------------------------------------------------- interruption and budgets


@pytest.mark.parametrize("text", ["minimax(depth=42)", "alphabeta()", "perfect(memory=4000)"])
def test_ctrl_c_ends_a_search_with_what_it_has(text):
    player = begun(text, game_named("connect_four"))
    player.see(player.game.new())
    later = threading.Timer(0.2, _thread.interrupt_main)
    later.start()
    start = time.perf_counter()
    choice = player.choose()
    assert time.perf_counter() - start < 0.2 + HALF_A_SECOND
    assert choice in player.game.choices(player.game.new().view(np.recarray)[0])
    assert player.result().interrupted
    assert not player.result().solved
    assert player.result().nodes > 1000


def test_another_thread_can_stop_it_and_it_thinks_again_afterwards():
    player = begun("alphabeta()", game_named("connect_four"))
    player.see(player.game.new())
    threading.Timer(0.1, player.stop).start()
    player.choose()
    assert player.result().interrupted
    player.see(player.game.position("1 2 1 2 1 2"))
    assert player.choose() == 0
    assert player.result().solved
    assert not player.result().interrupted


def test_a_budget_in_seconds_is_kept_and_is_no_interruption():
    found = agent("alphabeta(seconds=0.1)").search(game_named("connect_four"))
    assert 0.1 <= found.seconds < HALF_A_SECOND
    assert not found.interrupted
    assert found.depth_mean >= 5


def test_a_budget_in_nodes_gives_the_last_finished_iteration():
    on = game_named("connect_four")
    found = agent("alphabeta(nodes=5000)").search(on)
    assert found.nodes <= 5001
    depth = int(found.depth_mean)
    again = agent(f"alphabeta(depth={depth})").search(on)
    assert again.rows == found.rows
    assert again.choice == found.choice


def test_within_the_first_iteration_the_best_so_far_counts():
    """One stone of four is the last that player 0 needs; the nodes suffice to look at some of the columns."""
    on = game_named("connect_four")
    for nodes in range(1, 8):
        found = agent(f"alphabeta(nodes={nodes}, ties=numbered)").search(on, on.position("4 1 4 1 4 1"))
        looked_at = [row.action for row in found.rows if row.visits > 0]
        assert sorted(looked_at) == list(range(min(nodes, 4)))
        assert found.choice == (3 if nodes > 3 else 0)
        assert found.solved == (nodes > 3)


# ---------------------------------------------------------------- seeds and ties


@pytest.mark.parametrize("text", ["minimax(depth=3)", "alphabeta(depth=3, memory=1)", "perfect()"])
def test_the_seed_decides_between_equals(text):
    on = game_named("tic_tac_toe")
    choices = [agent(text).search(on, seed=seed).choice for seed in range(30)]
    assert choices == [agent(text).search(on, seed=seed).choice for seed in range(30)]
    assert len(set(choices)) > 4


@pytest.mark.parametrize("text", ["minimax(depth=3, {})", "alphabeta(depth=3, {}, memory=1)", "perfect({})"])
def test_or_the_least_number_is_taken(text):
    text = text.format("ties=numbered")
    assert {agent(text).search(game_named("tic_tac_toe"), seed=seed).choice for seed in range(5)} == {0}


def test_a_rollout_may_value_the_horizon():
    on = game_named("tic_tac_toe")
    text = "minimax(depth=1, evaluate=rollout)"
    found = [agent(text).search(on, seed=seed) for seed in range(40)]
    assert found[0].rows == agent(text).search(on, seed=0).rows
    means = np.mean([[values(one)[cell] for cell in range(9)] for one in found], axis=0)
    assert means.max() > 0.2


def test_a_lost_position_is_held_as_long_as_it_can_be():
    """Player 1 has lost, and at once unless he stops the diagonal."""
    on = game_named("tic_tac_toe")
    for seed in range(10):
        found = agent("alphabeta()").search(on, on.position("1 2 5"), seed=seed)
        assert found.value == -1
        assert found.choice == 8


# ---------------------------------------------------------------- what they say


@pytest.mark.parametrize(("given", "canonical"), [
    ("minimax(3)", "minimax(depth=3)"),
    ("minimax(depth=3, evaluate=rollout())", "minimax(depth=3, evaluate=rollout)"),
    ("expectiminimax(2, ties=numbered)", "expectiminimax(depth=2, ties=numbered)"),
    ("alphabeta()", "alphabeta()"),
    ("alphabeta(memory=64, seconds=0.5, depth=None)", "alphabeta(seconds=0.5)"),
    ("perfect(memory=100)", "perfect(memory=100)"),
])
def test_the_expression_is_canonical_and_makes_the_same_player(given, canonical):
    assert str(agent(given)) == canonical
    assert str(agent(canonical)) == canonical


def test_the_report_says_what_is_a_value_and_what_a_bound():
    """A corner is answered in the middle; the seven other answers lose."""
    on = game_named("tic_tac_toe")
    found = agent("alphabeta(ties=numbered)").search(on, on.position("1"))
    assert found.value == 0
    best, *others = found.rows
    assert (best.low, best.high, best.proven, best.text) == (0, 0, 0, "b2")
    assert all((row.low, row.ceiling, row.proven) == (-np.inf, 0, None) or row.proven == -1 for row in others)
    assert "the position is solved" in str(found)
    told = json.loads(found.to_json())
    assert told["value"] == 0
    assert told["nodes_per_second"] > 0
    assert told["simulations"] == 0


def test_a_search_that_all_are_told_to_stop_returns_at_once():
    player = begun("perfect()", game_named("connect_four"))
    player.see(player.game.new())
    Stop.all()
    try:
        start = time.perf_counter()
        player.choose()
        assert time.perf_counter() - start < HALF_A_SECOND
    finally:
        Stop.none()
    assert player.result().interrupted

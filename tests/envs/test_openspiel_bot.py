"""Our agents in OpenSpiel's own matches, and OpenSpiel's search beside ours."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import treewright as tw
from treewright.core.errors import Refused
from treewright.envs.openspiel import OpenSpiel
from treewright.envs.openspiel_bot import twin
from treewright.envs.openspiel_contest import Contest
from treewright.games.connect_four import ConnectFour
from treewright.games.hex import Hex
from treewright.games.tic_tac_toe import TicTacToe

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (it is in the extra openspiel)")
evaluate_bots = pytest.importorskip("open_spiel.python.algorithms.evaluate_bots").evaluate_bots
pytest.importorskip("open_spiel.python.games")                   # registers the games that are written in Python

ROOT = Path(__file__).parents[2]


def one_game(name, bots, seed=1):
    state = pyspiel.load_game(name).new_initial_state()
    returns = evaluate_bots(state, bots, np.random.RandomState(seed))
    return state.history(), returns


@pytest.mark.parametrize(("name", "kind"), [
    ("tic_tac_toe", TicTacToe), ("connect_four", ConnectFour), ("connect_four(rows=5,columns=6)", ConnectFour),
    ("hex(board_size=5)", Hex), ("hex(board_size=5,swap=True)", OpenSpiel), ("hex(num_rows=3,num_cols=4)", OpenSpiel),
    ("connect_four(x_in_row=5)", OpenSpiel), ("hex(board_size=15)", OpenSpiel), ("breakthrough", OpenSpiel)])
def test_the_twin_is_the_same_game_with_the_same_action_numbers(name, kind):
    theirs = pyspiel.load_game(name)
    ours = twin(theirs)
    assert type(ours) is kind
    state, position = theirs.new_initial_state(), ours.new()
    random = np.random.default_rng(1)
    while not state.is_terminal():
        assert ours.choices(tw.view(position)) == state.legal_actions()
        action = int(random.choice(state.legal_actions()))
        state.apply_action(action)
        with np.errstate(over="ignore"):
            ours.play(tw.view(position), action)
    assert position["over"][0]
    assert position["score"][0].tolist() == state.returns()


@pytest.mark.parametrize("name", ["tic_tac_toe", "python_tic_tac_toe", "pig(winscore=10,horizon=40)"])
def test_a_bot_plays_in_both_seats_and_the_same_seed_plays_the_same_games(name):
    one, two = (one_game(name, [tw.openspiel_bot("uct(simulations=30)", seed=k) for k in (1, 2)]) for _ in range(2))
    assert one == two


def test_one_bot_plays_game_after_game_each_by_a_seed_of_its_own():
    bots = [tw.openspiel_bot("uniform", seed=1), tw.openspiel_bot("uniform", seed=2)]
    histories = [one_game("connect_four", bots)[0] for _ in range(4)]
    assert len({tuple(history) for history in histories}) == 4


def test_a_bot_finds_its_way_in_any_state_that_it_is_shown():
    bot, game = tw.openspiel_bot("uct(simulations=300)"), pyspiel.load_game("tic_tac_toe")
    state = game.new_initial_state()
    for action in (0, 4, 1, 8):
        state.apply_action(action)
    assert bot.step(state) == 2
    assert bot.step(game.new_initial_state()) in range(9)
    other = pyspiel.load_game("connect_four").new_initial_state()
    for action in (3, 0, 3, 0, 3, 0):
        other.apply_action(action)
    assert bot.step(other) in (0, 3)


def test_an_agent_in_openspiels_own_loop_in_cpp():
    state = pyspiel.load_game("tic_tac_toe").new_initial_state()
    ours, theirs = tw.openspiel_bot("uct(simulations=200)"), pyspiel.make_uniform_random_bot(1, 5)
    assert pyspiel.evaluate_bots(state, [ours, theirs], 3)[0] >= 0


@pytest.mark.parametrize("setting", ["without", "with"])
def test_with_equal_settings_it_is_an_even_match(setting):
    *_, tally = Contest(setting, games=40, simulations=60).play()
    assert tally.games == 40
    score = tally.interval()
    assert score.low < 0.5 < score.high


def test_more_simulations_are_seen_in_the_same_contest(monkeypatch):
    contest = Contest("without", games=20, simulations=20)
    monkeypatch.setattr(Contest, "agent", "uct(c=1.4, simulations=600, reuse=false)")
    *_, tally = contest.play()
    assert tally.interval().low > 0.5


@pytest.mark.parametrize(("given", "said"), [
    ({"setting": "fair"}, "a setting is one of without, with, plain, not 'fair'"),
    ({"games": 3}, "games come in pairs"),
    ({"simulations": 1}, "plays at random with fewer than 2 simulations, not 1")])
def test_a_contest_that_makes_no_sense_is_refused(given, said):
    with pytest.raises(Refused, match=said):
        Contest(**given)


def test_the_command_plays_it():
    command = [sys.executable, ROOT / "tools" / "play_openspiel.py", "with", "--games", "2", "--simulations", "10"]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert "uct(c=1.4, simulations=10, solver=true, reuse=false)" in said
    refused = subprocess.run([*command, "--seed", "1", "--games", "3"], capture_output=True, text=True)
    assert (refused.returncode, len(refused.stderr.splitlines())) == (2, 1)

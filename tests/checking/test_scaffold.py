"""What `treewright new` writes: it holds unedited, its rules are those of Kayles, and it is searched fast."""

import time
from functools import cache
from statistics import median

import numpy as np
import pytest

import treewright as tw
from treewright.checking import check
from treewright.cli.new import new
from treewright.core.record import view

NIM_VALUES = (0, 1, 2, 3, 1, 4, 3, 2, 1, 4)
"""Of rows of 0 to 9 skittles (Guy & Smith 1956, table 1)."""


@pytest.fixture(scope="module")
def scaffold(tmp_path_factory):
    file = tmp_path_factory.mktemp("games") / "my_kayles.py"
    assert new(str(file)) == 0
    return file


@pytest.fixture(scope="module")
def game(scaffold):
    return tw.game(str(scaffold))


def test_it_holds_unedited(scaffold):
    report = check(str(scaffold), games=300)
    assert report.holds, str(report)
    assert not report.hints
    assert report.summary().startswith("my_kayles: 300 games, ")
    assert report.summary().endswith(f"... all {len(report.rules)} rules hold")


def test_it_is_short_and_named_after_its_file(scaffold, game):
    lines = [line.strip() for line in scaffold.read_text().splitlines()]
    code = [line for line in lines if line and not line.startswith(("#", '"""'))]
    assert 30 <= len(code) <= 45
    assert max(map(len, scaffold.read_text().splitlines())) <= 115
    assert type(game).__name__ == "MyKayles"


def test_two_skittles_are_knocked_down_only_where_they_stand_side_by_side(game):
    s = view(game.position("2 5-6"))
    assert game.show(s) == "1 . 3 4 . . 7 8 9 10 11 12 13"
    said = [game.describe(s, action) for action in game.choices(s)]
    assert sorted(said, key=lambda text: (len(text.split("-")), int(text.split("-")[0]))) == [
        *(str(pin) for pin in (1, 3, 4, 7, 8, 9, 10, 11, 12, 13)),
        "3-4", "7-8", "8-9", "9-10", "10-11", "11-12", "12-13"]


def test_whoever_knocks_down_the_last_one_wins(game):
    s = view(game.position("1-2 3-4 5-6 7-8 9-10 11-12"))
    assert not s.over
    s = view(game.position("1-2 3-4 5-6 7-8 9-10 11-12 13"))
    assert s.over
    assert list(s.score) == [1, -1]


def test_the_nim_value_of_a_row_is_what_the_books_say(game):
    @cache
    def value(standing):
        states = game.new()
        states["standing"] = standing
        reached = set()
        for action in game.choices(view(states)) if standing else ():
            after = states.copy()
            game.play(view(after), action)
            reached.add(value(int(after["standing"][0])))
        return next(n for n in range(64) if n not in reached)

    assert tuple(value((1 << length) - 1) for length in range(10)) == NIM_VALUES
    assert value(0b11101111) == NIM_VALUES[4] ^ NIM_VALUES[3], "rows side by side are added like nim heaps"


def test_it_plays_a_match(scaffold):
    played = tw.match(str(scaffold), "uct(simulations=400)", "uct(simulations=20)", games=40)
    assert played.games == 40
    assert played.interval().mean > 0.5


def test_it_is_searched_faster_than_openspiel_searches_tic_tac_toe(game):
    pyspiel = pytest.importorskip("pyspiel")
    theirs, agent, simulations = pyspiel.load_game("tic_tac_toe"), tw.uct(simulations=20_000), 20_000
    agent.search(game)

    def our_rate(seed):
        found = agent.search(game, seed=seed)
        return found.simulations / found.seconds

    def their_rate(seed):
        rollout = pyspiel.RandomRolloutEvaluator(1, seed)
        bot = pyspiel.MCTSBot(theirs, rollout, 1.4, simulations, 1000, False, seed, False)
        begun = time.perf_counter()
        bot.step(theirs.new_initial_state())
        return simulations / (time.perf_counter() - begun)

    rates = np.array([(our_rate(seed), their_rate(seed)) for seed in range(7)])
    assert median(rates[:, 0] / rates[:, 1]) >= 1

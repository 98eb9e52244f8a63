"""Every game of the package holds, and so do the small games of the tests."""

from pathlib import Path

import pytest

from treewright.agents.registry import GAMES
from treewright.checking import check
from treewright.checking import playing as module

GAMES_HERE = ["tic_tac_toe", "connect_four", "connect_four(5, 4)", "hex(5)", "bingo3d", "heap_go", "heap_go(2)",
              "phantom_tic_tac_toe", "dark_hex",
              'tubstap("random", columns=4, rows=4, army="I")', "microrts(map=duel8x8, cycles=20)"]
SMALL = sorted((Path(__file__).parents[1] / "small_games").glob("*.py"))


@pytest.mark.parametrize("game", GAMES_HERE)
def test_a_game_of_the_package_holds(game):
    report = check(game, games=40)
    assert report.holds, str(report)
    assert not report.hints, report.hints
    assert report.compared_plies == report.plies


def test_no_game_of_the_package_is_left_out():
    assert {game.partition("(")[0] for game in GAMES_HERE} == set(GAMES)


@pytest.mark.parametrize("file", SMALL, ids=[file.stem for file in SMALL])
def test_a_small_game_holds(file):
    report = check(str(file), games=40)
    assert report.holds, str(report)
    assert not report.hints, report.hints


def test_a_game_that_is_slow_in_plain_python_is_played_on_by_compiled_code(monkeypatch):
    monkeypatch.setattr(module, "PLAIN_PLIES", 50)
    report = check("tic_tac_toe", games=200)
    assert report.holds, str(report)
    assert 50 <= report.compared_plies < 60
    played = f"plain Python played {report.compared_games} of the 200 games ({report.compared_plies} moves)"
    assert played in str(report)


def test_another_seed_plays_other_games():
    one, same, other = (check("tic_tac_toe", games=50, seed=seed) for seed in (1, 1, 2))
    assert one.plies == same.plies
    assert one.plies != other.plies


def test_the_report_is_told_as_it_grows():
    told = []
    check("tic_tac_toe", games=10, watch=lambda report, stage: told.append((stage, report.games, len(report.checked))))
    assert [games for stage, games, _ in told if stage == "playing"][:10] == list(range(1, 11))
    assert told[0][0] == "reading"
    assert [checked for *_, checked in told] == sorted(checked for *_, checked in told)

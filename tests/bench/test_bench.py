"""The benchmark: what it measures, on small amounts of work; never how fast a machine is."""

import json

import pytest

from tests.cli.terminal import treewright
from treewright.bench import environments, measure, ours, tubstap, workers
from treewright.bench.measure import Line, alternate
from treewright.bench.openspiel import bot
from treewright.cli.bench import bench
from treewright.games.tic_tac_toe import TicTacToe
from treewright.select.rave import RAVE


def test_a_comparison_is_the_median_ratio_of_its_rounds_with_their_range(monkeypatch):
    monkeypatch.setattr(measure, "TURN_SECONDS", 0.0)
    peers = iter([1.0, 4.0, 2.0])
    line = alternate("race", "hare", lambda: 8.0, lambda: next(peers), rounds=3, target=3.0)
    assert (line.ratio, line.low, line.high) == (4.0, 2.0, 8.0)
    assert (line.ours, line.peer, line.reached) == (8.0, 2.0, True)


@pytest.mark.parametrize(("unit", "value", "reached"), [("s", 0.4, True), ("s", 0.6, False), ("bytes", 24, True)])
def test_seconds_and_bytes_are_to_stay_below_their_targets(unit, value, reached):
    target = 0.5 if unit == "s" else 32.0
    assert Line("section", "title", value, None, unit, target=target).reached is reached


def test_a_searcher_runs_the_simulations_that_it_says():
    searcher = ours.Searcher(TicTacToe(), RAVE(), simulations=300)
    assert searcher() > 0
    assert searcher.tree.nodes[1]["visits"] == 300


def test_the_peer_searches_the_same_number():
    assert bot("tic_tac_toe", 200)() > 0


def test_the_command_measures_what_was_asked_for():
    said = treewright("bench", "sizes", "help", "--json")
    lines = json.loads(said.out)
    assert said.code == 0
    assert [line["title"] for line in lines] == ["uct", "rave", "treewright --help"]
    assert lines[0]["ours"] == 24
    assert lines[2]["ours"] > 0


def test_the_scaffold_and_the_layouts_are_measured():
    said = treewright("bench", "scaffold", "layouts", "--rounds", "7")
    assert said.code == 0
    assert "scaffolded game" in said.out
    assert "expand=all" in said.out


def test_one_environment_and_many_make_the_moves_that_are_counted(monkeypatch):
    monkeypatch.setattr(measure, "TURN_SECONDS", 0.0)
    monkeypatch.setattr(environments, "GAMES", ("tic_tac_toe",))
    lines = list(environments.many_beside_one(2))
    assert [line.title for line in lines] == ["tic_tac_toe", "tic_tac_toe"]
    assert [line.target for line in lines] == [20.0, None]
    assert all(line.ours > 0 and line.peer > 0 for line in lines)


@pytest.mark.parametrize(("typed", "complaint"), [
    (["spedd"], "bench has no section spedd; there are cluster, compiling, envs, help"),
    (["sizes", "--rounds", "3"], "--rounds must be at least 7, not 3"),
])
def test_what_cannot_be_measured_is_refused(typed, complaint):
    said = treewright("bench", *typed)
    assert said.code == 2
    assert complaint in said.complaint[0]


def test_rollouts_of_tubstap_are_measured_where_they_are_asked_for(monkeypatch, capsys):
    monkeypatch.setattr(measure, "TURN_SECONDS", 0.0)
    monkeypatch.setattr(tubstap, "MAPS", (("A", 20, 0.2),))
    monkeypatch.setattr(tubstap, "SIMULATIONS", 100)
    assert bench(["--tubstap"], rounds=7, json=True) == 0
    lines = json.loads(capsys.readouterr().out)
    assert [(line["title"], line["target"]) for line in lines] == [("tubstap(A), attacking(0.8)", 0.2)]
    assert lines[0]["ours"] > 0
    assert lines[0]["peer"] > 0


def test_workers_and_processes_play_what_they_say_they_measure(monkeypatch):
    monkeypatch.setattr(workers, "GAMES", 4)
    monkeypatch.setattr(workers, "AGENTS", ("uct(simulations=5)", "uct(simulations=6)"))
    with workers.Player(2, 4) as play:
        assert play() > 0
        assert len(list(play.store.records())) == 4
    with workers.process(2) as one, workers.process(2) as other:
        assert workers.together([one, other]) > 0

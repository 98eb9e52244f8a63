"""The benchmark of incentive learning: that it measures what it says, on small amounts of work."""

import json

import numpy as np
import pytest

from treewright.bench import incentive, measure
from treewright.bench.incentive import Twice, Unsorted, agent, parts_of, searching
from treewright.bench.measure import breakdown
from treewright.cli.main import run
from treewright.games.heap_go import HeapGo
from treewright.playout.incentive import Incentive
from treewright.playout.ordered import Ordered
from treewright.playout.rollout import Rollout
from treewright.studies.incentive.readings import BASES

GAME = HeapGo(5)


@pytest.fixture(autouse=True)
def little(monkeypatch):
    monkeypatch.setattr(measure, "TURN_SECONDS", 0.0)
    for name, value in (("SIZES", (5,)), ("SIMULATIONS", 60), ("SETUPS", 2)):
        monkeypatch.setattr(incentive, name, value)


@pytest.mark.parametrize("states", ["tree", "table"])
def test_parts_add_up_to_the_whole(states):
    rates = {"learner": 1e6, "unsorted": 2e6, "untaught": 2.5e6, "tree": 4e6, "twice": 3.2e6}
    if states == "tree":
        rates["tree"] = rates["untaught"]
    runs = {name: (lambda rate=rate: rate) for name, rate in rates.items()}
    lines = list(breakdown("time", runs, "learner", parts_of(states), rounds=3))
    assert [line.peer for line in lines] == [1000] * len(lines)
    assert sum(line.ours for line in lines) == pytest.approx(1000)
    assert sum(line.ratio for line in lines) == pytest.approx(1)
    if states == "table":
        assert [round(line.ours, 1) for line in lines] == [187.5, 62.5, 100, 500, 150]


def test_every_part_is_measured_and_every_ratio_too(monkeypatch, capsys):
    monkeypatch.setattr(incentive, "STATES", ("tree",))
    assert run(["bench", "--incentive", "--rounds", "7", "--json"]) == 0
    lines = json.loads(capsys.readouterr().out)
    assert [(line["title"], line["target"]) for line in lines[:2]] == [
        ("heap_go(5), tree: MAXI / RAND", 0.8), ("heap_go(5), tree: MAXI / UCT", 0.3)]
    assert [line["section"] for line in lines[2:]] == [f"time of {default}, heap_go(5), tree"
                                                       for default in ("MAXI", "RAND") for _ in range(4)]
    assert all(line["unit"] == "ns" and line["low"] <= line["ratio"] <= line["high"] for line in lines[2:])
    assert all(line["ours"] > 0 and line["peer"] > 0 for line in lines[:2])


def test_a_profile_of_the_table_has_what_it_takes_to_keep_positions():
    lines = list(incentive.profile(GAME, "maxi", "table", "time", 1))
    assert [line.title for line in lines] == list(parts_of("table"))
    assert lines[-1].title == "keeping all positions"


def test_the_learner_is_the_plain_reading_of_the_paper():
    for states, reading in BASES.items():
        ours, theirs = agent(GAME, "maxi", states), reading.learner(5, 5, incentive.SIMULATIONS)
        assert (ours.rule.c, ours.states, ours.scale_name) == (theirs.rule.c, theirs.states, theirs.scale_name)
        for name in ("default", "start", "sample", "plies", "others"):
            assert getattr(ours.policy, name) == getattr(theirs.policy, name)
        assert np.array_equal(ours.policy.order, theirs.policy.order)


def test_a_playout_that_is_made_twice_changes_nothing():
    policy = Ordered(list(range(GAME.actions)))
    once, twice = (searching(policy, "tree", leaf).search(GAME, seed=3) for leaf in (None, Twice(Rollout(policy))))
    assert [(row.visits, row.mean) for row in once.rows] == [(row.visits, row.mean) for row in twice.rows]


def test_what_is_not_sorted_learns_all_the_same():
    order = list(range(GAME.actions))[::-1]
    kept = {}
    for kind in (Unsorted, Incentive):
        made = searching(kind("rand", order=order, keep=False), "tree")
        made.search(GAME, seed=3)
        kept[kind] = made.learnt
    assert kept[Unsorted].listed == order != kept[Incentive].listed
    assert np.array_equal(kept[Unsorted].differences.mean, kept[Incentive].differences.mean)
    assert np.any(kept[Unsorted].differences.mean)

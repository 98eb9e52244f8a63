"""The study of policies: its cells, one measurement, the smallest scale through the command, the page."""

import itertools
import re
from pathlib import Path

import numpy as np
import pytest

from tests.cli.terminal import treewright
from treewright.agents.language import agent, game
from treewright.agents.registry import AGENTS, PARTS
from treewright.studies.policies.field import COLUMNS, PLAIN, POLICIES, SIMULATIONS, SLOW, expression
from treewright.studies.policies.page import page
from treewright.studies.policies.study import PAIRS, Policies, condition
from treewright.studies.records import Entry, Records
from treewright.studies.registry import study_named
from treewright.studies.report import PAGES, files_of, records_in


def made_up(pairs, points=(1.0, 0.5), seconds=(1.0, 4.0)):
    """Records of two cells."""
    study = Policies()
    return Records(Entry(study.trial(condition(policy, "hex(5)"), pair), "code",
                         {"points": np.array(points), "cpu": np.array(seconds)})
                   for policy in ("grave", "nst") for pair in range(pairs))


def text(records):
    return files_of(Policies(), records)["policies.md"].decode()


def test_larger_scales_contain_the_smaller_ones_and_every_cell_has_400_games():
    trials = [{(trial.text, trial.seed) for trial in Policies().trials(scale)} for scale in PAIRS]
    for smaller, larger in itertools.pairwise(trials):
        assert smaller < larger
    assert len(trials[-1]) == 200 * len(POLICIES) * len(COLUMNS)
    full = list(Policies().trials("full"))
    assert len(full) == len(trials[-1])
    assert {(one.condition["policy"], one.condition["game"]) for one in full[-200 * len(SLOW):]} == SLOW


@pytest.mark.parametrize("column", COLUMNS, ids=lambda column: column.game)
def test_every_cell_is_an_agent_that_plays_the_game(column):
    made = game(column.game)
    assert len(column.weights) == made.actions
    assert 0 <= min(column.weights) <= max(column.weights) == 1
    for policy in (PLAIN, *POLICIES):
        agent(expression(policy, column, SIMULATIONS)).refuse(made)


def test_every_policy_of_the_field_has_a_row():
    """But for UCB1, which is UCT with another constant, and those that need knowledge of one game."""
    words = set(re.findall(r"[a-z0-9_]+", " ".join(POLICIES.values())))
    searches = {name for name in AGENTS if f"treewright.agents.ready:{name}" == AGENTS[name]} - {"search", "ucb1"}
    learners = {name for name, place in PARTS.items() if place.startswith("treewright.playout")}
    others = {"uniform", "weighted", "by_action", "ordered", "thermostrategy", "attacking", "rollout", "mixed"}
    assert searches <= words
    assert learners - others <= words


def test_the_page_has_every_cell_and_says_what_is_missing():
    told = text(made_up(200))
    assert "| `grave` | – | – | 0.750 [0.740, 0.755] ↑ | – | – |" in told
    assert "| `grave` | – | – | 0.25 (0.25 to 0.25) | – | – |" in told
    assert "Not finished yet: a cell is complete with 400 games" in told
    assert "| `grave` | 0 | 0 | 400 | 0 | 0 |" in told
    assert "| `nst` | 0 | 0 | 6 | 0 | 0 |" in text(made_up(3))
    assert " ↓" in text(made_up(20, points=(0.0, 0.5)))


@pytest.mark.slow
def test_the_smallest_scale_through_the_command(tmp_path):
    store = ("--store", str(tmp_path / "games.db"))
    said = treewright("study", "run", "policies", "--scale", "smoke", *store, "--pages", str(tmp_path), "--export")
    assert said.code == 0
    assert "policies at the scale smoke: 6 of 6 measurements, 6 of them new" in said.out
    assert "6 of 6 measurements, 0 of them new" in treewright(
        "study", "run", "policies", "--scale", "smoke", *store, "--pages", str(tmp_path)).out
    for entry in records_in(Policies(), tmp_path):
        assert set(entry.values["points"]) <= {0.0, 0.5, 1.0}
        assert (entry.values["cpu"] > 0).all()


def test_the_committed_page_is_drawn_from_the_committed_records():
    study, folder = study_named("policies"), Path(PAGES)
    for name, content in files_of(study, records_in(study, folder)).items():
        assert (folder / name).read_bytes() == content
    assert page(records_in(study, folder))

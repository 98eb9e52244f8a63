"""The study of incentive learning: readings, what it measures, its claims, and all of it at the small scale."""

import dataclasses
import itertools
import re
from pathlib import Path

import numpy as np
import pytest

from tests.cli.terminal import treewright
from treewright.agents.search import Search
from treewright.core.errors import Refused
from treewright.games.heap_go import HeapGo
from treewright.playout.rave_order import RaveOrder
from treewright.playout.uniform import Uniform
from treewright.select.uct import UCT
from treewright.studies.claims import Estimate, NotTestable, judge
from treewright.studies.data import data_file, export, load
from treewright.studies.incentive import tables
from treewright.studies.incentive.claims import CLAIMS
from treewright.studies.incentive.feasibility import agreement
from treewright.studies.incentive.learning import match_rates, rave_match_rates
from treewright.studies.incentive.plan import FRESH, PLAYED, RIVALS, SCALES, budgets_of, planned, reading_condition
from treewright.studies.incentive.playing import against, against_perfect, maxi_against_rand
from treewright.studies.incentive.published import POWERS, SIZES, TABLE_ONE
from treewright.studies.incentive.readings import BASES, BEST, PLAIN, READINGS, from_the_top, reading_of
from treewright.studies.incentive.results import NAME, distance, standard_errors, table_one
from treewright.studies.incentive.study import Incentive
from treewright.studies.records import Entry, Records
from treewright.studies.registry import study_named
from treewright.studies.report import PAGES, files_of, records_in

PAPER = Path("../shared/papers/000_3bee1315092d2cfa.txt")


def entry(condition, seed, **values):
    return Entry(Incentive().trial(condition, seed), "code", values)


def made_up(reading, rates, games=10, first=FRESH):
    """Records in which every game has these match rates in Table I, give or take one."""
    return [entry(reading_condition(reading, size), first + k, match=np.array(
        [rates(size, budget) + (-1) ** k for budget in budgets_of(size)])) for size in SIZES for k in range(games)]


def as_in_the_paper(size, budget):
    power = {size ** (2 * power): power for power in POWERS}.get(budget, 2)
    return TABLE_ONE[size, power]


# ---------------------------------------------------------------- readings and plans


def test_the_published_table_is_the_paper_s():
    """Where the paper lies beside the project, its text is read again."""
    assert list(TABLE_ONE) == [(size, power) for size in SIZES for power in POWERS]
    if PAPER.exists():
        rows = re.findall(r"^(\d)×\d\t(.*)$", PAPER.read_text(), re.M)
        assert {(int(size), power): float(cell) for size, cells in rows
                for power, cell in enumerate(cells.split("\t"), 1)} == TABLE_ONE


def test_readings_vary_one_answer_at_a_time():
    assert len(READINGS) == len(set(READINGS)) == 28
    assert {PLAIN, BEST} <= set(READINGS)
    for reading in READINGS:
        assert len(reading.changes) <= 1
        assert reading_of({"part": "any", **reading.condition()}) == reading
    assert str(BEST) == "table, sample=states"


def test_from_the_top_down():
    assert from_the_top(3, 2) == [1, 3, 5, 0, 2, 4]


def test_larger_scales_contain_the_smaller_ones():
    trials = [{(trial.text, trial.seed) for trial in Incentive().trials(scale)} for scale in SCALES]
    for smaller, larger in itertools.pairwise(trials):
        assert smaller < larger


def test_the_paper_s_amounts_are_there():
    """100 games a cell, 1,000 of the three smallest sizes; 1,000 pairs at four budgets."""
    games = {(reading_of(condition), condition["size"]): len(seeds) for condition, seeds in planned("paper")
             if condition["part"] == "readings" and seeds.start == 0}
    assert games == {(reading, size): 100 for reading in READINGS for size in SIZES}
    fresh = {(reading_of(condition), condition["size"]): len(seeds) for condition, seeds in planned("paper")
             if condition["part"] == "readings" and seeds.start == FRESH}
    assert fresh == {(reading, size): 1000 if size < 6 else 100 for reading in (BEST, PLAIN) for size in SIZES}
    pairs = {condition["simulations"]: len(seeds) for condition, seeds in planned("paper")
             if condition["part"] == "figure 6" and condition["states"] == "tree"}
    assert pairs == {100: 1000, 1000: 1000, 10_000: 1000, 100_000: 1000}


# ---------------------------------------------------------------- measuring


def test_rave_and_ride_learn_from_the_same_simulations():
    """With random playouts nothing that is learnt changes a simulation; so the tree is the same."""
    game, visits = HeapGo(3, 3), []
    for policy in (PLAIN.policy(3, 3, "rand"), RaveOrder(default="rand"), Uniform()):
        agent = Search(UCT(c=1.0), policy, simulations=200, reuse=False)
        agent.begin(game, 0, 5)
        agent.see(game.new(3))
        agent.choose()
        visits.append([(row.action, row.visits, row.mean) for row in agent.result().rows])
    assert visits[0] == visits[1] == visits[2]


@pytest.mark.parametrize("reading", [PLAIN, BEST, dataclasses.replace(BASES["table"], session="game")], ids=str)
def test_match_rates_depend_on_the_seed_alone_and_are_those_of_their_budgets(reading):
    condition = {**reading.condition(), "size": 3, "simulations": [9, 81]}
    found = match_rates(condition, 7)["match"]
    assert np.array_equal(found, match_rates(condition, 7)["match"])
    assert found[0] == match_rates({**condition, "simulations": [9]}, 7)["match"][0]
    assert ((found >= 0) & (found <= 100)).all()
    assert not np.array_equal(found, match_rates(condition, 8)["match"])


def test_the_curve_of_rave_s_order():
    found = rave_match_rates({"states": "tree", "c": 1.0, "plays": "own", "size": 3, "simulations": [9, 81]}, 7)
    assert found["match"].shape == (2,)


def test_a_pair_is_two_games_with_the_seats_exchanged():
    found = maxi_against_rand({**BASES["tree"].condition(), "size": 3, "simulations": 20}, 1)
    assert found["scores"].shape == found["seconds"].shape == (2,)
    assert (found["seconds"] > 0).all()
    assert np.array_equal(found["scores"], maxi_against_rand({**BASES["tree"].condition(), "size": 3,
                                                              "simulations": 20}, 1)["scores"])


def test_nobody_wins_points_from_perfect_play():
    """Over a pair, whatever the policy."""
    for pair in range(5):
        lost = against_perfect({"game": "heap_go(3)", "policy": "RAND", "simulations": 5}, pair)["scores"].sum()
        assert lost <= 0


def test_rivals_have_their_own_simulations():
    found = against({"game": "tic_tac_toe()", "rival": "RAND", "simulations": [10, 200_000]}, 3)
    assert found["seconds"][1] > found["seconds"][0]


def test_agreement_of_an_order_with_values():
    assert agreement([2, 0, 1], {0: 0.1, 1: 0.0, 2: 0.5}) == 100
    assert agreement([1, 0, 2], {0: 0.1, 1: 0.0, 2: 0.5}) == 0
    assert agreement([2, 0, 1], {0: 0.1, 1: 0.1, 2: 0.0}) == 0
    assert np.isnan(agreement([0, 1], {0: 0.2, 1: 0.2}))


def test_an_unknown_part_is_refused():
    with pytest.raises(Refused, match="the study incentive has no part 'riddles': it has readings"):
        Incentive().measure({"part": "riddles"}, 0)


# ---------------------------------------------------------------- what is made of it


def test_a_table_like_the_paper_s_has_no_distance_from_it():
    records = Records(made_up(BEST, as_in_the_paper))
    ours = table_one(records, BEST, fresh=True)
    assert distance(ours) == pytest.approx(0)
    assert all(abs(standard_errors(one, key)) < 1e-6 for key, one in ours.items())
    assert np.isnan(distance(table_one(records, BEST, fresh=False))), "the games are fresh"


def test_distance_and_standard_errors_by_hand():
    """All cells two points above; ten games one apart have an error of 1/3, 100 of the paper's the same spread / 10."""
    records = Records(made_up(PLAIN, lambda size, budget: as_in_the_paper(size, budget) + 2))
    ours = table_one(records, PLAIN, fresh=True)
    assert distance(ours) == pytest.approx(2)
    spread = np.sqrt(10 / 9)
    assert standard_errors(ours[3, 1], (3, 1)) == pytest.approx(2 / np.hypot(spread / np.sqrt(10), spread / 10))


def test_the_best_reading_is_chosen_on_seeds_that_are_not_fresh():
    near = made_up(BASES["tree"], as_in_the_paper, first=0)
    far = made_up(BEST, lambda size, budget: 50.0, first=0) + made_up(BEST, as_in_the_paper)
    assert tables.best_reading(Records(near + far)) == BASES["tree"]
    assert tables.best_reading(Records(made_up(BEST, as_in_the_paper))) is None


def test_claims_on_records_like_the_paper_s():
    told = {one.claim.name: one.plain for one in judge(CLAIMS, Records(made_up(BEST, as_in_the_paper)))}
    for name in ("soon above 60% (best)", "first step up (best)", "second step up (best)", "almost 90% (best)"):
        assert told[name] == "holds", name
    assert told["soon above 60% (plain)"] == "not testable"
    assert {"never 100%", "the test tells", "ties rise (tree)"} <= told.keys()


def test_every_claim_can_be_judged_on_too_few_records():
    for claim in CLAIMS:
        assert isinstance(claim.estimate(Records()), NotTestable), claim.name


@pytest.mark.parametrize(("found", "word"), [
    (Estimate(0.6, 0.01, 100), "helps"), (Estimate(0.4, 0.01, 100), "hurts"),
    (Estimate(0.51, 0.02, 100), "no difference shown"), (NotTestable(""), "–")])
def test_words_for_a_score(found, word):
    assert tables.verdict(found, 0.5) == word


def test_every_rival_is_calibrated_in_every_game():
    conditions = [condition for condition, _ in planned("paper") if condition.get("equal") == "time"]
    assert {(one["game"], one["rival"]) for one in conditions} == {(game, rival) for game in PLAYED for rival in RIVALS}
    assert all(theirs > 0 for _, theirs in (one["simulations"] for one in conditions))


# ---------------------------------------------------------------- as a user types it


def test_the_small_scale_from_the_command_line_to_the_page(tmp_path):
    typed = ("study", "run", "incentive", "--scale", "smoke", "--store", str(tmp_path / "kept.db"), "--pages",
             str(tmp_path / "pages"), "--export")
    said = treewright(*typed)
    assert said.code == 0, said.err
    assert re.search(r"incentive at the scale smoke: (\d+) of \1 measurements, \1 of them new", said.out)
    page = (tmp_path / "pages" / "incentive.md").read_text()
    for title in ("Table I", "Every reading", "The ceiling", "Figures 4 and 5", "Figure 6", "The feasibility test",
                  "Against perfect play", "What keeping L\\* step by step loses", "Divide and conquer", "Claims"):
        assert f"## {title}" in page, title
    again = treewright(*typed)
    assert ", 0 of them new" in again.out
    assert (tmp_path / "pages" / "incentive.md").read_text() == page


def test_committed_records_and_their_page_agree():
    """The page and the figures are what the committed records say."""
    study = study_named(NAME)
    records = records_in(study, Path(PAGES))
    assert len(records)
    for name, content in files_of(study, records).items():
        if name.endswith(".md"):
            assert (Path(PAGES) / name).read_bytes() == content, name
        else:
            assert (Path(PAGES) / name).exists(), name


def test_committed_records_that_were_changed_are_refused(tmp_path):
    place = data_file(tmp_path / "data", NAME)
    export(Records(made_up(BEST, as_in_the_paper)), "coins", place)
    said = treewright("study", "report", "incentive", "--pages", str(tmp_path))
    assert said.code == 2
    assert "holds records of the study coins, not of incentive" in said.complaint[0]
    with pytest.raises(Refused):
        load(NAME, place)


@pytest.mark.parametrize(("typed", "complaint"), [
    (("run", "incentive", "--scale", "papr"), "the study incentive has no scale papr; did you mean paper?"),
    (("run", "incentives"), "there is no study incentives; did you mean incentive?"),
    (("report", "incentive", "--pages", "nowhere"), "the study incentive has no records yet"),
])
def test_what_cannot_be_run_is_refused(typed, complaint):
    said = treewright("study", *typed)
    assert said.code == 2
    assert complaint in said.complaint[0]

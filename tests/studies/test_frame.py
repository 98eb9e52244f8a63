"""The frame of studies: verdicts, Holm's correction, data files, running and resuming, the page, estimates."""

import contextlib
import gzip
import json
import math
import time
from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.studies.coins import Coins
from treewright.arena.store import Trial, open_store
from treewright.core.compiling import counts
from treewright.core.errors import Refused
from treewright.core.thinking import Stop
from treewright.studies.claims import Claim, Estimate, NotTestable, holm, judge
from treewright.studies.data import data_file, digest_of, export, load
from treewright.studies.estimate import estimate
from treewright.studies.records import Entry, Records
from treewright.studies.report import blocks_of, files_of, publish, records_in, write
from treewright.studies.running import StudyRun


@pytest.fixture
def store(tmp_path):
    with contextlib.closing(open_store(tmp_path / "measurements.db")) as opened:
        yield opened


def run_of(scale="smoke", committed=None, store=None, **given):
    return StudyRun(Coins(), scale, committed or Records(), store, **given)


def measured(scale="smoke"):
    run = run_of(scale)
    run.run()
    return run.records


# ---------------------------------------------------------------- verdicts


def verdict_of(found, threshold, above=True):
    claim = Claim("it", "they said so", "a quantity", threshold, above, lambda records: found)
    (one,) = judge([claim], Records())
    return one


def test_a_claim_holds_fails_or_is_undecided_by_where_the_interval_lies():
    found = Estimate(0.6, 0.02, 100)
    assert verdict_of(found, 0.5).plain == "holds"
    assert verdict_of(found, 0.5, above=False).plain == "fails"
    assert verdict_of(found, 0.7).plain == "fails"
    assert verdict_of(found, 0.59).plain == "undecided"


def test_an_undecided_claim_says_how_many_games_would_decide():
    told = verdict_of(Estimate(0.55, 0.05, 100), 0.5)
    assert told.plain == "undecided"
    assert told.sentence == "0.55 [0.451, 0.649] from 100 games; 394 would decide"


def test_a_claim_that_cannot_be_tested_says_why():
    told = verdict_of(NotTestable("the paper does not say what it counts"), 0.5)
    assert (told.plain, told.sentence) == ("not testable", "the paper does not say what it counts")


@given(st.floats(-1, 1), st.floats(0.001, 1), st.integers(2, 1000), st.floats(-1, 1))
def test_surprise_and_interval_agree(mean, error, games, threshold):
    found = Estimate(mean, error, games)
    interval = found.interval()
    outside = threshold < interval.low or threshold > interval.high
    assert outside == (found.surprise(threshold) < 0.05) or found.surprise(threshold) == pytest.approx(0.05)


def test_holm_by_hand():
    """0.01 < 0.05 / 4 and 0.013 < 0.05 / 3, but 0.03 > 0.05 / 2, and then nothing more is rejected."""
    assert holm([0.03, 0.01, 0.04, 0.013]) == [False, True, False, True]
    assert holm([]) == []


@given(st.lists(st.floats(0, 1), max_size=20))
def test_holm_rejects_no_more_than_each_alone_and_no_less_than_bonferroni(surprises):
    for p, rejected in zip(surprises, holm(surprises), strict=True):
        assert not rejected or p <= 0.05
        assert rejected or p > 0.05 / len(surprises)


def test_the_verdicts_of_a_study():
    verdicts = {one.claim.name: (one.plain, one.corrected) for one in judge(Coins().claims, measured("quick"))}
    assert verdicts == {"fair": ("holds", "holds"), "heavy": ("fails", "fails"), "close": ("undecided", "undecided"),
                        "lost": ("not testable", "not testable")}


# ---------------------------------------------------------------- data


def test_data_come_back_as_they_were(tmp_path):
    entries = [Entry(Trial("odd", {"b": 1, "a": [1, "x"]}, seed), "c0de",
                     {"n": 3, "x": math.nan, "y": -math.inf, "z": np.array([[1.5, np.inf]], "f4")})
               for seed in (3, 1, 2)]
    place = tmp_path / "odd.jsonl.gz"
    export(Records(entries), "odd", place)
    back = list(load("odd", place))
    assert [entry.trial.seed for entry in back] == [1, 2, 3]
    for entry in back:
        assert (entry.code, entry.values["n"], entry.values["y"]) == ("c0de", 3, -math.inf)
        assert math.isnan(entry.values["x"])
        assert entry.values["z"].dtype == np.float32
        assert np.array_equal(entry.values["z"], [[1.5, np.inf]])


def test_the_same_records_are_the_same_file(tmp_path):
    records = list(measured())
    for name, order in (("one", records), ("two", records[::-1])):
        export(Records(order), "coins", tmp_path / name)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def changed(place, change):
    lines = gzip.decompress(place.read_bytes()).decode().splitlines()
    place.write_bytes(gzip.compress("\n".join(change(lines)).encode()))


@pytest.mark.parametrize(("change", "complaint"), [
    (lambda lines: [*lines[:2], lines[2].replace('"heads":1.0', '"heads":0.0').replace('"heads":0.0', '"heads":0.5'),
                    *lines[3:]], "was changed since it was exported"),
    (lambda lines: lines[:-1], "was changed since it was exported"),
    (lambda lines: [lines[0].replace("coins", "dice"), *lines[1:]], "holds records of the study dice, not of coins"),
    (lambda lines: [lines[0].replace('"format": 1', '"format": 9'), *lines[1:]], "has the format 9"),
    (lambda lines: ["no JSON", *lines[1:]], "cannot be read as a study's records"),
])
def test_data_that_were_tampered_with_are_refused(tmp_path, change, complaint):
    place = tmp_path / "coins.jsonl.gz"
    export(measured(), "coins", place)
    changed(place, change)
    with pytest.raises(Refused, match=complaint):
        load("coins", place)


@pytest.mark.parametrize(("before", "after", "complaint"), [
    ('"heads":1.0', '"heads":"many"', "'many' is no number"),
    ('"heads":1.0', '"heads":null', "None is no number"),
    ('"heads":1.0', '"heads":{"number":"large"}', "KeyError: 'large'"),
    ('"seed":3', '"seed":"3"', "the record of seed '3' has no whole number"),
    ('"code":', '"kode":', "KeyError: 'code'"),
])
def test_records_that_mean_nothing_are_refused_even_where_the_digest_is_theirs(tmp_path, before, after, complaint):
    def forged(lines):
        rest = [line.replace(before, after) for line in lines[1:]]
        assert rest != lines[1:]
        return [json.dumps({**json.loads(lines[0]), "digest": digest_of(rest)}), *rest]

    place = tmp_path / "coins.jsonl.gz"
    export(measured(), "coins", place)
    changed(place, forged)
    with pytest.raises(Refused, match=f"cannot be read as a study's records: .*{complaint}"):
        load("coins", place)


def test_a_record_without_a_value_that_the_page_needs_is_refused():
    records = Records([Entry(Trial("coins", {"bias": 0.5}, 0), "c0de", {"tails": 1.0})])
    with pytest.raises(Refused, match="a record of coins has no heads, but tails"):
        blocks_of(Coins(), records)


def test_a_damaged_file_is_refused_and_a_missing_one_is_empty(tmp_path):
    place = tmp_path / "coins.jsonl.gz"
    assert len(load("coins", place)) == 0
    export(measured(), "coins", place)
    place.write_bytes(place.read_bytes()[:-20])
    with pytest.raises(Refused, match="cannot be read as a study's records"):
        load("coins", place)


# ---------------------------------------------------------------- running


def test_nothing_is_measured_twice(store):
    first, again = run_of(store=store), run_of(store=store)
    first.run()
    assert first.measured == 40
    resumed = run_of(store=store)
    resumed.run()
    assert (resumed.measured, len(resumed.records)) == (0, 40)
    assert len(again.missing) == 40, "it was made before"


def test_committed_records_come_first_and_a_larger_scale_goes_on_from_them():
    run = run_of("quick", committed=measured())
    assert len(run.missing) == 800 - 40
    run.run()
    assert [entry.values for entry in run.records] == [entry.values for entry in measured("quick")]


def test_the_number_of_workers_does_not_matter():
    runs = [run_of(workers=workers) for workers in (1, 3)]
    for run in runs:
        run.run()
    assert [(one.trial, one.values) for one in runs[0].records] == [(one.trial, one.values) for one in runs[1].records]


def test_records_of_older_code_count_and_are_told_or_measured_anew():
    old = Records(Entry(entry.trial, "older", entry.values) for entry in measured())
    assert (run_of(committed=old).older, len(run_of(committed=old).missing)) == (40, 0)
    assert len(run_of(committed=old, anew=True).missing) == 40


def test_a_store_of_another_study_is_added_to_and_nothing_is_taken_from_it(store):
    class Dice(Coins):
        name: ClassVar[str] = "dice"

    run_of(store=store).run()
    run = StudyRun(Dice(), "smoke", Records(), store)
    assert len(run.missing) == 40
    run.run()
    assert [len(list(store.measurements(study))) for study in ("coins", "dice")] == [40, 40]


def test_a_stop_keeps_what_was_measured(store):
    def stop(run):
        if run.measured == 11:
            Stop.all()

    run = run_of(store=store)
    try:
        run.run(stop)
    finally:
        Stop.none()
    assert run.interrupted
    assert len(run_of(store=store).missing) == 40 - run.measured


def test_what_a_measurement_raises_is_heard():
    class Broken(Coins):
        def measure(self, condition: Mapping[str, Any], seed: int):
            raise ZeroDivisionError("no coin")

    with pytest.raises(ZeroDivisionError, match="no coin"):
        StudyRun(Broken(), "smoke", Records()).run()


def test_an_unknown_scale_and_no_workers_are_refused():
    with pytest.raises(Refused, match=r"the study coins has no scale smok; did you mean smoke\?"):
        run_of("smok")
    with pytest.raises(Refused, match="workers must be a whole number above 0"):
        run_of(workers=0)


def test_an_estimate_tries_every_condition_and_reckons_the_rest(store):
    class Slow(Coins):
        weights: ClassVar[dict[float, float]] = {0.5: 1.0, 0.9: 3.0}

        def measure(self, condition: Mapping[str, Any], seed: int):
            time.sleep(0.001 * self.weights[condition["bias"]])
            return super().measure(condition, seed)

        def weight(self, condition: Mapping[str, Any]) -> float:
            return self.weights[condition["bias"]]

    run = StudyRun(Slow(), "quick", Records(), store)
    found = estimate(run, seconds=0.1)
    assert 0 < run.measured < 800
    assert found.measurements_left == 800 - run.measured
    assert found.unseen == 0
    left = sum(Slow.weights[trial.condition["bias"]] for trial in run.missing)
    assert 0.5 < found.core_hours * 3600 / (0.001 * left) < 4


def test_what_waits_for_compiled_code_does_not_count_as_time(store):
    """The first measurement of each condition compiles something that takes a hundred times as long as the rest."""
    class Compiling(Coins):
        seen: ClassVar[set[float]] = set()

        def measure(self, condition: Mapping[str, Any], seed: int):
            if condition["bias"] not in self.seen:
                self.seen.add(condition["bias"])
                counts.compiled += 1
                time.sleep(0.2)
            time.sleep(0.001)
            return super().measure(condition, seed)

    run = StudyRun(Compiling(), "quick", Records(), store)
    found = estimate(run, seconds=0.6)
    assert found.unseen == 0
    assert 0.5 < found.core_hours * 3600 / (0.001 * found.measurements_left) < 4


def test_the_time_left_of_conditions_not_tried_goes_by_their_weight():
    class Weighed(Coins):
        def weight(self, condition: Mapping[str, Any]) -> float:
            return {0.5: 1.0, 0.9: 3.0}[condition["bias"]]

    run = StudyRun(Weighed(), "smoke", Records())
    assert math.isnan(run.core_seconds_left())
    light = next(trial.text for trial in run.trials if trial.condition["bias"] == 0.5)
    run.seconds[light] = [2.0]
    assert run.core_seconds_left() == 20 * 2.0 + 20 * 6.0


# ---------------------------------------------------------------- the page


def test_the_page_is_drawn_from_the_records_alone(tmp_path):
    page = files_of(Coins(), measured("quick"))["coins.md"].decode()
    assert page.startswith("# Coins\n")
    assert "| smoke | seeing that it runs | 40 | 40 |" in page
    assert "| heavy |" in page
    assert "the third coin was lost" in page
    assert "## Tosses" in page
    assert files_of(Coins(), measured("quick"))["coins.md"].decode() == page


def test_publishing_adds_to_what_is_committed(tmp_path):
    smoke = measured()
    written = publish(Coins(), Records(), smoke, tmp_path)
    assert [place.relative_to(tmp_path).as_posix() for place in written] == ["data/coins.jsonl.gz", "coins.md"]
    publish(Coins(), records_in(Coins(), tmp_path), measured("quick"), tmp_path)
    assert len(records_in(Coins(), tmp_path)) == 800
    head = json.loads(gzip.decompress(data_file(tmp_path / "data", "coins").read_bytes()).splitlines()[0])
    assert (head["study"], head["records"]) == ("coins", 800)


def test_a_page_without_records_or_where_nothing_can_be_written_is_refused(tmp_path):
    with pytest.raises(Refused, match="has no records yet: treewright study run coins --scale smoke"):
        files_of(Coins(), Records())
    (tmp_path / "file").write_text("")
    with pytest.raises(Refused, match="cannot be written"):
        write({"page.md": b"text"}, tmp_path / "file")

"""The match rate beside its definition, worked examples, what is left out, and how fast it is."""

import itertools
import json
import time
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from treewright.games.heap_go import HeapGo
from treewright.studies.incentive.match_rate import hotter, match_rate, pairs, random_setup, ranks, temperatures

GIVEN = json.loads((Path(__file__).parents[2] / "cgt" / "data" / "heaps.json").read_text())["heaps"]
SIGN = {"B": 1, "R": -1}

setups = st.builds(random_setup, st.integers(2, 4), st.integers(1, 4), st.integers(0, 10**6))


def rate_pair_by_pair(order, setup):
    """The paper's definition, with the two exclusions."""
    heats, counters, agreed, compared = temperatures(setup), setup.shape[1], 0, 0
    for a, b in itertools.combinations(range(setup.size), 2):
        if a // counters == b // counters or heats[a] == heats[b]:
            continue
        compared += 1
        agreed += (heats[a] > heats[b]) == (list(order).index(a) < list(order).index(b))
    return 100 * agreed / compared, compared


def test_a_match_rate_worked_by_hand():
    """R3 B4 has the temperatures 3 and 11/2. B4 is {4|-4}, B4 B4 is {8||0|-8}: 8 - t meets -4 + t at 6."""
    setup = np.array([[-3, 4], [4, 4]], np.int8)
    assert temperatures(setup) == [3, Fraction(11, 2), 4, 6]
    assert ranks(setup).tolist() == [0, 2, 1, 3]
    assert match_rate([3, 1, 2, 0], hotter(setup)) == 100
    assert match_rate([1, 3, 2, 0], hotter(setup)) == 75
    assert match_rate([1, 0, 2, 3], hotter(setup)) == 25
    assert match_rate([0, 2, 1, 3], hotter(setup)) == 0
    assert pairs(setup) == (4, 0)


def test_the_worked_examples():
    for text, wanted in (("R3 B4", ["3", "11/2"]), ("B5 R2 B3", ["5", "4", "11/2"]),
                         ("R7 B1 R10 B2", ["7", "2", "27/2", "4"])):
        game = HeapGo(text)
        setup = game.new()["counter"][0, :1, :game.tallest]
        assert temperatures(setup) == [Fraction(one) for one in wanted]


def test_temperatures_that_were_computed_elsewhere():
    by_length = {}
    for one in GIVEN:
        by_length.setdefault(len(one["weights"]), []).append(one)
    for heaps in by_length.values():
        setup = np.array([[SIGN[colour] * weight for colour, weight in zip(one["colours"], one["weights"])]
                          for one in heaps], np.int8)
        assert temperatures(setup) == [Fraction(heat) for one in heaps for _, heat in one["values"][1:]]


@settings(deadline=None)
@given(setups, st.randoms())
def test_the_match_rate_is_what_the_paper_says(setup, random):
    order = list(range(setup.size))
    random.shuffle(order)
    compared = pairs(setup).compared
    if compared:
        assert (match_rate(order, hotter(setup)), compared) == rate_pair_by_pair(order, setup)
        assert match_rate(order[::-1], hotter(setup)) == pytest.approx(100 - match_rate(order, hotter(setup)))
        assert match_rate(np.argsort(-ranks(setup)), hotter(setup)) == 100


@given(setups)
def test_equal_temperatures_are_counted(setup):
    heats, counters = temperatures(setup), setup.shape[1]
    on_two_heaps = [(a, b) for a, b in itertools.combinations(range(setup.size), 2) if a // counters != b // counters]
    equal = sum(heats[a] == heats[b] for a, b in on_two_heaps)
    assert pairs(setup) == (len(on_two_heaps) - equal, equal)


def test_without_a_pair_there_is_no_rate():
    assert np.isnan(match_rate([0, 1], hotter(np.array([[3, 4]], np.int8))))
    assert np.isnan(match_rate([0, 1], hotter(np.array([[3], [3]], np.int8))))


def test_chance_agrees_with_half_of_the_pairs():
    rng, truth = np.random.default_rng(1), hotter(random_setup(5, 5, 0))
    rates = [match_rate(rng.permutation(25), truth) for _ in range(2000)]
    assert np.mean(rates) == pytest.approx(50, abs=4 * np.std(rates) / 2000**0.5)


def test_a_random_setup_is_the_one_that_the_game_begins_with():
    for seed in range(5):
        written = HeapGo(3, 5).show(HeapGo(3, 5).new(seed).view(np.recarray)[0])
        again = HeapGo(" / ".join(line[3:] for line in written.splitlines()[:3]))
        assert np.array_equal(again.setup, random_setup(3, 5, seed))


def test_a_hundred_thousand_orders_take_seconds():
    order, truth = np.arange(49, dtype=np.int32), hotter(random_setup(7, 7, 0))
    match_rate(order, truth)
    begun = time.process_time()
    for _ in range(10_000):
        match_rate(order, truth)
    assert time.process_time() - begun < 1

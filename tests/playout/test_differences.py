"""D as a running mean: beside lists of samples, in a square and in a hash table, and what pairs that never met cost."""

from collections import defaultdict
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from treewright.core.compiling import compiled
from treewright.playout import differences as differences_of_pairs
from treewright.playout.differences import DENSE, ENTRY, Differences, Hashed, Square, new_differences

STATM = Path("/proc/self/statm")
PAGE = 4096


def square(actions):
    return Square(np.zeros((actions, actions)), np.zeros((actions, actions), np.int32))


def hashed(actions, size=16):
    return Hashed(np.zeros(size, ENTRY), np.zeros(1, np.int64), actions)


@compiled
def tell(differences: Differences, a: int, b: int, sample: float, amends: bool) -> float:
    return differences.correct(a, b, sample) if amends else differences.note(a, b, sample)


@compiled
def forget(differences: Differences) -> None:
    differences.forget()


samples = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4), st.integers(-20, 20), st.booleans()), max_size=40)


# ---------------------------------------------------------------- a mean, for every pair


def test_a_running_mean_worked_by_hand():
    for differences in (square(4), hashed(4)):
        assert differences.note(2, 1, 8.0) == 8
        assert differences.note(1, 2, 2.0) == (2 - 8) / 2 - -8
        assert (differences.between(2, 1), differences.between(1, 2)) == (3, -3)
        assert (differences.samples(1, 2), differences.samples(2, 1)) == (2, 2)
        assert differences.correct(1, 2, 1.0) == 0.5        # as if the second sample had been 3
        assert differences.between(1, 2) == (3 - 8) / 2
        assert differences.matrix(4)[1, 2] == -differences.matrix(4)[2, 1] == -2.5
        assert np.count_nonzero(differences.matrix(4)) == 2


@settings(deadline=None)
@given(samples)
def test_the_mean_of_all_samples_so_far(samples):
    """Of a pair that met, a sample may be corrected: the last one, here."""
    said = defaultdict(list)
    kinds = square(5), hashed(5, 32)
    for a, b, sample, amends in samples:
        if a == b:
            continue
        mine, other = said[a, b], said[b, a]
        amends = amends and bool(mine)
        before = np.mean(mine) if mine else 0
        if amends:
            mine[-1] += sample
            other[-1] -= sample
        else:
            mine.append(sample)
            other.append(-sample)
        for differences in kinds:
            grown = tell(differences, a, b, float(sample), amends)
            assert grown == pytest.approx(np.mean(mine) - before, abs=1e-9)
            assert differences.between(a, b) == -differences.between(b, a) == pytest.approx(np.mean(mine), abs=1e-9)
            assert differences.samples(a, b) == differences.samples(b, a) == len(mine)
    assert np.array_equal(kinds[0].matrix(5), kinds[1].matrix(5))


@pytest.mark.parametrize("asked", ["plain", "compiled"])
def test_what_is_forgotten_never_met(asked):
    for differences in (square(5), hashed(5)):
        for a, b in ((0, 1), (3, 2), (4, 0)):
            differences.note(a, b, 7.0)
        (forget if asked == "compiled" else type(differences).forget)(differences)
        assert not differences.matrix(5).any()
        assert not any(differences.samples(a, b) for a in range(5) for b in range(5))
        differences.note(3, 2, 1.0)
        assert differences.between(2, 3) == -1


def test_the_hash_table_is_the_same_compiled_and_in_plain_python():
    rng, plain, native = np.random.default_rng(1), hashed(2000, 1024), hashed(2000, 1024)
    for _ in range(900):
        a, b = (int(one) for one in rng.choice(2000, 2, replace=False) % 45 + 1900)
        if a != b:
            sample = float(rng.normal())
            assert plain.note(a, b, sample) == tell(native, a, b, sample, False)
    assert np.array_equal(plain.entries, native.entries)


# ---------------------------------------------------------------- memory


def test_pairs_that_come_when_the_table_is_full_are_left_out_and_those_that_met_go_on():
    differences = hashed(1000, 16)
    for k in range(20):
        differences.note(k, 999, 1.0)
    assert differences.taken[0] == 12
    assert [differences.samples(k, 999) for k in range(20)] == [1] * 12 + [0] * 8
    assert differences.note(15, 999, 5.0) == differences.correct(15, 999, 5.0) == differences.between(15, 999) == 0
    assert differences.note(3, 999, 3.0) == 1
    assert differences.between(999, 3) == -2


@pytest.mark.parametrize("pairs", [1, 12, 13, 1000, 49_152, 49_153, 1_000_000])
def test_there_is_room_for_as_many_pairs_as_were_asked_for(pairs):
    differences = new_differences(DENSE + 1, pairs)
    assert isinstance(differences, Hashed)
    size = differences.entries.size
    assert size & (size - 1) == 0
    assert pairs <= 3 * size // 4
    assert size <= max(16, 8 * pairs / 3)


def test_a_square_is_for_games_that_do_not_have_too_many_actions():
    assert isinstance(new_differences(DENSE, 1), Square)
    assert isinstance(new_differences(DENSE + 1, 1), Hashed)


def resident():
    """Bytes of this process that are in memory."""
    return int(STATM.read_text().split()[1]) * PAGE


@pytest.mark.skipif(not STATM.exists(), reason="only Linux tells how much memory is used")
@pytest.mark.parametrize("actions", [DENSE, 30_000])
def test_pairs_that_never_met_cost_nothing(actions):
    """Ten times 12 megabytes as a square, or ten times 48 for a million pairs; 30,000 actions have 900 million pairs,
    which would take 10,800 megabytes as a square. Some of it may be memory that was used before, and is wiped."""
    before = resident()
    kept = [new_differences(actions, 1_000_000) for _ in range(10)]
    promised = sum(array.nbytes for one in kept for array in vars(one).values() if isinstance(array, np.ndarray))
    assert promised > 100e6
    assert resident() - before < promised / 10
    for one in kept:
        one.note(3, 5, 1.0)
        assert one.between(5, 3) == -1
        assert one.between(7, 9) == 0


@pytest.mark.parametrize("dense", [1000, 0])
def test_the_largest_pair_of_actions_has_a_place(dense, monkeypatch):
    monkeypatch.setattr(differences_of_pairs, "DENSE", dense)
    differences = new_differences(500, 10)
    differences.note(499, 498, 2.0)
    differences.note(0, 1, 3.0)
    assert (differences.between(498, 499), differences.between(1, 0), differences.between(0, 0)) == (-2, -3, 0)

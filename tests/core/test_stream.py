"""The random numbers: the published generator, the same in Python and compiled, uniform, one tree of seeds."""

import numpy as np
import pytest

from treewright.core.compiling import compiled
from treewright.core.stream import Stream, branch, shuffle

MASK = 2**64 - 1


def reference(state, n):
    """xoroshiro128++ in Python's own integers, after the description by Blackman & Vigna."""
    a, b = state
    for _ in range(n):
        total = (a + b) & MASK
        yield (((total << 17) | (total >> 47)) + a) & MASK
        b ^= a
        a, b = ((a << 49) | (a >> 15)) & MASK ^ b ^ (b << 21) & MASK, (b << 28) & MASK | (b >> 36)


@compiled
def draw(rng, bits, below, random):
    for k in range(bits.size):
        bits[k] = rng.bits()
    for k in range(below.size):
        below[k] = rng.below(10)
    for k in range(random.size):
        random[k] = rng.random()


def drawn(seed):
    bits, below, random = np.zeros(100, np.uint64), np.zeros(20_000, np.int64), np.zeros(20_000)
    draw(Stream(seed), bits, below, random)
    return bits, below, random


def test_the_bits_are_those_of_xoroshiro():
    start = [int(word) for word in np.random.SeedSequence(7).generate_state(2, np.uint64)]
    assert drawn(7)[0].tolist() == list(reference(start, 100))


@pytest.mark.filterwarnings("ignore:overflow")
def test_plain_python_draws_the_same():
    rng, (bits, _, _) = Stream(7), drawn(7)
    assert [int(rng.bits()) for _ in range(100)] == bits.tolist()
    assert 0 <= rng.below(3) < 3
    assert 0 <= rng.random() < 1


def test_draws_are_uniform():
    _, below, random = drawn(3)
    counts = np.bincount(below, minlength=10)
    assert ((counts - 2000) ** 2 / 2000).sum() < 27.9        # chi-square with 9 degrees of freedom, one in a thousand
    assert abs(random.mean() - 0.5) < 4 * np.sqrt(1 / 12 / 20_000)


def test_branches_of_a_seed_differ_and_repeat():
    states = {tuple(Stream(branch(5, *path)).state.tolist()) for path in [(), (0,), (1,), (0, 0), (0, 1)]}
    assert len(states) == 5
    assert branch(branch(5, 0), 1).spawn_key == branch(5, 0, 1).spawn_key


def test_a_shuffle_reaches_every_order_alike():
    counts: dict[tuple[int, ...], int] = {}
    rng = Stream(1)
    for _ in range(6000):
        items = np.arange(3)
        shuffle(items, 3, rng)
        counts[tuple(items.tolist())] = counts.get(tuple(items.tolist()), 0) + 1
    assert len(counts) == 6
    assert sum((n - 1000) ** 2 / 1000 for n in counts.values()) < 20.5       # 5 degrees of freedom, one in a thousand

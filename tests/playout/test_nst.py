"""NST: what is learnt of sequences, when they count, and what is too much to remember."""

import numpy as np
import pytest

from tests.playout.told import learnt, traced
from treewright.core.component import fitted
from treewright.core.errors import Refused
from treewright.core.record import view
from treewright.core.stream import Stream
from treewright.games.heap_go import HeapGo
from treewright.games.hex import Hex
from treewright.playout.nst import NST

GAME = HeapGo(6, 1)
"""Two players and six actions, all legal in the beginning."""
a, b, c, d, e, f = range(6)
LINE = [(0, a), (1, b), (0, c)]


def worth(policy, moves, player, action):
    """What the policy thinks of an action after some moves of a simulation."""
    trace = traced(GAME, moves, 0)
    longest = policy.reach(trace, len(moves))
    return float(policy.worth(GAME, trace, len(moves), longest, player, action))


def test_an_action_is_worth_the_mean_of_what_is_known():
    """c is played three times by player 0: after a b for 1, after d b for -1, and first for 0.5."""
    told = [(LINE, 1), ([(0, d), (1, b), (0, c)], -1), ([(0, c)], 0.5)]
    policy = learnt(NST(k=1), GAME, told)
    alone, after_b = 0.5 / 3, 0.0
    assert worth(policy, [], 0, c) == pytest.approx(alone)
    assert worth(policy, [(0, f), (1, b)], 0, c) == pytest.approx((alone + after_b) / 2)
    assert worth(policy, [(0, a), (1, b)], 0, c) == pytest.approx((alone + after_b + 1) / 3)
    assert worth(policy, [(0, a), (1, b)], 1, c) == 1, "the other player never played it"


def test_sequences_count_from_k_plays_on():
    for times, known in ((2, 1.0), (3, (1.0 + 1 + 1) / 3)):
        policy = learnt(NST(k=3), GAME, [(LINE, 1)] * times)
        assert worth(policy, LINE[:2], 0, c) == pytest.approx(known)
    policy = learnt(NST(k=3), GAME, [(LINE, 1)] * 2 + [([(0, c)], -1)] * 2)
    assert worth(policy, LINE[:2], 0, c) == pytest.approx(0.0)


def test_no_sequence_reaches_over_chance():
    policy = NST()
    assert policy.reach(traced(GAME, [(0, a), (-1, b), (1, c)], 0), 3) == 2
    assert policy.reach(traced(GAME, LINE, 0), 0) == 1


def test_the_best_is_taken_and_sometimes_any():
    policy = learnt(NST(epsilon=0.25), GAME, [([(0, action)], -1) for action in (a, b, d, e, f)])
    trace, actions, rng = traced(GAME, [], 0), np.zeros(GAME.widest, np.int32), Stream(1)
    with np.errstate(over="ignore"):
        taken = [int(policy.choose(GAME, view(GAME.new(1)), trace, actions, rng)) for _ in range(600)]
    assert taken.count(c) / 600 == pytest.approx(0.75 + 0.25 / 6, abs=0.06)
    assert set(taken) == set(range(6))


def test_more_than_fits_is_refused():
    with pytest.raises(Refused, match="nst needs k of at least 1, epsilon from 0 to 1 and length 1, 2 or 3"):
        NST(length=4)
    with pytest.raises(Refused, match="nst: sequences of 3 of the 625 actions of heap_go take 7,825 megabytes"):
        fitted(NST(), HeapGo(25, 25))
    assert fitted(NST(length=2), Hex(13)).mean.size == 2 * (169 + 169**2)

"""What incentive learning would learn in the end: exact values of Heap-Go, and the exact D (equation 18).

A state is a height for each heap and a player to move. Its number is that of the heights, the first heap counting
fastest: h0 + h1 (n + 1) + h2 (n + 1)^2 + ... A move makes the number smaller, so that one pass from 0 upwards knows all
that follows from a state when it comes to it.

    value(s)    what the player to move still gets more than the other, if both play best
    Q(s, a)     what he gets if he plays a: its points less the value of what is left, for the other
    D(a, b)     the mean of Q(s, a) - Q(s, b) over all states in which both a and b can be played, those with Left to
                move and those with Right to move, each state once

Each Q is that of the player who moves: "the left's goal is to maximize the outcome, and the right's goal is to minimize
the outcome, both players try to maximize their own move incentives". The points that were taken on the way to a state
are the same for a and b. All states are those of the sum of games, in which every height of every heap occurs: the
paper counts 144 for figure 2. A game from the start, in which Left begins and the players alternate, meets only some of
them, and D can be had of those alone.
"""

import numpy as np

from treewright.core.compiling import compiled
from treewright.core.errors import Refused

MOST_STATES = 100_000_000
"""Heights of all heaps; each takes 8 bytes."""


def values(setup: np.ndarray) -> np.ndarray:
    """int32[player, state]: what the player to move (0 Left, 1 Right) still gets more than the other."""
    below, points = moves(setup)
    found = np.zeros((2, states(setup)), np.int32)
    fill(found, below, points)
    return found


def exact_differences(setup: np.ndarray, alternating: bool = False) -> np.ndarray:
    """D, for the actions of Heap-Go: float64[a, b] for a, b = heap * counters + place; 0 on the same heap.

    If `alternating`, only over the states that a game from the start can meet; pairs that never meet there have 0."""
    below, points = moves(setup)
    heaps, counters = setup.shape
    known = values(setup)
    among = np.ones(known.shape, np.bool_)
    if alternating:
        among[:] = False
        among[0, -1] = True
        reach(among, below)
    sums, met = np.zeros((2, heaps, counters, heaps, counters))
    collect(sums, met, known, among, below, points)
    one_sign = (sums / np.maximum(met, 1)).reshape(setup.size, setup.size)
    return one_sign - one_sign.T


def states(setup: np.ndarray) -> int:
    """How many choices of heights there are."""
    heaps, counters = setup.shape
    count = (counters + 1) ** heaps
    if count > MOST_STATES:
        raise Refused(f"{heaps} heaps of {counters} counters have {count:,} states, more than {MOST_STATES:,}")
    return count


def moves(setup: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """int64[player, heap, height]: the height that a move leaves, and the points that it takes.

    Left takes counters until he took a red one (negative) or none is left, Right until he took a blue one."""
    heaps, counters = setup.shape
    if np.any(setup == 0):
        raise Refused("every heap must be full: a counter has a weight other than 0")
    below, points = np.zeros((2, 2, heaps, counters + 1), np.int64)
    total = np.pad(np.abs(setup.astype(np.int64)).cumsum(axis=1), ((0, 0), (1, 0)))
    for player, stops in enumerate((setup < 0, setup > 0)):
        last = np.where(stops, np.arange(counters), 0)
        below[player, :, 1:] = np.maximum.accumulate(last, axis=1)
        points[player] = total - np.take_along_axis(total, below[player], axis=1)
    return below, points


@compiled
def options(q: np.ndarray, values: np.ndarray, state: int, heights: np.ndarray, player: int, below: np.ndarray,
            points: np.ndarray) -> int:
    """Fill in Q of the move on each heap that is not empty; the largest of them, 0 if all heaps are empty."""
    best, stride = -(1 << 40), 1
    for heap in range(len(heights)):
        height = heights[heap]
        if height > 0:
            after = state - (height - below[player, heap, height]) * stride
            q[heap] = points[player, heap, height] - values[1 - player, after]
            best = max(best, q[heap])
        stride *= below.shape[2]
    return best if state > 0 else 0


@compiled
def following(heights: np.ndarray, tallest: int) -> None:
    """The heights of the state with the next number."""
    for heap in range(len(heights)):
        if heights[heap] < tallest:
            heights[heap] += 1
            return
        heights[heap] = 0


@compiled
def fill(values: np.ndarray, below: np.ndarray, points: np.ndarray) -> None:
    """The values of all states, the smaller numbers first."""
    heights, q = np.zeros(below.shape[1], np.int64), np.zeros(below.shape[1], np.int64)
    for state in range(values.shape[1]):
        for player in range(2):
            values[player, state] = options(q, values, state, heights, player, below, points)
        following(heights, below.shape[2] - 1)


@compiled
def reach(among: np.ndarray, below: np.ndarray) -> None:
    """Mark all states that can follow those that are marked, the larger numbers first."""
    heights, base = np.zeros(below.shape[1], np.int64), below.shape[2]
    for state in range(among.shape[1] - 1, 0, -1):
        number, stride = state, 1
        for heap in range(len(heights)):
            heights[heap] = number % base
            number //= base
        for heap in range(len(heights)):
            for player in range(2):
                if among[player, state] and heights[heap] > 0:
                    among[1 - player, state - (heights[heap] - below[player, heap, heights[heap]]) * stride] = True
            stride *= base


@compiled
def collect(sums: np.ndarray, met: np.ndarray, values: np.ndarray, among: np.ndarray, below: np.ndarray,
            points: np.ndarray) -> None:
    """For each pair of heaps, the first before the second, the sum of the differences of Q over the states that are
    marked, and their number."""
    heaps = below.shape[1]
    heights, q = np.zeros(heaps, np.int64), np.zeros(heaps, np.int64)
    for state in range(values.shape[1]):
        for player in range(2):
            if among[player, state]:
                options(q, values, state, heights, player, below, points)
                for i in range(heaps):
                    for j in range(i + 1, heaps):
                        if heights[i] > 0 and heights[j] > 0:
                            sums[i, heights[i] - 1, j, heights[j] - 1] += q[i] - q[j]
                            met[i, heights[i] - 1, j, heights[j] - 1] += 1
        following(heights, below.shape[2] - 1)

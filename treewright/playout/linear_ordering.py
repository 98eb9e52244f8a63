"""The order of least cost from all that D says at once: from scratch by a rule of thumb, and exactly.

    Cost(L, D) = sum of D+(a_i, a_j) over i > j,    D+(a, b) = max(D(a, b), 0)        (23, 24)
    L* = arg min Cost(L, D)                                                           (25)

(Kao et al. 2013). This is the linear ordering problem (Martí & Reinelt, "The Linear Ordering Problem", 2011), in
general NP-hard. D is a square with D(b, a) = -D(a, b), as `Differences.matrix` gives it. Pairs with D = 0, that never
met or are equal, cost nothing either way. Where several orders cost the same, the same D always gets the same one.

`order.Order.prefer` keeps an order step by step while D grows; what that loses is seen beside these.
"""

from typing import Any, NamedTuple

import numpy as np
from scipy.sparse.csgraph import connected_components

from treewright.core.compiling import compiled
from treewright.core.errors import Refused
from treewright.playout.cycle_cuts import least_turned
from treewright.playout.order import read_order

BY_SUBSETS = 20
"""So many actions that all depend on each other take 9 megabytes, 2**20 of a float64 and a byte; more are solved by
linear programming."""
EQUAL = 1e-12
"""A move must save more than this part of all differences: rounding alone must not let two orders take turns."""


class Optimum(NamedTuple):
    """An order, what it costs, and a cost below which no order can be: the same if the order is `proven` to be best."""

    order: np.ndarray
    """int32[n]: action numbers, the best first."""
    cost: float
    bound: float
    proven: bool


def cost(order: Any, differences: np.ndarray) -> float:
    """Of an order of some or all actions, the best first: the sum of the differences that it gets wrong (23)."""
    order = read_order(order, "the order")
    if order.max() >= len(differences):
        raise Refused(f"D has the actions 0 to {len(differences) - 1}, but the order names {order.max()}")
    return float(np.triu(np.maximum(-differences[np.ix_(order, order)], 0), 1).sum())


def from_scratch(differences: np.ndarray) -> np.ndarray:
    """A good order by a rule of thumb, in about n**2 steps times a few.

    First the action that is better than all others together, then of those left the one that is better than all others
    left (after Becker 1967, who takes the quotient of gains and losses). Then, as long as the move of one action to
    another place lowers the cost, the best such move of each action in turn."""
    differences = checked(differences)
    order = greedy(differences)
    settle(order, differences, EQUAL * np.abs(differences).sum())
    return order


def exact(differences: np.ndarray, seconds: float = 60.0) -> Optimum:
    """The order of least cost.

    Actions whose differences go round in no circle stand as D says. Those that do fall into groups, each of which is
    solved alone: by dynamic programming over subsets (Lawler 1964) or, with more than `BY_SUBSETS` actions, by linear
    programming, to a millionth of the largest difference and in so many seconds in all. If they do not suffice,
    `proven` is False, and the order of this group that from scratch."""
    differences = checked(differences)
    scratch, parts = from_scratch(differences), []
    for group in groups(differences):
        inside = differences[np.ix_(group, group)]
        if len(group) <= BY_SUBSETS:
            best = by_subsets(inside)
            parts.append((group[best], 0.0))
        else:
            start = np.searchsorted(group, scratch[np.isin(scratch, group)])
            best, gap, spent = least_turned(inside, start, seconds)
            seconds = max(seconds - spent, 0.0)
            parts.append((group[best], gap))
    order = np.concatenate([part for part, _ in parts]).astype(np.int32)
    found, gap = cost(order, differences), sum(gap for _, gap in parts)
    return Optimum(order, found, found - gap, gap == 0)


def checked(differences: Any) -> np.ndarray:
    """D as float64; refused if it is no square in which D(b, a) = -D(a, b)."""
    square = np.ascontiguousarray(differences, np.float64)
    if square.ndim != 2 or square.shape[0] != square.shape[1] or not len(square):
        raise Refused(f"D must be a square, one row and one column for each action, not of shape {square.shape}")
    if not np.array_equal(square, -square.T) or not np.all(np.isfinite(square)):
        raise Refused("D must be finite, and D(b, a) = -D(a, b)")
    return square


def groups(differences: np.ndarray) -> list[np.ndarray]:
    """The actions in groups, the better groups first: no action of a later group is better than one of an earlier.

    These are the strong components of the graph of "is better than". Of several groups that could stand next, the one
    with the smallest action number does."""
    better = differences > 0
    count, label = connected_components(better, connection="strong")
    members = [np.flatnonzero(label == k) for k in range(count)]
    above = [{int(k) for k in np.unique(label[better[:, group].any(axis=1)])} - {mine}
             for mine, group in enumerate(members)]
    listed: list[np.ndarray] = []
    placed: set[int] = set()
    while len(placed) < count:
        following = min((k for k in range(count) if k not in placed and above[k] <= placed),
                        key=lambda k: int(members[k][0]))
        placed.add(following)
        listed.append(members[following])
    return listed


@compiled
def greedy(differences: np.ndarray) -> np.ndarray:
    """Always the action with the largest sum of D over those that are left; of equal ones, the smallest number."""
    n = len(differences)
    advantage, left = differences.sum(axis=1), np.ones(n, np.bool_)
    order = np.empty(n, np.int32)
    for place in range(n):
        best = -1
        for action in range(n):
            if left[action] and (best < 0 or advantage[action] > advantage[best]):
                best = action
        order[place], left[best] = best, False
        for action in range(n):
            advantage[action] -= differences[action, best]
    return order


@compiled
def settle(order: np.ndarray, differences: np.ndarray, equal: float) -> None:
    """Move single actions to where they cost least, until no move saves more than `equal`."""
    unsettled = len(order)
    while unsettled > 0:
        unsettled -= 1
        for action in range(len(order)):
            if insert_best(order, differences, action, equal):
                unsettled = len(order)


@compiled
def insert_best(order: np.ndarray, differences: np.ndarray, action: int, equal: float) -> bool:
    """Move one action to where it costs least; False if it stays. D+(x, y) - D+(y, x) = D(x, y), so what a move saves
    is a sum of D over the actions that are passed."""
    here = 0
    while order[here] != action:
        here += 1
    best, target = equal, here
    saved = 0.0
    for place in range(here - 1, -1, -1):
        saved += differences[action, order[place]]
        if saved > best:
            best, target = saved, place
    saved = 0.0
    for place in range(here + 1, len(order)):
        saved -= differences[action, order[place]]
        if saved > best:
            best, target = saved, place
    step = 1 if here < target else -1
    for place in range(here, target, step):
        order[place] = order[place + step]
    order[target] = action
    return target != here


@compiled
def by_subsets(differences: np.ndarray) -> np.ndarray:
    """The order of least cost by dynamic programming: least[S] is what the actions of S cost at least among themselves,
    as the first of the order. The last of them, a, stands wrongly behind those than which it is better, so

        least[S] = min over a in S of least[S - a] + sum of D+(a, b) over b in S - a."""
    n = len(differences)
    sets = 1 << n
    least, last = np.empty(sets), np.zeros(sets, np.int8)
    worse = subset_sums(differences)
    low = (1 << (n + 1) // 2) - 1
    least[0] = 0.0
    for chosen in range(1, sets):
        cheapest = np.inf
        for a in range(n):
            if chosen >> a & 1:
                rest = chosen ^ (1 << a)
                here = least[rest] + worse[0, a, rest & low] + worse[1, a, rest >> (n + 1) // 2]
                if here < cheapest:
                    cheapest, last[chosen] = here, a
        least[chosen] = cheapest
    order = np.empty(n, np.int64)
    chosen = sets - 1
    for place in range(n - 1, -1, -1):
        order[place] = last[chosen]
        chosen ^= 1 << order[place]
    return order


@compiled
def subset_sums(differences: np.ndarray) -> np.ndarray:
    """float64[half, a, T]: the sum of D+(a, b) over the b in T, a subset of the lower or of the upper half of all."""
    n = len(differences)
    half = (n + 1) // 2
    sums = np.zeros((2, n, 1 << half))
    for upper in range(2):
        for a in range(n):
            for subset in range(1, 1 << half):
                lowest = 0
                while not subset >> lowest & 1:
                    lowest += 1
                b = lowest + half * upper
                gain = max(differences[a, b], 0.0) if b < n else 0.0
                sums[upper, a, subset] = sums[upper, a, subset & (subset - 1)] + gain
    return sums

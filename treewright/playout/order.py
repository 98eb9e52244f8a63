"""L*: the actions in an order, kept near the one of least ordering cost (Kao et al. 2013, equations 21 to 25).

    Cost(L, D) = sum of D+(a_i, a_j) over i > j,    D+(a, b) = max(D(a, b), 0)        (23, 24)

is the sum of all differences that the order gets wrong, and L* is the order where it is least. When D+(b, a) has grown
and a stands before b, there are three things to do, and the cheapest is done (25):

    L_A    a goes right after b
    L_B    b goes right before a
    L_C    nothing

D+(x, y) - D+(y, x) = D(x, y), so what each of them saves is a plain sum of D over the actions that are passed.
`linear_ordering` has the same order from scratch, and exactly.
"""

from typing import Any

import numpy as np

from treewright.core.compiling import compiled
from treewright.core.component import Component, declares, python_only
from treewright.core.errors import Refused
from treewright.playout.differences import Differences


@declares
class Order(Component):
    """A sequence of all actions, the first the best. The first `met` of them have been compared."""

    listed: np.ndarray
    """int32[place]: the action that stands there."""
    place: np.ndarray
    """int32[action]: where an action stands."""
    met: np.ndarray
    """int64[1]."""

    def prefer(self, better: int, worse: int, differences: Differences) -> None:
        """D+(better, worse) has grown: put the two right if that costs less than it saves."""
        i, j = self.place[worse], self.place[better]
        if j < i or differences.between(better, worse) <= 0:
            return
        after = before = 0.0
        for k in range(i, j + 1):
            after += differences.between(worse, self.listed[k])
            before -= differences.between(better, self.listed[k])
        if after <= before and after < 0:
            self.move(i, j)
        elif before < 0:
            self.move(j, i)

    def move(self, source: int, target: int) -> None:
        """The action at one place goes to another, those between make room."""
        action, step = self.listed[source], 1 if source < target else -1
        for k in range(source, target, step):
            self.listed[k] = self.listed[k + step]
            self.place[self.listed[k]] = k
        self.listed[target] = action
        self.place[action] = target

    def meet(self, action: int) -> None:
        """An action is compared for the first time: it goes to the end of those that were."""
        here, target = self.place[action], self.met[0]
        if here >= target:
            other = self.listed[target]
            self.listed[here], self.listed[target] = other, action
            self.place[other], self.place[action] = here, target
            self.met[0] += 1

    @python_only
    def arrange(self, actions: Any) -> None:
        """Start again with this sequence."""
        self.listed[:] = actions
        self.place[self.listed] = np.arange(len(self.listed))
        self.met[0] = 0


def new_order(actions: int) -> Order:
    """By number."""
    return Order(np.arange(actions, dtype=np.int32), np.arange(actions, dtype=np.int32), np.zeros(1, np.int64))


@compiled
def first_of(place: np.ndarray, actions: np.ndarray, n: int) -> int:
    """Of the n actions, the one that stands first."""
    best = actions[0]
    for k in range(1, n):
        if place[actions[k]] < place[best]:
            best = actions[k]
    return best


def read_order(given: Any, what: str) -> np.ndarray:
    """A list of action numbers, each once."""
    try:
        order = np.asarray(given)
    except ValueError:  # lists of several lengths
        order = np.empty(0)
    if order.ndim != 1 or len(order) == 0 or not np.issubdtype(order.dtype, np.integer) or np.any(order < 0):
        raise Refused(f"{what} must be a list of action numbers")
    if len(np.unique(order)) < len(order):
        raise Refused(f"{what} must name each action once")
    return order.astype(np.int64)


def completed(order: np.ndarray, game: Any) -> np.ndarray:
    """The order, and behind it the actions of the game that it leaves out, by number."""
    if len(order) and order.max() >= game.actions:
        raise Refused(f"{game.name} has the actions 0 to {game.actions - 1}, but the order names {order.max()}")
    return np.concatenate([order, np.setdiff1d(np.arange(game.actions, dtype=np.int32), order)])

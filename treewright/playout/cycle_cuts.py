"""The linear ordering problem by linear programming, with cuts against cycles (Grötschel, Jünger & Reinelt 1984).

A good order is given; y says of each pair whether it is to be turned round against it, and costs what D says. Turned
pairs make an order again if no three actions go round in a circle:

    0 <= y(a, b) + y(b, c) - y(a, c) <= 1        for a before b before c in the given order.

Few of these n**3 / 6 lines matter. So the problem is solved without them, those that the solution violates are added,
and so on until it violates none. If its y are whole by then, as they are for most D that come from games, it is the
optimum; if not, the same goes on with whole y. What each round finds is a bound: no order costs less.
"""

import time

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import csr_array

MOST_CUTS = 4000
"""Added in one round, the most violated first."""
WHOLE = 1e-6
"""The tolerance of the solver."""


def least_turned(differences: np.ndarray, start: np.ndarray, seconds: float) -> tuple[np.ndarray, float, float]:
    """The order of least cost, how much cheaper another might be (0 if it is proven that none is), the seconds it took;
    `start` comes back if none better was found in time."""
    begun = time.monotonic()
    problem = _Turning(differences[np.ix_(start, start)])
    for whole in (False, True):
        while problem.bound < -WHOLE:
            left = seconds - (time.monotonic() - begun)
            if left <= 0 or not problem.solve(whole, left):
                return start, -problem.bound * problem.scale, time.monotonic() - begun
            if not problem.cut():
                break
        if problem.is_whole():
            break
    order = start if problem.bound >= -WHOLE else start[problem.order()]
    return order, 0.0, time.monotonic() - begun


class _Turning:
    """Which pairs to turn. Actions are told by where they stand in the given order; D is in parts of its largest."""

    def __init__(self, differences: np.ndarray) -> None:
        self.n = len(differences)
        self.scale = float(np.abs(differences).max()) or 1.0
        self.first, self.second = np.triu_indices(self.n, 1)
        self.price = differences[self.first, self.second] / self.scale
        self.number = np.zeros((self.n, self.n), np.int64)
        self.number[self.first, self.second] = np.arange(len(self.price))
        self.turned = (self.price < 0).astype(np.float64)
        self.triples = np.empty((0, 3), np.int64)
        self.bound = float(self.price @ self.turned)
        """No order costs less than the given one plus this, times `scale`."""
        self.cut()

    def solve(self, whole: bool, seconds: float) -> bool:
        """The cheapest y under the cuts so far; False if there was no time for it."""
        rows = len(self.triples)
        a, b, c = self.triples.T
        places = np.stack([self.number[a, b], self.number[b, c], self.number[a, c]], axis=1)
        cuts = csr_array((np.tile([1.0, 1.0, -1.0], rows), (np.repeat(np.arange(rows), 3), places.ravel())),
                         shape=(rows, len(self.price)))
        found = milp(self.price, integrality=np.full(len(self.price), int(whole)), bounds=Bounds(0, 1),
                     constraints=LinearConstraint(cuts, 0, 1), options={"time_limit": seconds, "mip_rel_gap": 0.0})
        if found.status != 0:
            return False
        self.turned, self.bound = found.x, max(self.bound, float(found.fun))
        return True

    def cut(self) -> bool:
        """Add the lines that y violates; False if there are none."""
        y = np.zeros((self.n, self.n))
        y[self.first, self.second] = self.turned
        found, excess = [], []
        for b in range(1, self.n - 1):
            over = y[:b, b, None] + y[None, b, b + 1:] - y[:b, b + 1:]
            violation = np.maximum(-over, over - 1)
            a, c = np.nonzero(violation > WHOLE)
            found.append(np.stack([a, np.full_like(a, b), c + b + 1], axis=1))
            excess.append(violation[a, c])
        worst = np.argsort(-np.concatenate(excess), kind="stable")[:MOST_CUTS]
        self.triples = np.concatenate([self.triples, np.concatenate(found)[worst]])
        return len(worst) > 0

    def is_whole(self) -> bool:
        """Is each pair either turned or not?"""
        return bool(np.all(np.minimum(self.turned, 1 - self.turned) <= WHOLE))

    def order(self) -> np.ndarray:
        """Places of the given order in the new one: by how many others each stands before."""
        before = np.zeros((self.n, self.n), np.bool_)
        before[self.first, self.second] = self.turned < 0.5
        before[self.second, self.first] = self.turned >= 0.5
        return np.argsort(-before.sum(axis=1), kind="stable")

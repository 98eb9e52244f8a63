"""Orders of some of the actions each, merged into one of all: divide and conquer (Kao et al. 2013, section VI).

"The outputs of the first run are two ordered lists, say L_A = <a, b, c> and L_B = <d, e, f>. [...] The outputs of the
second run are another two ordered lists, say L_C = <a, e, f> and L_D = <b, c, d>. It is possible that the learning
result from the two runs can be merged and produces a complete incentive order, for example, L = <a, b, c, d, e, f>."

There, a and d are in no list together; that a is better follows, since a is better than b in one list and b than d in
another. So the lists vote: each pair of a list is a vote for the one that stands first. A pair is decided if the two
are in one list, or if a chain of majorities leads from one to the other and none leads back. Where majorities go round
in a circle, the order is the one that overrules the fewest votes: that of least ordering cost, with votes as D.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from scipy.sparse.csgraph import shortest_path

from treewright.core.errors import Refused
from treewright.playout.linear_ordering import exact
from treewright.playout.order import read_order


class Merged(NamedTuple):
    """What several lists say together."""

    order: np.ndarray
    """int32[action]: all actions, the best first; what no list orders stands by number."""
    undecided: int
    """So many pairs of actions are not decided; the order is complete if there are none."""
    overruled: int
    """So many votes more are against the order than for it, added up over the pairs in which they are."""
    proven: bool
    """Is it certain that no order overrules fewer? Circles of more actions than `linear_ordering.BY_SUBSETS` are
    ordered by a rule of thumb, so that the same lists get the same order on every machine."""


def merged(lists: Sequence[Sequence[int] | np.ndarray], actions: int) -> Merged:
    """One order of the actions 0 to actions - 1 from lists of some of them, each the best first."""
    votes, met = tally(lists, actions)
    best = exact(votes, seconds=0.0)
    undecided = ~(met | follows(votes))
    return Merged(best.order, int(np.triu(undecided, 1).sum()), round(best.cost), best.proven)


def tally(lists: Sequence[Sequence[int] | np.ndarray], actions: int) -> tuple[np.ndarray, np.ndarray]:
    """For each pair of actions: how many more lists have the first before the second than the other way round
    (float64), and whether any list has both (bool)."""
    votes, met = np.zeros((actions, actions)), np.eye(actions, dtype=np.bool_)
    for number, given in enumerate(lists, 1):
        order = read_order(given, f"list {number}")
        if order.max() >= actions:
            raise Refused(f"the actions are 0 to {actions - 1}, but list {number} names {order.max()}")
        pairs = np.ix_(order, order)
        votes[pairs] += np.triu(np.ones((len(order), len(order))), 1)
        met[pairs] = True
    return votes - votes.T, met


def follows(votes: np.ndarray) -> np.ndarray:
    """bool[a, b]: does a chain of majorities lead from one of the two to the other, and none back?"""
    leads = np.isfinite(shortest_path(votes > 0, unweighted=True))
    return leads != leads.T

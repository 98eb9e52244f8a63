"""The selection rules as their papers write them: Q and N of the textbook are `mean` and `visits` of a child.

Every number is a single-precision one (`F`), because the compiled search keeps its tree in single precision,
and two children may be so close that the last bit decides. Sums are taken in the order of the formulas, from
left to right.
"""

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from tests.twin.node import Node
from tests.twin.stream import Dice, added

F = np.float32
Moves = list[tuple[int, int]]
"""(player, action), from first to last."""


def root_of_log(visits: int) -> F:
    return F(math.sqrt(math.log(visits)))


class Rule:
    """What all rules share: first-play urgency, how ties are broken, and the mean of the rewards.

    one_by_one   children are tried one after the other, in the order in which they were listed, before any
                 two are compared; otherwise all children stand in the tree at once, and those without visits
                 score `urgency`
    """

    def __init__(self, urgency: float = math.inf, ties: str = "shuffled", expand: str = "one"):
        self.urgency, self.ties = F(urgency), ties
        self.one_by_one = expand == "one" and urgency == math.inf

    def order(self, actions: list[int], dice: Dice) -> None:
        """New children are listed in random order, because the first of equals will be taken."""
        if self.ties != "numbered":
            dice.shuffle(actions)

    def select(self, parent: Node, actions: list[int], dice: Dice) -> int:
        """argmax over the actions; of equals the first, or one that is drawn (each new equal replaces the
        choice of k equals before it with probability 1 / (k + 1), so all are as likely)."""
        choice, best, equals = actions[0], F(-math.inf), 1
        for action in actions:
            score = self.score(parent, action)
            if score > best:
                choice, best, equals = action, score, 1
            elif score == best and self.ties == "drawn":
                equals += 1
                if dice.below(equals) == 0:
                    choice = action
        return choice

    def score(self, parent: Node, action: int) -> F:
        raise NotImplementedError

    def welcome(self, game: Any, s: Any, node: Node, actions: list[int]) -> None:
        """The actions of a node were just listed (PUCT asks for their priors here)."""

    def update(self, child: Node, reward: F) -> None:
        """The mean of n rewards from the mean of n - 1: Q <- Q + (r - Q) / n."""
        child.mean += (reward - child.mean) / F(child.visits)

    def see(self, parent: Node, mover: int, moves: Moves, reward: F) -> None:
        """A simulation went through `parent`, where `mover` was to move: all moves from there, his reward."""


class UCT(Rule):
    """Kocsis & Szepesvari 2006:   Q(s, a) + c sqrt(log N(s) / N(s, a))."""

    def __init__(self, c: float = 1.4, **shared: Any):
        super().__init__(**shared)
        self.c = F(c)

    def score(self, parent: Node, action: int) -> F:
        child = parent.children[action]
        if child.visits == 0:
            return self.urgency
        return child.mean + self.c * root_of_log(parent.visits) * (F(1) / np.sqrt(F(child.visits)))


class UCB1(UCT):
    """Browne et al. 2012:   Q(s, a) + 2 C_p sqrt(2 log N(s) / N(s, a))."""

    def __init__(self, cp: float = 1 / math.sqrt(2), **shared: Any):
        super().__init__(c=2 * math.sqrt(2.0) * cp, **shared)


class RAVE(Rule):
    """Gelly & Silver 2011:   (1 - beta) Q(s, a) + beta Q_RAVE(s, a) + c sqrt(log N(s) / N(s, a)).

    Q_RAVE(s, a), here `rave_mean`, is the mean reward of the simulations through s in which the player to
    move in s played a at once or later; there are m = `rave_visits` of them.
    """

    def __init__(self, c: float = 0.2, k: float = 500.0, schedule: str = "hand", bias: float = 0.1,
                 **shared: Any):
        super().__init__(**shared)
        self.c, self.k, self.bias, self.schedule = F(c), F(k), bias, schedule
        self.one_by_one = False

    def score(self, parent: Node, action: int) -> F:
        child = parent.children[action]
        n, m = child.visits, child.rave_visits
        if n == 0 and m == 0:
            return self.urgency
        beta = self.beta(parent.visits, n, m)
        value = (F(1) - beta) * child.mean + beta * child.rave_mean
        return value + self.c * root_of_log(parent.visits) * (F(1) / np.sqrt(F(max(n, 1))))

    def beta(self, parent_visits: int, n: int, m: int) -> F:
        """How much RAVE weighs; all, or nothing, where only one of the two means has samples."""
        if n == 0 or self.schedule == "only":
            return F(1)
        if m == 0:
            return F(0)
        if self.schedule == "hand":
            return np.sqrt(self.k / (F(3) * F(parent_visits) + self.k))
        n, m = F(n), F(m)
        return m / (n + m + F(4 * self.bias * self.bias) * n * m)

    def see(self, parent: Node, mover: int, moves: Moves, reward: F) -> None:
        later = {action for player, action in moves if player == mover}
        for action, child in parent.children.items():
            if action in later:
                child.rave_visits += 1
                child.rave_mean += (reward - child.rave_mean) / F(child.rave_visits)


Prior = Callable[[Any, Any, list[int]], list[float]]
"""prior(game, s, actions): a weight for each of the actions."""


def even(game: Any, s: Any, actions: list[int]) -> list[float]:
    return [1.0 for _ in actions]


class PUCT(Rule):
    """Silver et al. 2017:   Q(s, a) + c P(s, a) sqrt(N(s)) / (1 + N(s, a)).

    P(s, a) is the weight of an action by its share of all weights. N(s) is the visits that went on to a
    child, one fewer than the visits of s, and at least one.
    """

    def __init__(self, c: float = 1.25, prior: Prior = even, urgency: float = 0.0, **shared: Any):
        super().__init__(urgency=urgency, **shared)
        self.c, self.prior = F(c), prior

    def welcome(self, game: Any, s: Any, node: Node, actions: list[int]) -> None:
        weights = self.prior(game, s, actions)
        total = added(weights)
        for action, weight in zip(actions, weights, strict=True):
            node.prior[action] = F(weight / total if total > 0 else 1 / len(actions))

    def score(self, parent: Node, action: int) -> F:
        child = parent.children[action]
        mean = child.mean if child.visits > 0 else self.urgency
        spread = np.sqrt(F(max(parent.visits - 1, 1))) / F(1 + child.visits)
        return mean + self.c * parent.prior[action] * spread

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

    def begin(self, twin: Any, position: np.ndarray, simulations: int) -> None:
        """A search of a position begins."""

    def narrow(self, game: Any, s: Any, actions: list[int]) -> list[int]:
        """Which of the legal actions a node gets."""
        return actions

    def widens(self, node: Node) -> bool:
        """Is it time for the next child of a node, if children are tried one after the other?"""
        return True

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

    def look(self, node: Node, moves: Moves, rewards: list[F], walked: bool) -> None:
        """A simulation came through a node: all moves from there, everybody's rewards; did it go on in the tree?"""


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


class ISUCT(Rule):
    """Cowling, Powley & Whitehouse 2012:   Q(s, a) + c sqrt(log N'(s, a) / N(s, a)), what was never tried first."""

    def __init__(self, c: float = 1.4):
        super().__init__(ties="drawn", expand="all")
        self.c = F(c)

    def order(self, actions: list[int], dice: Dice) -> None:
        """Equals are drawn."""

    def score(self, parent: Node, action: int) -> F:
        child = parent.children[action]
        if child.visits == 0:
            return F(math.inf)
        return child.mean + self.c * root_of_log(child.available) * (F(1) / np.sqrt(F(child.visits)))

    def select(self, parent: Node, actions: list[int], dice: Dice) -> int:
        choice = super().select(parent, actions, dice)
        for action in actions:
            child = parent.children[action]
            if child.visits > 0 or action == choice:
                child.available += 1
        return choice


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


class UCB1Tuned(Rule):
    """Auer et al. 2002:   Q + sqrt(log N / n min(1/4, variance + sqrt(2 log N / n))), if rewards are in 0..1; else the
    1/4 and the last square root are as many times as large as variances are there."""

    def begin(self, twin: Any, position: np.ndarray, simulations: int) -> None:
        self.width = twin.width

    def score(self, parent: Node, action: int) -> F:
        child = parent.children[action]
        if child.visits == 0:
            return self.urgency
        explored = root_of_log(parent.visits) * (F(1) / np.sqrt(F(child.visits)))
        largest = F(self.width * self.width)
        variance = child.squares / F(child.visits)
        return child.mean + explored * np.sqrt(min(largest / F(4), variance + largest * F(math.sqrt(2)) * explored))

    def update(self, child: Node, reward: F) -> None:
        before = reward - child.mean
        child.mean += before / F(child.visits)
        child.squares += before * (reward - child.mean)


class ProgressiveBias(UCT):
    """Chaslot et al. 2008:   Q + c sqrt(log N / n) + H / (n + 1)."""

    def __init__(self, c: float = 1.4, prior: Prior = even, weight: float = 1.0, **shared: Any):
        super().__init__(c, **shared)
        self.prior, self.weight = prior, weight

    def welcome(self, game: Any, s: Any, node: Node, actions: list[int]) -> None:
        for action, weight in zip(actions, self.prior(game, s, actions), strict=True):
            node.prior[action] = F(self.weight * weight)

    def score(self, parent: Node, action: int) -> F:
        return super().score(parent, action) + parent.prior[action] / F(parent.children[action].visits + 1)


class Widening(UCT):
    """Chaslot et al. 2008: child k waits until N(s) >= after base^(k - first); the best by the prior come first."""

    def __init__(self, c: float = 1.4, prior: Prior = even, first: int = 5, after: float = 50.0, base: float = 1.3,
                 **shared: Any):
        super().__init__(c, **shared)
        self.prior, self.first, self.after, self.base = prior, first, after, base

    def welcome(self, game: Any, s: Any, node: Node, actions: list[int]) -> None:
        weights = self.prior(game, s, actions)
        for place in range(len(actions)):
            best = place + weights[place:].index(max(weights[place:]))
            for items in (actions, weights):
                items[place], items[best] = items[best], items[place]

    def widens(self, node: Node) -> bool:
        k = len(node.children) - len(node.untried or []) + 1
        return k <= self.first or node.visits >= self.after * self.base ** (k - self.first)


class GRAVE(Rule):
    """Cazenave 2015:   (1 - beta) Q + beta AMAF,   beta = m / (m + n + bias m n), where AMAF and its number of samples
    m are those of the nearest node with more than `ref` visits, or of the root."""

    def __init__(self, ref: int = 50, bias: float = 1e-10, c: float = 0.0, **shared: Any):
        super().__init__(**shared)
        self.ref, self.bias, self.c, self.one_by_one = ref, F(bias), F(c), False

    def begin(self, twin: Any, position: np.ndarray, simulations: int) -> None:
        self.root, self.asked = twin.root, Node(0, 0)

    def welcome(self, game: Any, s: Any, node: Node, actions: list[int]) -> None:
        node.mover = int(s.to_move)

    def select(self, parent: Node, actions: list[int], dice: Dice) -> int:
        if parent is self.root or parent.visits > self.ref:
            self.asked = parent
        return super().select(parent, actions, dice)

    def score(self, parent: Node, action: int) -> F:
        child = parent.children[action]
        samples, amaf = self.asked.amaf.get((parent.mover, action), (0, F(0)))
        n, m = F(child.visits), F(samples)
        if n + m == 0:
            return self.urgency
        beta = m / (m + n + self.bias * m * n)
        value = (F(1) - beta) * child.mean + beta * amaf
        return value + self.c * root_of_log(parent.visits) * (F(1) / np.sqrt(F(max(child.visits, 1))))

    def look(self, node: Node, moves: Moves, rewards: list[F], walked: bool) -> None:
        for player, action in dict.fromkeys(moves):
            if player >= 0:
                n, mean = node.amaf.get((player, action), (0, F(0)))
                node.amaf[player, action] = n + 1, mean + (rewards[player] - mean) / F(n + 1)
        if node is self.root:
            self.asked = node


class ImplicitMinimax(UCT):
    """Lanctot et al. 2014:   (1 - alpha) Q + alpha v + c sqrt(log N / n), where v of a node that has children is the
    best of theirs for the player to move, and of one that has none the score so far."""

    def __init__(self, c: float = 1.4, alpha: float = 0.4, **shared: Any):
        super().__init__(c, **shared)
        self.alpha = F(alpha)

    def begin(self, twin: Any, position: np.ndarray, simulations: int) -> None:
        self.twin = twin

    def welcome(self, game: Any, s: Any, node: Node, actions: list[int]) -> None:
        node.mover = int(s.to_move)
        for action in actions:
            states = np.zeros(1, game.state).view(np.recarray)
            states[0] = s
            game.play(states[0], action)
            node.children[action].worth = self.twin.rewards_of(states[0])[node.mover]
            node.children[action].chooser = node.mover

    def score(self, parent: Node, action: int) -> F:
        child = parent.children[action]
        if child.visits == 0:
            return self.urgency
        mixed = (F(1) - self.alpha) * child.mean + self.alpha * child.worth
        return mixed + self.c * root_of_log(parent.visits) * (F(1) / np.sqrt(F(child.visits)))

    def look(self, node: Node, moves: Moves, rewards: list[F], walked: bool) -> None:
        if walked:
            best = max(child.worth for child in node.children.values())
            shift, factor = self.twin.mapping
            node.worth = best if node.mover == node.chooser else -best - F(2 * shift) * F(factor)


class Decisive(UCT):
    """Teytaud & Teytaud 2010: a node gets the move that wins at once alone, else those that stop the other's."""

    def narrow(self, game: Any, s: Any, actions: list[int]) -> list[int]:
        from tests.twin.playouts import Tactical, after, won

        me = int(s.to_move)
        if game.shows_wins:
            asked = [int(game.wins(s, player)) for player in (me, 1 - me)]
            return [move for move in asked if move >= 0][:1] or actions
        winning = [action for action in actions if won(game, after(game, s, action), me)]
        safe = [action for action in actions if not Tactical().loses(game, after(game, s, action), me)]
        return winning[:1] or safe or actions


class Gumbel(PUCT):
    """Danihelka et al. 2022: at the root, sequential halving of m actions by g + log P + (c_visit + max N) c_scale q,
    with q on 0..1."""

    def __init__(self, m: int = 16, c_visit: float = 50.0, c_scale: float = 1.0, **shared: Any):
        super().__init__(**shared)
        self.m, self.c_visit, self.c_scale = m, c_visit, c_scale

    def begin(self, twin: Any, position: np.ndarray, simulations: int) -> None:
        self.root, self.low, self.width = twin.root, twin.low, twin.width
        s = position.view(np.recarray)[0]
        listed = twin.legal(s) if s.to_move >= 0 else []
        self.noise = {action: -math.log(-math.log(twin.dice.random())) for action in listed}
        self.taken = dict.fromkeys(listed, 0)
        self.turns = iter(halving(max(1, min(self.m, len(listed))), simulations))

    def select(self, parent: Node, actions: list[int], dice: Dice) -> int:
        if parent is not self.root:
            return super().select(parent, actions, dice)
        turn = next(self.turns)
        fresh = [action for action in actions if self.taken[action] == turn]
        most = max(child.visits for child in parent.children.values())
        choice = max(fresh, key=lambda action: self.strength(parent, action, most))
        self.taken[choice] += 1
        return choice

    def strength(self, parent: Node, action: int, most: int) -> float:
        child = parent.children[action]
        value = float(child.mean) if child.visits > 0 else float(self.urgency)
        sigma = (self.c_visit + most) * self.c_scale * (value - self.low) / self.width
        return self.noise[action] + math.log(parent.prior[action]) + sigma


def halving(considered: int, simulations: int) -> list[int]:
    """For each simulation, how often the action that it takes has been taken: all of them equally often, then half of
    them, and so on, until there are two; each number of actions gets the same share of the simulations."""
    turns: list[int] = []
    left, visits, shares = considered, 0, max(1, math.ceil(math.log2(considered)))
    while len(turns) < simulations:
        for _ in range(max(1, simulations // (shares * left))):
            turns += [visits] * left
            visits += 1
        left = max(min(2, considered), left // 2)
    return turns[:simulations]

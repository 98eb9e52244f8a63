"""How the twin plays on below its tree."""

import math
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import Any

import numpy as np

from tests.cgt.grid import GridHeap
from tests.twin.node import Node
from tests.twin.rules import Moves, Prior
from tests.twin.stream import Dice, added

CHANCE = -1


def legal(game: Any, s: Any) -> list[int]:
    """The legal actions, in the game's order."""
    actions = np.zeros(game.widest, np.int32)
    return [int(action) for action in actions[: game.legal(s, actions)]]


def after(game: Any, s: Any, action: int) -> Any:
    """The state that an action leads to; `s` stays as it is."""
    states = np.zeros(1, game.state).view(np.recarray)
    states[0] = s
    game.play(states[0], action)
    return states[0]


class Uniform:
    """Any legal action; how one is drawn is the game's affair.

    made     the moves of the simulation under way, so far
    path     the nodes that it has come through in the tree, from the root on
    """

    made: Moves
    path: list[Node]

    def face(self, game: Any, dice: Dice) -> None:
        """A search is about to begin."""

    def choose(self, game: Any, s: Any, dice: Dice) -> int:
        return int(game.any_action(s, np.zeros(game.widest, np.int32), dice))

    def learn(self, moves: Moves, rewards: list[np.float32]) -> None:
        """A simulation is over: its moves, in the tree and below it, and what each player got."""


class Weighted(Uniform):
    """Actions are drawn in proportion to their weights; where nothing weighs anything, each is as likely."""

    def __init__(self, weigh: Prior):
        self.weigh = weigh

    def choose(self, game: Any, s: Any, dice: Dice) -> int:
        actions = legal(game, s)
        weights = self.weigh(game, s, actions)
        total = added(weights)
        return actions[dice.pick(weights, total) if total > 0 else dice.below(len(actions))]


class Attacking(Uniform):
    """An attack if the dice say so and there is one; else a unit and one of its actions. How they are drawn is the
    game's affair."""

    def __init__(self, share: float = 0.8):
        self.share = share

    def choose(self, game: Any, s: Any, dice: Dice) -> int:
        scratch = np.zeros(game.widest, np.int32)
        attack = int(game.any_attack(s, scratch, dice)) if dice.random() < self.share else -1
        return attack if attack >= 0 else int(game.any_of_one(s, scratch, dice))


class Tactical(Uniform):
    """Win at once; else stop the other from winning at once; else anything (Tu, Wan & Chen, section 6.2)."""

    def choose(self, game: Any, s: Any, dice: Dice) -> int:
        return self.by_asking(game, s, dice) if game.shows_wins else self.by_trying(game, s, dice)

    def by_asking(self, game: Any, s: Any, dice: Dice) -> int:
        me = int(s.to_move)
        for player in (me, 1 - me):
            action = int(game.wins(s, player))
            if action >= 0:
                return action
        return super().choose(game, s, dice)

    def by_trying(self, game: Any, s: Any, dice: Dice) -> int:
        leads_to = {action: after(game, s, action) for action in legal(game, s)}
        for action, state in leads_to.items():
            if won(game, state, s.to_move):
                return action
        safe = [action for action, state in leads_to.items() if not self.loses(game, state, s.to_move)]
        choices = safe or list(leads_to)
        return choices[dice.below(len(choices))]

    def loses(self, game: Any, s: Any, me: int) -> bool:
        """Can another player, who is to move now, win at once?"""
        if s.over or s.to_move in (me, CHANCE):
            return False
        return any(won(game, after(game, s, reply), s.to_move) for reply in legal(game, s))


def won(game: Any, s: Any, player: int) -> bool:
    """Is the game over, with more for this player than for any other?"""
    others = [s.score[other] for other in range(game.players) if other != player]
    return bool(s.over) and all(s.score[player] > score for score in others)


def of_the_best(worths: list[Any], dice: Dice) -> int:
    """The place of the highest; equals are drawn as in selection."""
    choice, equals = 0, 1
    for place, worth in enumerate(worths[1:], start=1):
        if worth > worths[choice]:
            choice, equals = place, 1
        elif worth == worths[choice]:
            equals += 1
            if dice.below(equals) == 0:
                choice = place
    return choice


class Thermostrategy(Uniform):
    """In Heap-Go, take from a heap of the highest temperature; those are worked out on a grid."""

    def choose(self, game: Any, s: Any, dice: Dice) -> int:
        actions = legal(game, s)
        heaps = [tuple(map(int, s.counter[action // game.tallest, :action % game.tallest + 1])) for action in actions]
        return actions[of_the_best([temperature(heap) for heap in heaps], dice)]


@lru_cache(None)
def temperature(heap: tuple[int, ...]) -> Fraction:
    return Fraction(GridHeap(heap).temperatures[-1])


class MAST(Uniform):
    """The move-average sampling technique (Finnsson & Bjornsson 2008).

    An action is drawn in proportion to exp(Q(player, action) / tau), or, with an epsilon, the best is taken
    with probability 1 - epsilon. Q is the mean reward of the simulations in which the player played the
    action, once for each time that he did, and 1 before there are any.
    """

    def __init__(self, tau: float = 0.2, epsilon: float = 0.0):
        self.tau, self.epsilon = tau, epsilon
        self.mean: dict[tuple[int, int], float] = {}
        self.plays: dict[tuple[int, int], int] = {}

    def choose(self, game: Any, s: Any, dice: Dice) -> int:
        actions = legal(game, s)
        means = [self.mean.get((int(s.to_move), action), 1.0) for action in actions]
        if self.epsilon > 0:
            return actions[self.greedy(means, dice)]
        weights = [math.exp(mean / self.tau) for mean in means]
        return actions[dice.pick(weights, added(weights))]

    def greedy(self, means: list[float], dice: Dice) -> int:
        """The place of the best, or of any."""
        if dice.random() < self.epsilon:
            return dice.below(len(means))
        return of_the_best(means, dice)

    def learn(self, moves: Moves, rewards: list[np.float32]) -> None:
        for player, action in moves:
            if player != CHANCE:
                n = self.plays[player, action] = self.plays.get((player, action), 0) + 1
                mean = self.mean.get((player, action), 1.0)
                self.mean[player, action] = mean + (float(rewards[player]) - mean) / n


class NST(Uniform):
    """The N-gram selection technique (Tak, Winands & Bjornsson 2012): an action is worth the mean of what is known of
    it alone, after the last action, and after the last two. Sequences are known from k plays on. The best action is
    taken with probability 1 - epsilon."""

    def __init__(self, k: int = 7, epsilon: float = 0.2, length: int = 3):
        self.k, self.epsilon, self.length = k, epsilon, length
        self.known: dict[tuple[int, ...], tuple[int, float]] = {}

    def choose(self, game: Any, s: Any, dice: Dice) -> int:
        actions = legal(game, s)
        if dice.random() < self.epsilon:
            return actions[dice.below(len(actions))]
        return actions[of_the_best([self.worth([*self.made, (int(s.to_move), action)]) for action in actions], dice)]

    def worth(self, moves: Moves) -> float:
        alone, *longer = [self.known.get(gram, (0, 1.0)) for gram in self.grams(moves)]
        means = [alone[1], *(mean for plays, mean in longer if plays >= self.k)]
        return added(means) / len(means)

    def grams(self, moves: Moves) -> Iterator[tuple[int, ...]]:
        """The sequences that end with the last move: by whom that is, and the actions from the last one back."""
        gram: tuple[int, ...] = (moves[-1][0],)
        for player, action in moves[:-self.length - 1:-1]:
            if player == CHANCE:
                return
            gram += (action,)
            yield gram

    def learn(self, moves: Moves, rewards: list[np.float32]) -> None:
        for t, (player, _) in enumerate(moves):
            if player != CHANCE:
                for gram in self.grams(moves[:t + 1]):
                    plays, mean = self.known.get(gram, (0, 0.0))
                    self.known[gram] = plays + 1, mean + (float(rewards[player]) - mean) / (plays + 1)


class RaveOrder(Uniform):
    """The legal action with the highest mean outcome of the simulations in which it was played, anywhere; an action
    that nobody has played is worth less than any other.

    plays   root: those of the player who moves first, with his outcome; own: everybody's, each with his own; all:
            everybody's, with the outcome of the player who moves first
    """

    def __init__(self, plays: str = "root", default: str = "maxi"):
        self.plays, self.default = plays, default
        self.mean: dict[int, float] = {}
        self.samples: dict[int, int] = {}

    def choose(self, game: Any, s: Any, dice: Dice) -> int:
        if self.default == "rand":
            return super().choose(game, s, dice)
        actions = legal(game, s)
        return actions[of_the_best([self.mean.get(action, -math.inf) for action in actions], dice)]

    def learn(self, moves: Moves, rewards: list[np.float32]) -> None:
        made = [(player, action) for player, action in moves if player != CHANCE]
        if self.plays == "root":
            made = [(player, action) for player, action in made if player == made[0][0]]
        elif self.plays == "all":
            made = [(made[0][0], action) for _, action in made]
        for player, action in dict.fromkeys(made):
            n = self.samples[action] = self.samples.get(action, 0) + 1
            mean = self.mean.get(action, 0.0)
            self.mean[action] = mean + (float(rewards[player]) - mean) / n


class Pairwise(Uniform):
    """Q(a) <- Q(a) - alpha (Q(a) - Q(b) - C (V_a - V_b)), as Kao et al. 2013 print it: from the last node of a
    simulation back, for the action a that was chosen there and each b that was tried there. Alpha is rate / sqrt(N(a)),
    and the V are the means of both for who chose."""

    def __init__(self, c: float = 1.0, rate: float = 1.0):
        self.c, self.rate = c, rate
        self.value: dict[int, float] = {}
        self.chosen: dict[int, int] = {}

    def choose(self, game: Any, s: Any, dice: Dice) -> int:
        actions = legal(game, s)
        return actions[of_the_best([self.value.get(action, 0.0) for action in actions], dice)]

    def learn(self, moves: Moves, rewards: list[np.float32]) -> None:
        ways = list(zip(self.path[:-1], moves, strict=False))
        for node, (player, a) in reversed(ways):
            if player == CHANCE:
                continue
            self.chosen[a] = self.chosen.get(a, 0) + 1
            alpha = self.rate / math.sqrt(self.chosen[a])
            for b in node.line:
                if b != a and node.children[b].visits > 0:
                    wanted = self.c * (float(node.children[a].mean) - float(node.children[b].mean))
                    mine, other = self.value.get(a, 0.0), self.value.get(b, 0.0)
                    self.value[a] = mine - alpha * (mine - other - wanted)


class LastGoodReply(Uniform):
    """What answered a move of somebody else in a simulation that was won is the answer to it (Drake 2009). One that
    was given in a simulation that was lost is the answer no longer (Baier & Drake 2010), if `forget`."""

    def __init__(self, base: Uniform | None = None, forget: bool = True):
        self.base, self.forget = base or Uniform(), forget
        self.replies: dict[tuple[int, int], int] = {}

    def choose(self, game: Any, s: Any, dice: Dice) -> int:
        for player, before, _ in answers([*self.made[-1:], (int(s.to_move), -1)]):
            if self.replies.get((player, before)) in legal(game, s):
                return self.replies[player, before]
        return self.base.choose(game, s, dice)

    def learn(self, moves: Moves, rewards: list[np.float32]) -> None:
        self.base.learn(moves, rewards)
        for player, before, action in answers(moves):
            best = max(reward for other, reward in enumerate(rewards) if other != player)
            if rewards[player] > best:
                self.replies[player, before] = action
            elif rewards[player] < best and self.forget and self.replies.get((player, before)) == action:
                del self.replies[player, before]


def answers(moves: Moves) -> Iterator[tuple[int, int, int]]:
    """Who answered what, and with what: a player's action right after another player's."""
    for (other, before), (player, action) in pairwise(moves):
        if CHANCE not in (other, player) and player != other:
            yield player, before, action

"""NST: the N-gram selection technique (Tak, Winands & Bjornsson, "N-Grams and the Last-Good-Reply Policy Applied in
General Game Playing", 2012).

As in MAST, Q_h(a) is the mean reward of all simulations in which player h played a. So is Q_h(b, a) that of those in
which he played a right after b was played, by whomever, and Q_h(b', b, a) after b' and b. An action is worth the mean
of those of the three that are known: of sequences, those that were played at least `k` times. The best action is taken
with probability 1 - epsilon, any with epsilon.
"""

import dataclasses

import numpy as np

from treewright.core.component import verb
from treewright.core.errors import Refused
from treewright.core.parts import Learner, Playout

MOST_BYTES = 512e6


class NST(Playout, Learner):
    """Means have no scale that matters: they are only compared. An action that was never played is worth a reward of 1,
    the best on the scales sign and unit. A sequence does not reach over a move by chance.

    k         a sequence counts from so many plays on
    epsilon   the probability of any action
    length    of the longest sequences, 1 to 3; with 1 this is MAST with epsilon
    """

    k: int = 7
    epsilon: float = 0.2
    length: int = 3
    mean: np.ndarray = dataclasses.field(init=False)
    """float64[place]: of a sequence; see `place`."""
    plays: np.ndarray = dataclasses.field(init=False)

    def __post_init__(self):
        super().__post_init__()
        if self.k < 1 or not 0 <= self.epsilon <= 1 or self.length not in (1, 2, 3):
            raise Refused("nst needs k of at least 1, epsilon from 0 to 1 and length 1, 2 or 3, not "
                          f"k={self.k}, epsilon={self.epsilon:g}, length={self.length}")

    def fit(self, game):
        room = game.players * sum(game.actions ** n for n in range(1, self.length + 1))
        if 16 * room > MOST_BYTES:
            raise Refused(f"nst: sequences of {self.length} of the {game.actions} actions of {game.name} take "
                          f"{16 * room / 1e6:,.0f} megabytes; give a smaller length")
        self.mean, self.plays = np.zeros(room), np.zeros(room, np.int64)

    def choose(self, game, s, trace, actions, rng):
        n = game.legal(s, actions)
        if rng.random() < self.epsilon:
            return actions[rng.below(n)]
        player, t = s.to_move, trace.length
        longest = self.reach(trace, t)
        best, worth, equals = actions[0], self.worth(game, trace, t, longest, player, actions[0]), 1
        for k in range(1, n):
            other = self.worth(game, trace, t, longest, player, actions[k])
            if other > worth:
                best, worth, equals = actions[k], other, 1
            elif other == worth:
                equals += 1
                if rng.below(equals) == 0:
                    best = actions[k]
        return best

    def learn(self, game, rule, nodes, trace):
        for t in range(trace.length):
            player = trace.player[t]
            if player < 0:
                continue
            for n in range(1, self.reach(trace, t) + 1):
                i = self.place(game, trace, t, n, player, trace.action[t])
                self.plays[i] += 1
                self.mean[i] += (trace.reward[player] - self.mean[i]) / self.plays[i]

    @verb
    def reach(self, trace, t):
        """How long a sequence that ends at step t of a simulation may be."""
        n = 1
        while n < self.length and t - n >= 0 and trace.player[t - n] >= 0:
            n += 1
        return n

    @verb
    def place(self, game, trace, t, n, player, action):
        """Where the sequence of n actions stands that ends with this one at step t."""
        begin, size, code = 0, game.actions, np.int64(action)
        for back in range(1, n):
            begin += game.players * size
            code += trace.action[t - back] * size
            size *= game.actions
        return begin + np.int64(player) * size + code

    @verb
    def worth(self, game, trace, t, longest, player, action):
        """The mean of the means that are known."""
        i = self.place(game, trace, t, 1, player, action)
        total, known = self.mean[i] if self.plays[i] > 0 else 1.0, 1
        for n in range(2, longest + 1):
            i = self.place(game, trace, t, n, player, action)
            if self.plays[i] >= self.k:
                total += self.mean[i]
                known += 1
        return total / known

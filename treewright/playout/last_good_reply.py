"""Last good reply: what answered a move well is the answer to it (Drake 2009; with forgetting, Baier & Drake 2010).

There is one reply in memory for each player and each move of another. After a simulation, whoever won it has answered
well: each of his answers, in the tree or below it, becomes the reply to the move before it (LGR-1). Whoever lost has
not: his answers are forgotten where they are the reply in memory (LGRF-1). Where there is no reply, or it is not legal
here, another policy chooses.
"""

import dataclasses

import numpy as np

from treewright.core.component import verb
from treewright.core.parts import Learner, Nothing, Playout
from treewright.playout.uniform import Uniform

NONE = -1


class LastGoodReply(Playout, Learner):
    """To win is to have more than any other player, to lose is to have less than another; a draw teaches nothing. An
    action right after one's own, or after chance, answers nobody; nor does the first of a search, as what was played
    before it is not known.

    base     the policy that chooses where there is no reply; it learns from each simulation, too, if it can
    forget   forget the replies of who lost
    keep     keep the replies from move to move
    """

    base: Playout = dataclasses.field(default_factory=Uniform)
    forget: bool = True
    keep: bool = True
    pupil: Learner = dataclasses.field(init=False)
    reply: np.ndarray = dataclasses.field(init=False)
    """int32[player, action]: what the player answers to the action, NONE where he has no answer."""

    def __post_init__(self):
        super().__post_init__()
        self.pupil = self.base if isinstance(self.base, Learner) else Nothing()

    def fit(self, game):
        self.reply = np.full((game.players, game.actions), NONE, np.int32)

    def face(self, game, position, rng):
        if not self.keep:
            self.reply[:] = NONE

    def choose(self, game, s, trace, actions, rng):
        t, player = trace.length, s.to_move
        if self.answers(trace, t, player):
            answer = self.reply[player, trace.action[t - 1]]
            if answer != NONE:
                for k in range(game.legal(s, actions)):
                    if actions[k] == answer:
                        return answer
        return self.base.choose(game, s, trace, actions, rng)

    @verb
    def answers(self, trace, t, player):
        """Does an action of this player at step t of a simulation follow one of another player?"""
        return player >= 0 and t > 0 and trace.player[t - 1] >= 0 and trace.player[t - 1] != player

    def learn(self, game, rule, nodes, trace):
        self.pupil.learn(game, rule, nodes, trace)
        for t in range(1, trace.length):
            player, action = trace.player[t], trace.action[t]
            if not self.answers(trace, t, player):
                continue
            before, result = trace.action[t - 1], self.result(game, trace, player)
            if result > 0:
                self.reply[player, before] = action
            elif self.forget and result < 0 and self.reply[player, before] == action:
                self.reply[player, before] = NONE

    @verb
    def result(self, game, trace, player):
        """1 for a simulation that the player won, -1 for one that he lost, 0 for one where nobody had more than he."""
        best = -np.inf
        for other in range(game.players):
            if other != player:
                best = max(best, np.float64(trace.score[other]))
        mine = np.float64(trace.score[player])
        return 1 if mine > best else -1 if mine < best else 0

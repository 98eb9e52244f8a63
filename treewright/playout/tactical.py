"""The tactical policy: the testing bot of Tu, Wan & Chen (3D-Bingo, section 6.2).

Win at once if possible; otherwise, where the next player could win at once, make the move that stops it; otherwise
choose at random.
"""

import dataclasses

import numpy as np

from treewright.core.component import verb
from treewright.core.game import CHANCE
from treewright.core.parts import Playout


class Tactical(Playout):
    """A game that offers `wins` is asked for the two moves. Otherwise every action is tried, and every reply to it: an
    action after which no reply wins at once stops the threat."""

    probe: np.ndarray = dataclasses.field(init=False)
    """Two states to try actions and replies on."""
    replies: np.ndarray = dataclasses.field(init=False)

    def fit(self, game):
        self.probe, self.replies = np.zeros(2, game.state), np.zeros(game.widest, np.int32)

    def choose(self, game, s, trace, actions, rng):
        if game.shows_wins:
            me = s.to_move
            winning = game.wins(s, me)
            if winning >= 0:
                return winning
            threat = game.wins(s, 1 - me)
            return threat if threat >= 0 else game.any_action(s, actions, rng)
        return self.by_trying(game, s, actions, rng)

    @verb
    def by_trying(self, game, s, actions, rng):
        n, safe, me = game.legal(s, actions), 0, s.to_move
        for k in range(n):
            game.copy(self.probe, 0, s)
            game.play(self.probe[0], actions[k])
            if self.won(game, 0, me):
                return actions[k]
            if not self.answered(game, me):
                actions[k], actions[safe] = actions[safe], actions[k]
                safe += 1
        return actions[rng.below(safe if safe > 0 else n)]

    @verb
    def answered(self, game, me):
        """Can another player, who is to move in probe[0], win at once?"""
        mover = self.probe[0].to_move
        if self.probe[0].over or mover in (me, CHANCE):
            return False
        for k in range(game.legal(self.probe[0], self.replies)):
            game.copy(self.probe, 1, self.probe[0])
            game.play(self.probe[1], self.replies[k])
            if self.won(game, 1, mover):
                return True
        return False

    @verb
    def won(self, game, i, player):
        """Is probe[i] over with more for `player` than for anybody else?"""
        s = self.probe[i]
        if not s.over:
            return False
        for other in range(game.players):
            if other != player and s.score[other] >= s.score[player]:
                return False
        return True

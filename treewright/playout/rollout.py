"""A leaf is worth what playing on from it to the end brings (the default policy of Monte-Carlo tree search)."""

import dataclasses

from treewright.core.expansion import by_chance
from treewright.core.game import CHANCE
from treewright.core.parts import Leaf, Playout
from treewright.playout.uniform import Uniform


class Rollout(Leaf):
    """Play on to the end with a policy; the trace keeps every action on the way.

    policy   the playout that chooses
    """

    policy: Playout = dataclasses.field(default_factory=Uniform)

    def value(self, game, s, trace, actions, odds, rng):
        t = trace.length
        while not s.over:
            player = s.to_move
            trace.player[t] = player
            if game.chance and player == CHANCE:
                action = by_chance(game, s, actions, odds, rng)
            else:
                action = self.policy.choose(game, s, trace, actions, rng)
            trace.action[t] = action
            t += 1
            trace.length = t
            game.play(s, action)
        for player in range(game.players):
            trace.score[player] = s.score[player]

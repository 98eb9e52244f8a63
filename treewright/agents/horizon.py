"""The default evaluator of the depth-limited players: at the horizon the score is what it is by then.

In a game of points that is a sensible guess; where only the end brings a score it says "undecided".
"""

from treewright.core.parts import Leaf


class ScoreSoFar(Leaf):
    """A position is worth the score that the players already have."""

    def value(self, game, s, trace, actions, odds, rng):
        for player in range(game.players):
            trace.score[player] = s.score[player]

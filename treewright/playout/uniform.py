"""The uniform policy: every legal action is as likely as any other."""

from treewright.core.parts import Playout


class Uniform(Playout):
    """Uses the game's fast form, if it has one."""

    def choose(self, game, s, trace, actions, rng):
        return game.any_action(s, actions, rng)

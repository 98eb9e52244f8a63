"""Playouts that prefer attacks, as programs for TUBSTAP and games like it have them.

With probability `share`, one of all attacks that are there, each as likely as the others. Otherwise, and where there is
none, one of the units that can act, and then any of its actions. M-UCT, Muto's program of the 2016 GAT contest, plays
so with a share of 0.8; the agents of Lervold 2022 choose attacks "most of the time".
"""

from treewright.core.errors import Refused
from treewright.core.parts import Playout


class Attacking(Playout):
    """For games that know which of their actions are attacks, and what a unit can do. They have two more verbs, with
    the parameters of `any_action`: `any_attack`, an attack, each as likely as the others, or -1 where there is none;
    and `any_of_one`, one of the units that can act, each as likely as the others, then one of its actions.

    share   how often an attack is preferred, from 0 to 1
    """

    share: float = 0.8

    def __post_init__(self):
        super().__post_init__()
        if not 0 <= self.share <= 1:
            raise Refused(f"attacking: share must be from 0 to 1, not {self.share}")

    def fit(self, game):
        if not (hasattr(game, "any_attack") and hasattr(game, "any_of_one")):
            raise Refused(f"attacking plays games that know which of their actions are attacks, such as tubstap; "
                          f"{game.name} does not")

    def choose(self, game, s, trace, actions, rng):
        if rng.random() < self.share:
            attack = game.any_attack(s, actions, rng)
            if attack >= 0:
                return attack
        return game.any_of_one(s, actions, rng)

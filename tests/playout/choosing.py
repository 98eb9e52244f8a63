"""What a playout policy chooses in a position, and how often."""

import numpy as np

from treewright.core.compiling import compiled
from treewright.core.component import facing, fitted
from treewright.core.desk import new_desk
from treewright.core.game import Game
from treewright.core.stream import Stream


@compiled
def draw(game, policy, states, desk, chosen, rng):
    for k in range(chosen.size):
        chosen[k] = policy.choose(game, states[0], desk.traces[0], desk.actions, rng)


def drawn(game: Game, policy, states, times=2000, seed=1):
    """How often a policy that is fitted to the game chooses each action in a position."""
    actions, rng = np.zeros(times, np.int64), Stream(seed)
    facing(policy, game, states, rng)
    draw(game, policy, states, new_desk(game), actions, rng)
    return np.bincount(actions, minlength=game.actions)


def chosen(game: Game, policy, states, times=2000, seed=1):
    """How often a policy chooses each action in a position."""
    return drawn(game, fitted(policy, game), states, times, seed)

"""What an environment of Gymnasium or PettingZoo promises: its observations and its actions."""

import numpy as np
from gymnasium import spaces

from treewright.core.compiling import compiling_for
from treewright.core.game import Game
from treewright.core.planes import look, new_eyes, plane_shape, writes_planes

Observation = dict[str, np.ndarray]


def observation_space(game: Game) -> spaces.Dict:
    """Planes, and the mask of legal actions. Planes of a game that writes none of its own have no bounds."""
    bound = 1.0 if writes_planes(game) else np.inf
    return spaces.Dict({"observation": spaces.Box(-bound, bound, plane_shape(game), np.float32),
                        "action_mask": spaces.Box(0, 1, (game.actions,), np.int8)})


class Glasses:
    """Through which a player of one game sees planes and mask."""

    def __init__(self, game: Game):
        self.game, self.eyes, self.shape = game, new_eyes(game), plane_shape(game)
        with compiling_for(f"the planes of {game.name}"):
            self.seen_by(0, game.new())

    def seen_by(self, player: int, states: np.ndarray, done: bool = False) -> Observation:
        """Arrays of its own; when all is `done`, nothing may be played, whatever the state says."""
        planes, mask = np.empty(self.shape, np.float32), np.empty(self.game.actions, np.int8)
        look(self.game, self.eyes, states, 0, player, planes, mask)
        if done:
            mask[:] = 0
        return {"observation": planes, "action_mask": mask}

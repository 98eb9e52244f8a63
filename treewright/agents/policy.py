"""A playout policy as a player: it plays each move as it would in a playout."""

import numpy as np
from numba import typeof

from treewright.agents.agent import Agent
from treewright.core.compiling import compiled, compiling_for
from treewright.core.component import facing, fitted
from treewright.core.desk import Desk, new_desk
from treewright.core.errors import Refused
from treewright.core.game import Game
from treewright.core.parts import Learner, Playout
from treewright.core.stream import Seed, Stream
from treewright.playout.uniform import Uniform


@compiled
def pick(game: Game, policy: Playout, states: np.ndarray, desk: Desk, rng: Stream) -> int:
    """The policy's move in states[0]."""
    return policy.choose(game, states[0], desk.traces[0], desk.actions, rng)


class PolicyAgent(Agent):
    """Plays by a policy that learns nothing (one that learns needs a search to learn from)."""

    def __init__(self, policy: Playout):
        if isinstance(policy, Learner):
            raise Refused(f"{policy} learns from a search, so it is no player by itself: use it as playout=...")
        self.policy, self.expression = policy, str(policy)

    def refuse(self, game: Game) -> None:
        """Whoever asks for nothing but a legal action needs to see no more than a player does."""
        if type(self.policy) is not Uniform:
            super().refuse(game)

    def begin(self, game: Game, seat: int, seed: Seed) -> None:
        super().begin(game, seat, seed)
        self.fitted, self.desk, self.rng = fitted(self.policy, game), new_desk(game), Stream(seed)
        # Before the first move: compiling takes nothing from its time, and what does not compile is refused, not lost.
        with compiling_for(f"{self.policy.name} for {game.name}"):
            wanted = (game, self.fitted, np.zeros(1, game.state), self.desk, self.rng)
            pick.compile(tuple(typeof(one) for one in wanted))  # type: ignore[attr-defined]

    def choose(self) -> int:
        facing(self.fitted, self.game, self.observation, self.rng)
        return int(pick(self.game, self.fitted, self.observation, self.desk, self.rng))

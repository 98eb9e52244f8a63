"""A game at the table: as the referee plays it, but moves can be taken back.

What chance does depends on the seed and the number of the move alone: taking back does not bring other dice.
"""

from collections.abc import Collection, Sequence
from typing import Any

import numpy as np

from treewright.agents.agent import Agent
from treewright.arena.board import drawn, shown
from treewright.core.errors import Refused
from treewright.core.game import CHANCE, Game
from treewright.core.record import view
from treewright.core.stream import Stream, branch


class Sitting:
    """A game, an agent for each seat, and every position so far."""

    def __init__(self, game: Game, agents: Sequence[Agent], seed: int):
        self.game, self.agents, self.seed = game, tuple(agents), seed
        self.positions = [game.new(seed)]
        self.actions: list[int] = []
        self._seat()

    @property
    def s(self) -> Any:
        """The position on the table."""
        return view(self.positions[-1])

    def _seat(self) -> None:
        """Every agent begins, and sees all that happened."""
        for seat, agent in enumerate(self.agents):
            agent.begin(self.game, seat, branch(self.seed, 2 + seat))
            for position in self.positions:
                agent.see(shown(self.game, position, agent, seat))

    def ask(self) -> int:
        """The action of whoever is to move, chance included."""
        if self.s.to_move == CHANCE:
            return drawn(self.game, self.positions[-1], Stream(branch(self.seed, 1, len(self.actions))))
        action = int(self.agents[self.s.to_move].choose())
        if action not in self.game.choices(self.s):
            raise Refused(f"{self.agents[self.s.to_move]} played action {action}, which is not legal")
        return action

    def play(self, action: int) -> None:
        position = self.positions[-1].copy()
        self.game.copy(position, 0, self.positions[-1][0])
        with np.errstate(over="ignore"):
            self.game.play(view(position), action)
        self.positions.append(position)
        self.actions.append(action)
        for seat, agent in enumerate(self.agents):
            agent.see(shown(self.game, position, agent, seat))

    def take_back(self, seats: Collection[int]) -> bool:
        """Go back to the last position before where one of the seats was to move; False: there is none."""
        for k in range(len(self.positions) - 2, -1, -1):
            if int(self.positions[k]["to_move"][0]) in seats:
                del self.positions[k + 1 :], self.actions[k:]
                self._seat()
                return True
        return False

    def moves(self) -> str:
        """The moves so far in the game's notation, as `analyse` takes them."""
        before = zip(self.positions, self.actions)
        return " ".join(self.game.describe(view(position), action) for position, action in before)

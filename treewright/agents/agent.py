"""The agent contract, all of it.

    begin(game, seat, seed)   a game begins; the agent plays `seat`
    see(observation)          called at the start and after every event that its seat may know, its own moves included
    choose() -> action        it is this seat's turn

In a game where nothing is hidden the observation is the state, as an array of one record. Where something is hidden
it is what `game.observe` writes, and an agent never gets anything else, unless it cheats by name. An agent draws its
random numbers from `seed` alone, so the same seed and the same observations give the same moves (unless its budget is
in seconds).
"""

import math
from abc import ABC, abstractmethod
from typing import Any

import numpy as np

from treewright.core.errors import Refused
from treewright.core.game import Game
from treewright.core.record import view
from treewright.core.result import Result, Thought
from treewright.core.stream import Seed


class Agent(ABC):
    """A player. Subclasses give `choose`, and say what they cannot play in `refuse`."""

    cheats: bool = False
    """Is it shown the true state of a game that hides some of it?"""

    expression: str = ""
    """The agent in the language of agents: `uct(simulations=1000)`."""
    abandoned: bool = False
    """Is a thread still in a call of it that took too long? Then it must never be asked again."""

    game: Game
    seat: int
    observation: np.ndarray

    def refuse(self, game: Game) -> None:
        """Raise `Refused`, in a sentence, if this agent cannot play the game."""
        if game.hidden and not self.cheats:
            raise Refused(f"{self} needs the full state, but {game.name} hides some of it")

    def begin(self, game: Game, seat: int, seed: Seed) -> None:
        self.refuse(game)
        self.game, self.seat, self.seed = game, seat, seed

    def see(self, observation: np.ndarray) -> None:
        self.observation = observation.copy()

    @abstractmethod
    def choose(self) -> int:
        """The action to play in the state last seen."""

    @property
    def reproducible(self) -> bool:
        """Do the seed and the observations determine its moves?"""
        return True

    def result(self) -> Result | None:
        """What the last search found, for those who search."""
        return None

    def thought(self) -> Thought | None:
        """The last move in four numbers, for those who search."""
        found = self.result()
        if found is None:
            return None
        value = next((row.mean for row in found.rows if row.action == found.choice), math.nan)
        return Thought(found.simulations, found.depth_mean, found.depth_largest, value)

    def stop(self) -> None:  # noqa: B027  (players that do not think have nothing to stop)
        """Called from another thread: stop thinking and play what there is."""

    def keep_time(self, seconds: float | None) -> bool:
        """From now on no call may take longer than so many seconds (None: as long as it likes). Does the agent see to
        that by itself? Otherwise the referee does."""
        return False

    def close(self) -> None:  # noqa: B027  (most hold nothing that needs an end)
        """It will not be asked again: let go of what lives outside of this process."""

    def __str__(self) -> str:
        return self.expression or type(self).__name__

    def __repr__(self) -> str:
        return str(self)

    def search(self, game: Game, position: Any = None, seed: Seed = 0) -> Result:
        """Think about one position and return what was found."""
        state = game.new(seed) if position is None else position
        if state["over"][0]:
            raise Refused("the game is over in this position: there is nothing to search")
        seat = int(state["to_move"][0])
        self.begin(game, seat, seed)
        self.see(state if self.cheats or not game.hidden else observed(game, state, seat))
        self.choose()
        found = self.result()
        if found is None:
            raise Refused(f"{self} does not search")
        return found


def observed(game: Game, states: np.ndarray, seat: int) -> np.ndarray:
    """What a seat may know of a state of which something is hidden; it may be such an observation already."""
    seen = np.zeros_like(states)
    with np.errstate(over="ignore"):
        game.observe(view(states), seat, view(seen))
    return seen

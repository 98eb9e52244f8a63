"""A seat: one agent in one game, asked in such a way that whatever it does wrong is a reason to lose, and no more."""

import operator
import time
from typing import Any

import numpy as np

from treewright.agents.agent import Agent
from treewright.arena import words
from treewright.core.errors import Refused
from treewright.core.game import Game
from treewright.core.stream import Seed

Cost = tuple[int, float, float, int, float]
"""What a move cost: a row of THOUGHT."""
MOST_SIMULATIONS, MOST_DEPTH = 2**32 - 1, 2**16 - 1


class Lost(Exception):
    """The agent that was asked loses the game: `reason` is one of `played.REASONS`, `words` are for a person."""

    def __init__(self, reason: str, words: str):
        super().__init__(words)
        self.reason, self.words = reason, words


class Seat:
    """An agent that may take as long as it likes. Ctrl-C is no fault of the agent and goes through."""

    def __init__(self, agent: Agent):
        self.agent = agent

    def begin(self, game: Game, seat: int, seed: Seed) -> None:
        """What the agent refuses to play stays a refusal."""
        try:
            self.agent.begin(game, seat, seed)
        except (KeyboardInterrupt, Lost, Refused):
            raise
        except BaseException as error:
            raise crash(error) from error

    def see(self, observation: np.ndarray) -> None:
        try:
            self.agent.see(observation)
        except (KeyboardInterrupt, Lost):
            raise
        except BaseException as error:
            raise crash(error) from error

    def choose(self) -> tuple[int, Cost]:
        """The action, legal or not, and what it cost."""
        agent = self.agent
        try:
            begun = time.perf_counter()
            answer = agent.choose()
            seconds = time.perf_counter() - begun
            thought = agent.thought()
            if thought is None:
                cost = 0, seconds, 0.0, 0, np.nan
            else:
                simulations, mean, largest, value = thought
                cost = (within(simulations, MOST_SIMULATIONS), seconds, float(mean), within(largest, MOST_DEPTH),
                        float(value))
        except (KeyboardInterrupt, Lost):
            raise
        except BaseException as error:
            raise crash(error) from error
        return answer if type(answer) is int else action_number(answer), cost

    def stop(self) -> None:
        """Called from another thread: play what there is."""
        try:
            self.agent.stop()
        except BaseException as error:
            raise crash(error) from error

    def leave(self) -> None:
        """The game is over."""


def crash(error: BaseException) -> Lost:
    """The game is lost by an exception."""
    return Lost("crash", words.of_error(error))


def action_number(answer: Any) -> int:
    """An answer as a whole number, if it is one."""
    try:
        return operator.index(answer)
    except TypeError:
        raise Lost("illegal", f"played {words.of_answer(answer)}, which is no action number") from None


def within(number: int, most: int) -> int:
    """The number, or the nearest that can be kept."""
    return min(max(int(number), 0), most)
